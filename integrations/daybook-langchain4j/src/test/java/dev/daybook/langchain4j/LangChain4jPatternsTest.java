package dev.daybook.langchain4j;

import dev.daybook.testkit.PatternContract;

class LangChain4jPatternsTest extends PatternContract {

    LangChain4jPatternsTest() {
        super("");
    }
}
