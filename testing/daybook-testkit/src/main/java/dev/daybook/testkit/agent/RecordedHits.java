package dev.daybook.testkit.agent;

import dev.daybook.outcome.Hit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a recording: each question, then its hits by rank, one line each, so that a change of the ranking is a small
 * change of the file. A line break within a text is written as {@code \n}.
 */
final class RecordedHits {

    private static final String HEAD = "# Recorded recall; see MemoryAssertions.assertRecallsAsRecorded.\n";
    private static final String QUESTION = "question: ";
    private static final Pattern HIT = Pattern.compile("\\d+\\. (.*)");

    private RecordedHits() {}

    /** Returns the line of each hit, without its rank. */
    static List<String> lines(List<Hit> hits) {
        return hits.stream()
                .map(hit -> hit.kind().label() + ": " + escaped(hit.text()))
                .toList();
    }

    static String write(Map<String, List<String>> hitsByQuestion) {
        StringBuilder text = new StringBuilder(HEAD);
        hitsByQuestion.forEach((question, hits) -> {
            text.append('\n').append(QUESTION).append(escaped(question)).append('\n');
            for (int i = 0; i < hits.size(); i++) {
                text.append(i + 1).append(". ").append(hits.get(i)).append('\n');
            }
        });
        return text.toString();
    }

    /**
     * Reads the hits by question.
     *
     * @param source the name of the file in messages
     * @throws IllegalArgumentException if a line is not as {@link #write} writes it
     */
    static Map<String, List<String>> read(List<String> lines, String source) {
        Map<String, List<String>> hitsByQuestion = new LinkedHashMap<>();
        List<String> hits = new ArrayList<>();
        for (String line : lines) {
            Matcher hit = HIT.matcher(line);
            if (line.startsWith(QUESTION)) {
                hits = new ArrayList<>();
                hitsByQuestion.put(unescaped(line.substring(QUESTION.length())), hits);
            } else if (hit.matches()) {
                hits.add(hit.group(1));
            } else if (!line.isBlank() && !line.startsWith("#")) {
                throw new IllegalArgumentException(source + " has the line '" + line
                        + "', which is no part of a recording; record again with -D" + RecallRecording.PROPERTY
                        + "=all");
            }
        }
        return hitsByQuestion;
    }

    /** Returns a table of both ranks of each hit, in the order of now, the lost ones last. */
    static List<String> moves(List<String> recorded, List<String> now) {
        List<String> table = new ArrayList<>();
        List<String> left = new ArrayList<>(recorded);
        for (int i = 0; i < now.size(); i++) {
            int before = left.indexOf(now.get(i));
            if (before >= 0) {
                // Equal texts are paired in their order; the place stays, so that the ranks of the others hold.
                left.set(before, "");
            }
            table.add(row(before < 0 ? "new" : String.valueOf(before + 1), String.valueOf(i + 1), now.get(i)));
        }
        for (int i = 0; i < left.size(); i++) {
            if (!left.get(i).isEmpty()) {
                table.add(row(String.valueOf(i + 1), "lost", left.get(i)));
            }
        }
        return table;
    }

    private static String row(String before, String now, String hit) {
        return String.format(Locale.ROOT, "%4s -> %-4s %s", before, now, TextMatch.shown(hit));
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
    }

    private static String unescaped(String line) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c != '\\' || i + 1 == line.length()) {
                text.append(c);
                continue;
            }
            char escaped = line.charAt(++i);
            text.append(escaped == 'n' ? '\n' : escaped == 'r' ? '\r' : escaped);
        }
        return text.toString();
    }
}
