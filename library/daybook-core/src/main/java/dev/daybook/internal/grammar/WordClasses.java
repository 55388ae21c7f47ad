package dev.daybook.internal.grammar;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The classes of words of a language, from its file {@code word-classes.txt}: jobs, animals, adverbs, conditions. */
public final class WordClasses {

    private static final Pattern COMMA = Pattern.compile(",");

    private static final int MAX_WORDS = 4;

    private final Map<String, Set<String>> classes = new HashMap<>();

    /** The first words of the members of each class: most words of a text begin none. */
    private final Map<String, Set<String>> firstWords = new HashMap<>();

    /** @param lines {@code name: word, several words}; a class may have several lines */
    public WordClasses(List<String> lines) {
        for (String line : lines) {
            int colon = line.indexOf(':');
            Set<String> words = classes.computeIfAbsent(line.substring(0, colon), unused -> new HashSet<>());
            COMMA.splitAsStream(line.substring(colon + 1)).map(String::strip).forEach(words::add);
        }
        classes.forEach((name, members) -> firstWords.put(
                name, members.stream().map(member -> member.split(" ", 2)[0]).collect(Collectors.toSet())));
    }

    public boolean has(String name) {
        return classes.containsKey(name);
    }

    public boolean has(String name, String word) {
        return classes.getOrDefault(name, Set.of()).contains(word);
    }

    /** Returns the number of words of the longest member of a class that begins at a place; 0 if there is none. */
    public int longestAt(String name, List<StatementWord> words, int begin) {
        if (begin >= words.size()
                || !firstWords
                        .getOrDefault(name, Set.of())
                        .contains(words.get(begin).lower())) {
            return 0;
        }
        Set<String> members = classes.getOrDefault(name, Set.of());
        StringBuilder phrase = new StringBuilder();
        int longest = 0;
        for (int i = begin; i < words.size() && i < begin + MAX_WORDS; i++) {
            phrase.append(i == begin ? "" : " ").append(words.get(i).lower());
            if (members.contains(phrase.toString())) {
                longest = i + 1 - begin;
            }
            if (words.get(i).endsPart()) {
                break;
            }
        }
        return longest;
    }
}
