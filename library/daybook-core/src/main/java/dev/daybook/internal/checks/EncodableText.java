package dev.daybook.internal.checks;

import java.nio.charset.StandardCharsets;

/** Rejects texts that UTF-8 cannot encode; {@code String.getBytes} would write a question mark, the id of another entry. */
public final class EncodableText {

    private EncodableText() {}

    /**
     * Returns a text without a lone surrogate.
     *
     * @throws IllegalArgumentException if it has one; the message names the argument
     */
    public static String check(String argument, String text) {
        if (hasSurrogate(text) && !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new IllegalArgumentException(
                    argument + " has a lone surrogate, which UTF-8 cannot hold; remove or replace it");
        }
        return text;
    }

    /** Decides for most ids, because every key of a scope is checked when the scope is read. */
    private static boolean hasSurrogate(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }
}
