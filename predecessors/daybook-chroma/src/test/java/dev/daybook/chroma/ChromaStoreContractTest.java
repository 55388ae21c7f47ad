package dev.daybook.chroma;

import dev.daybook.store.Store;
import dev.daybook.testkit.StoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

@EnabledIfSystemProperty(named = RealServer.PROPERTY, matches = "http.+")
class ChromaStoreContractTest extends StoreContract {

    /** A write is three requests here. */
    @Override
    protected int randomOperations() {
        return Integer.getInteger("daybook.chroma.operations", 100);
    }

    /** One tenant of the server for each folder: all of a test's own. */
    @Override
    protected Store open(Path folder) {
        return RealServer.at("test-" + ChromaNames.hash(folder.toString())).open();
    }
}
