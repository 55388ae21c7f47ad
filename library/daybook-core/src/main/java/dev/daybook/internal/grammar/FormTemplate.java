package dev.daybook.internal.grammar;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The sequences of words of a template of {@code statements.txt}: "(I|we) [still] live in {}" has four. An underscore
 * joins words within an alternative.
 */
final class FormTemplate {

    private static final Pattern NAME = Pattern.compile("\\$[A-Za-z]+");

    private static final Pattern BAR = Pattern.compile("[|]");

    private static final Pattern SPACE = Pattern.compile("\\s+");

    private FormTemplate() {}

    /** Returns a template with the named parts in the place of their names. */
    static String withParts(String template, Map<String, String> parts) {
        return NAME.matcher(template)
                .replaceAll(name ->
                        Matcher.quoteReplacement(parts.getOrDefault(name.group().substring(1), "")));
    }

    /** Returns the sequences in the order of the alternatives. */
    static List<List<String>> sequences(String template) {
        List<List<String>> sequences = List.of(List.of());
        for (String part : SPACE.split(template.strip())) {
            List<List<String>> longer = new ArrayList<>();
            for (List<String> sequence : sequences) {
                for (String alternative : alternatives(part)) {
                    List<String> next = new ArrayList<>(sequence);
                    for (String word : alternative.split("_")) {
                        if (!word.isEmpty()) {
                            next.add(word);
                        }
                    }
                    longer.add(next);
                }
            }
            sequences = longer;
        }
        return sequences;
    }

    private static List<String> alternatives(String part) {
        boolean isOptional = part.startsWith("[");
        String inner = isOptional || part.startsWith("(") ? part.substring(1, part.length() - 1) : part;
        List<String> alternatives = new ArrayList<>(BAR.splitAsStream(inner).toList());
        if (isOptional) {
            alternatives.add("");
        }
        return alternatives;
    }
}
