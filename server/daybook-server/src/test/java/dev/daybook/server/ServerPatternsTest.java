package dev.daybook.server;

import dev.daybook.testkit.PatternContract;

class ServerPatternsTest extends PatternContract {

    ServerPatternsTest() {
        super("");
    }
}
