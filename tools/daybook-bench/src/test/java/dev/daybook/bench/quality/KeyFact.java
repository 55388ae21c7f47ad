package dev.daybook.bench.quality;

import dev.daybook.bench.quality.data.DataFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A fact that the gist of a talk must keep, or a rejected plan that it must not state as decided.
 *
 * @param kind a decision, a number, a date, a constraint, an open end, or a rejected plan
 * @param any sets of words; a sentence with all words of one of them states the fact
 * @param unless words of a sentence that rejects the plan
 */
record KeyFact(String talk, String kind, String name, List<Set<String>> any, Set<String> unless) {

    private static final String REJECTED = "rejected";
    private static final String END_OF_SENTENCE = "(?<=[.!?])\\s+|\\n";
    private static final String BETWEEN_WORDS = "[^\\p{L}\\p{N}]+";

    static List<KeyFact> read(DataFile file) {
        List<KeyFact> facts = new ArrayList<>();
        file.eachLine(row -> facts.add(new KeyFact(
                row.text("conversation"),
                row.text("kind"),
                row.text("fact"),
                row.texts("any").stream().map(KeyFact::words).toList(),
                row.texts("unless"))));
        return facts;
    }

    boolean isRejected() {
        return kind.equals(REJECTED);
    }

    /** Returns true if a sentence of a text states it. */
    boolean isStatedIn(String text) {
        return Arrays.stream(text.split(END_OF_SENTENCE)).map(KeyFact::words).anyMatch(this::isStatedBy);
    }

    private boolean isStatedBy(Set<String> sentence) {
        return any.stream().anyMatch(sentence::containsAll) && unless.stream().noneMatch(sentence::contains);
    }

    private static Set<String> words(String text) {
        return Arrays.stream(text.toLowerCase(Locale.ROOT).split(BETWEEN_WORDS))
                .filter(word -> !word.isEmpty())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
