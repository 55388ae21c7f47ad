package dev.daybook.client;

import dev.daybook.ClientProvider;
import dev.daybook.Daybook;
import dev.daybook.data.ClientOptions;
import dev.daybook.spi.IdGenerator;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** Provides the client of a server; {@link Daybook#connect(URI, String)} finds it. */
public final class ServerProvider implements ClientProvider {

    @Override
    public Daybook connect(URI uri, @Nullable String key, ClientOptions options, IdGenerator ids) {
        return new RemoteDaybook(new ServerConnection(uri, key, options), ids);
    }
}
