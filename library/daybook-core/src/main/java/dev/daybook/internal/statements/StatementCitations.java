package dev.daybook.internal.statements;

import dev.daybook.internal.inference.ExtractedStatement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The messages of a window that a statement cites, as indexes. A model that names no message, or most of them, is
 * corrected by its quote, or by the words and the subject of the sentence.
 *
 * @param cited the cited messages, a new one first; empty if there is none
 */
record StatementCitations(List<Integer> cited) {

    /** A sentence joins a few messages. */
    private static final int MAX_CITED = 5;

    /** One word is in many messages. */
    private static final int MIN_QUOTED_WORDS = 2;

    /** Of "I", "the" and the like no message is recognized. */
    private static final int MIN_WORD_LENGTH = 4;

    /** The worth of a message of the subject, beside the likeness of its words, which is at most 1. */
    private static final double OWN = 0.2;

    /** A short answer needs the question before it, and a proposal the assent behind it. */
    private static final int NEAR_BEFORE = 4;

    private static final int NEAR_BEHIND = 1;

    static StatementCitations of(ExtractedStatement statement, List<WindowMessage> messages) {
        Set<Integer> named = new LinkedHashSet<>();
        statement.from().stream()
                .map(number -> number - 1)
                .filter(index -> index >= 0 && index < messages.size())
                .forEach(named::add);
        if (named.size() > MAX_CITED) {
            named.clear();
        }
        int quoted = quoted(statement.quote(), named, messages);
        if (quoted >= 0 && !named.contains(quoted)) {
            List<Integer> others = List.copyOf(named);
            named.clear();
            named.add(quoted);
            named.addAll(others);
        }
        if (named.isEmpty()) {
            closest(statement, messages).ifPresent(named::add);
        }
        return new StatementCitations(newFirst(named, messages));
    }

    /** Returns the message with the quote, a cited one if possible; -1: none. */
    private static int quoted(String quote, Set<Integer> named, List<WindowMessage> messages) {
        if (WindowMessage.plain(quote).strip().split(" ").length < MIN_QUOTED_WORDS) {
            return -1;
        }
        return Stream.concat(named.stream(), IntStream.range(0, messages.size()).boxed())
                .filter(index -> messages.get(index).says(quote))
                .findFirst()
                .orElse(-1);
    }

    /**
     * Returns the new message whose words are most like those of a sentence, if it shares one. Rare words count more, a long
     * message has many by chance, and what its subject says is probably its source.
     */
    private static Optional<Integer> closest(ExtractedStatement statement, List<WindowMessage> messages) {
        List<Set<String>> words =
                messages.stream().map(message -> words(message.text())).toList();
        Map<String, Double> messagesWith = new HashMap<>();
        words.forEach(each -> each.forEach(word -> messagesWith.merge(word, 1.0, Double::sum)));
        ToDoubleFunction<Set<String>> weight = some -> some.stream()
                .sorted()
                .mapToDouble(word -> Math.log(1 + messages.size() / messagesWith.getOrDefault(word, 1.0)))
                .sum();
        Set<String> sought = words(statement.sentence());
        double soughtWeight = weight.applyAsDouble(sought);
        Map<Integer, Double> likeness = new LinkedHashMap<>();
        for (int i = 0; i < messages.size(); i++) {
            Set<String> shared = new HashSet<>(words.get(i));
            shared.retainAll(sought);
            if (messages.get(i).isNew() && !shared.isEmpty()) {
                double all = weight.applyAsDouble(words.get(i)) * soughtWeight;
                boolean isOwn = messages.get(i).speaker().equalsIgnoreCase(statement.about());
                likeness.put(i, weight.applyAsDouble(shared) / Math.sqrt(all) + (isOwn ? OWN : 0));
            }
        }
        return likeness.entrySet().stream()
                .max(Comparator.comparingDouble((Map.Entry<Integer, Double> each) -> each.getValue())
                        .thenComparing(each -> -each.getKey()))
                .map(Map.Entry::getKey);
    }

    private static Set<String> words(String text) {
        Set<String> words =
                new HashSet<>(List.of(WindowMessage.plain(text).strip().split(" ")));
        words.removeIf(word -> word.length() < MIN_WORD_LENGTH);
        return words;
    }

    /** Facts of messages that are not new were extracted before. */
    private static List<Integer> newFirst(Set<Integer> named, List<WindowMessage> messages) {
        List<Integer> ordered = new ArrayList<>();
        named.stream().filter(index -> messages.get(index).isNew()).findFirst().ifPresent(ordered::add);
        if (!ordered.isEmpty()) {
            named.stream().filter(index -> !ordered.contains(index)).forEach(ordered::add);
        }
        return ordered;
    }

    /** Returns the messages of the cited episodes. */
    Set<Integer> ofEpisodes(List<WindowMessage> messages) {
        Set<Integer> within = new TreeSet<>();
        IntStream.range(0, messages.size())
                .filter(index -> cited.stream()
                        .anyMatch(each -> messages.get(each)
                                .episode()
                                .id()
                                .equals(messages.get(index).episode().id())))
                .forEach(within::add);
        return within;
    }

    /** Returns the messages of the cited episodes and those next to the cited messages. */
    Set<Integer> withNeighbours(List<WindowMessage> messages) {
        Set<Integer> within = ofEpisodes(messages);
        for (int index : cited) {
            IntStream.rangeClosed(Math.max(0, index - NEAR_BEFORE), Math.min(messages.size() - 1, index + NEAR_BEHIND))
                    .filter(near -> isSameSession(messages.get(near), messages.get(index)))
                    .forEach(within::add);
        }
        return within;
    }

    private static boolean isSameSession(WindowMessage one, WindowMessage other) {
        String session = one.episode().session();
        return session != null && session.equals(other.episode().session());
    }
}
