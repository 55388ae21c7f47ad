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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of a daybook over {@link Daybook#connect}: each test has its own daybook and client. The server is started
 * once, which takes longer than most tests.
 */
@ExtendWith(KnownDepartures.class)
class ConnectedDaybookTest extends MemoryContract {

    @TempDir
    static Path keys;

    private static final ReplacedDaybook SERVED = new ReplacedDaybook();

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.over(SERVED, keys);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    protected Store open(Path folder) {
        return new InMemoryStore();
    }

    @Override
    protected Daybook connect(LocalDaybook embedded, IdGenerator ids) {
        SERVED.replace(embedded);
        return new ServerProvider().connect(server.uri(""), ClientOptions.DEFAULTS, CallObserver.NONE, ids);
    }

    @Override
    protected void close(Daybook connected) {
        connected.close();
        SERVED.close();
    }
}
