package dev.daybook.chroma;

import dev.daybook.store.Store;
import dev.daybook.testkit.StoreContract;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract of stores without a Chroma server: {@link ChromaStoreContractTest} runs it with one. */
class InMemoryChromaContractTest extends StoreContract {

    private static InMemoryChroma server;

    @BeforeAll
    static void start() throws IOException {
        server = new InMemoryChroma();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    protected int randomOperations() {
        return 100;
    }

    @Override
    protected Store open(Path folder) {
        return ChromaStore.at(server.url())
                .tenant("test-" + ChromaNames.hash(folder.toString()))
                .lookEvery(Duration.ofMinutes(10))
                .open();
    }
}
