package dev.daybook.server.http;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.client.ServerProvider;
import dev.daybook.contract.MemoryContract;
import dev.daybook.local.InMemoryStore;
import dev.daybook.query.ClientOptions;
import dev.daybook.spi.CallObserver;
import dev.daybook.spi.IdGenerator;
import dev.daybook.store.Store;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The contract of a daybook over {@link Daybook#connect}: each test has a server over its own daybook, and a client. */
@ExtendWith(KnownDepartures.class)
class ConnectedDaybookTest extends MemoryContract {

    @TempDir
    Path keys;

    private @Nullable TestServer server;

    @Override
    protected Store open(Path folder) {
        return new InMemoryStore();
    }

    @Override
    protected Daybook connect(LocalDaybook embedded, IdGenerator ids) {
        TestServer started = TestServer.over(embedded, keys);
        server = started;
        return new ServerProvider().connect(started.uri(""), ClientOptions.DEFAULTS, CallObserver.NONE, ids);
    }

    @Override
    protected void close(Daybook connected) {
        connected.close();
        Objects.requireNonNull(server).close();
    }
}
