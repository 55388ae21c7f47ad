package dev.daybook.client;

import dev.daybook.ClientProvider;
import dev.daybook.Daybook;
import dev.daybook.query.ClientOptions;
import dev.daybook.spi.CallObserver;
import dev.daybook.spi.IdGenerator;
import java.net.URI;

/** Provides the client of a server; {@link Daybook#connect} finds it. */
public final class ServerProvider implements ClientProvider {

    @Override
    public Daybook connect(URI server, ClientOptions options, CallObserver observer, IdGenerator ids) {
        return new RemoteDaybook(new ServerConnection(server, options, observer), ids);
    }
}
