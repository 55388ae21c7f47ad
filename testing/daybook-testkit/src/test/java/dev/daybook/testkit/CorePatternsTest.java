package dev.daybook.testkit;

class CorePatternsTest extends PatternContract {

    CorePatternsTest() {
        super("../daybook-core");
    }
}
