package dev.daybook.chroma;

import dev.daybook.contract.MemoryContract;
import dev.daybook.store.Store;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The memory contract over a Chroma server. It takes long, so it runs only on request. */
@EnabledIfSystemProperty(named = RealServer.PROPERTY, matches = "http.+")
@EnabledIfSystemProperty(named = "daybook.chroma.memory", matches = "true")
class ChromaMemoryContractTest extends MemoryContract {

    @Override
    protected Store open(Path folder) {
        return RealServer.at("test-" + ChromaNames.hash(folder.toString())).open();
    }
}
