package dev.daybook.files;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The lines of a memory file, counted from 1. A line break at the end begins no further line. */
record NumberedLines(String content, List<String> lines) {

    private static final Pattern RANGE = Pattern.compile("\\[? ?(\\d{1,9}) ?, ?(-1|\\d{1,9}) ?]?");

    /** Lines shown before and after an edit. */
    private static final int AROUND = 3;

    static NumberedLines of(String content) {
        List<String> lines = new ArrayList<>(List.of(content.split("\n", -1)));
        if (lines.get(lines.size() - 1).isEmpty()) {
            lines.remove(lines.size() - 1);
        }
        return new NumberedLines(content, List.copyOf(lines));
    }

    int count() {
        return lines.size();
    }

    /**
     * Returns the lines of a range {@code first,last}; -1 as the last means the end; null or blank: all.
     *
     * @throws IllegalArgumentException if it is no range of lines of this file
     */
    String view(@Nullable String range) {
        if (range == null || range.isBlank()) {
            return numbered(1, count());
        }
        Matcher matcher = RANGE.matcher(range.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException("viewRange is not 'first,last'; give two line numbers, as '1,50'.");
        }
        int first = Integer.parseInt(matcher.group(1));
        boolean isAll = first == 1 && matcher.group(2).equals("-1");
        int last = matcher.group(2).equals("-1") ? count() : Integer.parseInt(matcher.group(2));
        if (!isAll && (first < 1 || last < first || first > count())) {
            throw new IllegalArgumentException("viewRange is " + first + "," + matcher.group(2)
                    + "; the file has the lines 1 to " + count() + ".");
        }
        return numbered(first, Math.min(last, count()));
    }

    /** Returns the lines around a part of the content, given by its first and the end of its last character. */
    String around(int begin, int end) {
        int first = lineOf(begin) - AROUND;
        int last = lineOf(end) + AROUND;
        return numbered(Math.max(1, first), Math.min(last, count()));
    }

    /** Returns the numbers of the lines in which a text begins. */
    String linesOf(String text) {
        TreeSet<Integer> numbers = new TreeSet<>();
        int line = 1;
        int counted = 0;
        for (int at = content.indexOf(text); at >= 0; at = content.indexOf(text, at + 1)) {
            // From the place before: counting from the beginning takes minutes in a file of a million characters.
            line += lineBreaks(counted, at);
            counted = at;
            numbers.add(line);
        }
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    /** Returns the content with a text as lines of its own after a line. */
    String inserted(int line, String text) {
        List<String> all = new ArrayList<>(lines);
        all.add(line, text.endsWith("\n") ? text.substring(0, text.length() - 1) : text);
        boolean broken = content.isEmpty() ? text.endsWith("\n") : content.endsWith("\n");
        return String.join("\n", all) + (broken ? "\n" : "");
    }

    private int lineOf(int at) {
        return 1 + lineBreaks(0, at);
    }

    private int lineBreaks(int from, int to) {
        int breaks = 0;
        for (int at = from; at < to; at++) {
            breaks += content.charAt(at) == '\n' ? 1 : 0;
        }
        return breaks;
    }

    private String numbered(int first, int last) {
        return IntStream.rangeClosed(first, last)
                .mapToObj(number -> String.format(Locale.ROOT, "%6d\t%s", number, lines.get(number - 1)))
                .collect(Collectors.joining("\n"));
    }
}
