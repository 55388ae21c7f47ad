package dev.daybook.server;

import dev.daybook.testkit.PatternContract;
import java.util.Set;

class ServerPatternsTest extends PatternContract {

    ServerPatternsTest() {
        super("");
    }

    /** The settings of an agent name their servers, so the patterns for their tables are made with those names. */
    @Override
    protected Set<String> madeInUse() {
        return Set.of("TomlSettings.java");
    }
}
