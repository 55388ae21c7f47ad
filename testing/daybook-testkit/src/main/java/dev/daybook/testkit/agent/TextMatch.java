package dev.daybook.testkit.agent;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/** The comparison of texts in assertions, and their form in messages. */
final class TextMatch {

    /** Enough to recognise a message by; a failure shows up to ten of them. */
    private static final int SHOWN = 160;

    private TextMatch() {}

    /** Returns whether a text contains a part, case ignored. */
    static boolean contains(String text, String part) {
        return text.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
    }

    /**
     * Returns the parts that an assertion was given.
     *
     * @throws IllegalArgumentException if there is none or one is blank: every text contains a blank one
     */
    static List<String> parts(String... texts) {
        if (texts.length == 0) {
            throw new IllegalArgumentException("texts is empty; give at least one text to look for");
        }
        return Stream.of(texts).map(TextMatch::part).toList();
    }

    static String part(String text) {
        if (Objects.requireNonNull(text, "text").isBlank()) {
            throw new IllegalArgumentException("text is blank, and every text contains it; give a word or more");
        }
        return text;
    }

    static String quoted(String text) {
        return '"' + shown(text) + '"';
    }

    static String quoted(List<String> texts) {
        return String.join(", ", texts.stream().map(TextMatch::quoted).toList());
    }

    /** Returns the beginning of a text on one line. */
    static String shown(String text) {
        String line = text.strip().replaceAll("\\s*\\R\\s*", " / ");
        if (line.length() <= SHOWN) {
            return line;
        }
        int end = Character.isHighSurrogate(line.charAt(SHOWN - 1)) ? SHOWN - 1 : SHOWN;
        return line.substring(0, end) + "…";
    }
}
