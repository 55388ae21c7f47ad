package dev.daybook.internal.checks;

/** Rejects texts that UTF-8 cannot encode; {@code String.getBytes} would write a question mark, the id of another entry. */
public final class EncodableText {

    private EncodableText() {}

    /**
     * Returns a text without a lone surrogate.
     *
     * @throws IllegalArgumentException if it has one; the message names the argument
     */
    public static String check(String argument, String text) {
        if (loneSurrogate(text) >= 0) {
            throw new IllegalArgumentException(
                    argument + " has a lone surrogate, which UTF-8 cannot hold; remove or replace it");
        }
        return text;
    }

    /** Returns the index of the first lone surrogate, or -1. */
    static int loneSurrogate(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isSurrogate(c)) {
                continue;
            }
            if (!Character.isHighSurrogate(c)
                    || i + 1 == text.length()
                    || !Character.isLowSurrogate(text.charAt(i + 1))) {
                return i;
            }
            i++;
        }
        return -1;
    }
}
