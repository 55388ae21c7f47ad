package dev.daybook.internal.grounding;

import java.util.Optional;

/**
 * A mention of a name in a text, whole and in letters of any case: "Ada" is not mentioned in "Adam".
 *
 * @param end exclusive
 */
record NameMention(int start, int end) {

    /** Returns the first mention from an index on. */
    static Optional<NameMention> of(String name, String text, int from) {
        for (int i = from; i + name.length() <= text.length(); i++) {
            int end = i + name.length();
            if (text.regionMatches(true, i, name, 0, name.length()) && isBorder(text, i - 1) && isBorder(text, end)) {
                return Optional.of(new NameMention(i, end));
            }
        }
        return Optional.empty();
    }

    /** Returns the first mention that is no possessive ("Ada's"). */
    static Optional<NameMention> ofSubject(String name, String text) {
        Optional<NameMention> mention = of(name, text, 0);
        while (mention.isPresent() && mention.get().isPossessive(text)) {
            mention = of(name, text, mention.get().end());
        }
        return mention;
    }

    private boolean isPossessive(String text) {
        return end < text.length() && (text.charAt(end) == '\'' || text.charAt(end) == '’');
    }

    private static boolean isBorder(String text, int at) {
        return at < 0 || at >= text.length() || !Character.isLetterOrDigit(text.charAt(at));
    }
}
