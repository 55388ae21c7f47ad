package dev.daybook.testkit;

class CorePatternsTest extends PatternContract {

    CorePatternsTest() {
        super("../../library/daybook-core");
    }
}
