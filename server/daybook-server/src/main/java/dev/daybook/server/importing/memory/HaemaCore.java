package dev.daybook.server.importing.memory;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The sections of a {@code core.md}. HAEMA searched the text for its four headings, so they may be repeated or in any
 * order, which is read here, and there may be other headings, whose lines are reported.
 *
 * @param contents the stripped text under each heading
 * @param lost the number of each line outside the four sections, with its problem
 */
record HaemaCore(Map<String, String> contents, Map<Integer, String> lost) {

    static final List<String> NAMES = List.of("SOUL", "TOOLS", "RULE", "USER");

    private static final Pattern HEADING = Pattern.compile("# ++");

    static HaemaCore read(String markdown) {
        Map<String, StringBuilder> sections = new LinkedHashMap<>();
        NAMES.forEach(name -> sections.put(name, new StringBuilder()));
        Map<Integer, String> lost = new LinkedHashMap<>();
        String heading = "";
        int number = 0;
        for (String line : markdown.lines().toList()) {
            number++;
            Matcher found = HEADING.matcher(line);
            boolean isHeading = found.lookingAt();
            if (isHeading) {
                heading = withoutClosing(line.substring(found.end()));
            }
            StringBuilder section = sections.get(heading);
            if (section == null && !line.isBlank()) {
                lost.put(
                        number,
                        "stands under none of the headings # " + String.join(", # ", NAMES)
                                + "; move it under one of them, or keep it as a block of its own");
            } else if (section != null && !isHeading) {
                section.append(line).append('\n');
            }
        }
        Map<String, String> contents = new LinkedHashMap<>();
        sections.forEach(
                (name, content) -> contents.put(name, content.toString().strip()));
        return new HaemaCore(contents, lost);
    }

    /** The text of a heading without the spaces and hashes that close it. */
    private static String withoutClosing(String text) {
        int end = text.length();
        while (end > 0 && " #".indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return text.substring(0, end);
    }
}
