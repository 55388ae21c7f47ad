package dev.daybook.internal.notes;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The core as one Markdown document: four sections under four headings, each stored as a block of that name. */
public final class CoreMarkdown {

    /** The names of the sections, in order. */
    public static final List<String> NAMES = List.of("SOUL", "TOOLS", "RULE", "USER");

    /** An ATX heading of any level as in CommonMark: up to three leading spaces, closing hashes ignored. */
    private static final Pattern HEADING = Pattern.compile(" {0,3}+(#{1,6}+)(?:[ \\t]++|$)");

    private static final Pattern FENCE = Pattern.compile(" {0,3}+(`{3,}+|~{3,}+).*+");

    private CoreMarkdown() {}

    /** Writes the document; an empty section is a heading alone. Ends with one newline. */
    public static String of(Function<String, String> contentOf) {
        StringBuilder core = new StringBuilder();
        for (String name : NAMES) {
            String content = contentOf.apply(name).strip();
            core.append(core.isEmpty() ? "" : "\n").append("# ").append(name).append('\n');
            core.append(content.isEmpty() ? "" : content + "\n");
        }
        return core.toString();
    }

    /**
     * Reads the sections of a document; empty unless it has exactly the four headings, in order, and no text before
     * them.
     */
    static Optional<Map<String, String>> read(String markdown) {
        Map<String, StringBuilder> sections = new LinkedHashMap<>();
        StringBuilder section = new StringBuilder();
        StringBuilder before = section;
        String fence = "";
        for (String line : markdown.lines().toList()) {
            fence = fenceAfter(line, fence);
            Matcher heading = HEADING.matcher(line);
            if (!fence.isEmpty() || !heading.lookingAt()) {
                section.append(line).append('\n');
                continue;
            }
            int place = sections.size();
            boolean expected = place < NAMES.size()
                    && heading.group(1).length() == 1
                    && NAMES.get(place).equals(withoutClosing(line.substring(heading.end())));
            if (!expected) {
                return Optional.empty();
            }
            section = new StringBuilder();
            sections.put(NAMES.get(place), section);
        }
        if (sections.size() < NAMES.size() || !before.toString().isBlank() || !fence.isEmpty()) {
            return Optional.empty();
        }
        Map<String, String> contents = new LinkedHashMap<>();
        sections.forEach(
                (name, content) -> contents.put(name, content.toString().strip()));
        return Optional.of(contents);
    }

    /** Returns the text of a heading without its closing hashes, which a space separates. */
    private static String withoutClosing(String text) {
        int end = endWithout(" \t", text, text.length());
        int marks = endWithout("#", text, end);
        int before = endWithout(" \t", text, marks);
        return text.substring(0, marks == 0 || before < marks ? before : end);
    }

    /** Returns the end of a text without trailing characters of a set. */
    private static int endWithout(String characters, String text, int end) {
        int at = end;
        while (at > 0 && characters.indexOf(text.charAt(at - 1)) >= 0) {
            at--;
        }
        return at;
    }

    /** Returns the fence that closes the current code block; empty outside code. A line of code is never a heading. */
    private static String fenceAfter(String line, String fence) {
        Matcher marks = FENCE.matcher(line);
        if (!marks.matches()) {
            return fence;
        }
        String found = marks.group(1);
        if (fence.isEmpty()) {
            return found;
        }
        boolean ends = found.charAt(0) == fence.charAt(0)
                && found.length() >= fence.length()
                && line.strip().length() == found.length();
        return ends ? "" : fence;
    }
}
