package dev.daybook.sqlite;

import dev.daybook.testkit.PatternContract;

class SqlitePatternsTest extends PatternContract {

    SqlitePatternsTest() {
        super("");
    }
}
