package dev.daybook.local;

import dev.daybook.spi.TokenCounter;

/**
 * A token counter that estimates four characters per token, rounded up: close enough for English with common
 * vocabularies.
 */
public final class ApproximateTokens implements TokenCounter {

    private static final int CHARACTERS_PER_TOKEN = 4;

    public ApproximateTokens() {}

    @Override
    public int count(String text) {
        int characters = text.codePointCount(0, text.length());
        return (characters + CHARACTERS_PER_TOKEN - 1) / CHARACTERS_PER_TOKEN;
    }
}
