package dev.daybook.chroma;

import dev.daybook.testkit.PatternContract;

class ChromaPatternsTest extends PatternContract {

    ChromaPatternsTest() {
        super("");
    }
}
