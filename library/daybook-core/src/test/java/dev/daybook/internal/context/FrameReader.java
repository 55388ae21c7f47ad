package dev.daybook.internal.context;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The frame of a context, read back by its rules alone. It shows that the rules are enough: stored text that could leave
 * its quotation, or imitate another, would be read as something that was not written.
 */
final class FrameReader {

    private static final String QUOTED = "\"(?:[^\"\\\\]|\\\\.)*+\"";
    private static final String NAME = "(" + QUOTED + "|[^-\\s:()\\[\\]\"\\\\][^:()\\[\\]\"\\\\]*)";
    private static final String LABEL = "(?:\\[trust: ([a-z]+)] )?";

    private static final String CONFIDENCE = "(?:\\[confidence ([.0-9]+)] )?";

    /** The labels of a section in its heading. */
    private static final Pattern SHARED = Pattern.compile("; (trust|confidence): ([a-z]+|[.0-9]+)");

    private static final Pattern TURN =
            Pattern.compile("> " + LABEL + NAME + "(?: \\(" + NAME + "\\))?: (.*)", Pattern.DOTALL);
    private static final Pattern ITEM =
            Pattern.compile("> - (\\[this conversation] )?" + LABEL + CONFIDENCE + "(.*)", Pattern.DOTALL);
    private static final Pattern CONTRADICTION = Pattern.compile("> - \\[contradiction] (.*)", Pattern.DOTALL);
    private static final Pattern SIDE =
            Pattern.compile("(?:^|\\G; )" + LABEL + CONFIDENCE + "\\[([-0-9]+)(?:, " + NAME + ")?] (" + QUOTED + ")");
    private static final Pattern BLOCK = Pattern.compile(
            "\\[(" + QUOTED + "|(?:[^\"\\]\\\\,]|\\\\.)(?:[^\\]\\\\,]|\\\\.)*+)(?:, trust: ([a-z]+))?]");
    private static final Pattern HEADER = Pattern.compile("\\[[^,\"]*(?:, session (" + QUOTED + "))?]");
    private static final Pattern BANK_ITEM =
            Pattern.compile("- (?:\\((?:[^)\\\\]|\\\\.)*+\\) )?" + LABEL + "(.*)", Pattern.DOTALL);
    private static final Pattern LIKE_ESCAPE = Pattern.compile("&amp;(?=(?:amp;)*+lt;)");

    private FrameReader() {}

    /** A quotation as it was written: its kind and its parts. */
    record Quotation(String kind, List<String> parts) {

        static Quotation of(String kind, String... parts) {
            return new Quotation(kind, List.of(parts));
        }
    }

    /** Reads a context, line by line. */
    static List<Quotation> read(String frame) {
        List<String> units = new ArrayList<>();
        for (String line : frame.split("\n", -1)) {
            if (line.startsWith(">   ")) {
                int last = units.size() - 1;
                units.set(last, units.get(last) + "\n" + line.substring(4));
            } else {
                units.add(line);
            }
        }
        List<Quotation> quotations = new ArrayList<>();
        boolean inBlocks = false;
        Map<String, String> shared = Map.of();
        for (String unit : units) {
            if (unit.endsWith(":") && !unit.startsWith("> ") && !unit.startsWith("[")) {
                inBlocks = unit.equals(DataFrame.BLOCKS_HEADING);
                shared = SHARED.matcher(unit)
                        .results()
                        .collect(Collectors.toMap(label -> label.group(1), label -> label.group(2)));
                quotations.add(Quotation.of("heading", unit));
            } else if (unit.startsWith("> - ")) {
                Matcher sides = CONTRADICTION.matcher(unit);
                quotations.add(sides.matches() ? contradiction(sides.group(1), shared) : item(unit, shared));
            } else if (unit.startsWith("> ")) {
                quotations.add(turn(unit, shared));
            } else {
                quotations.add(inBlocks ? block(unit) : header(unit));
            }
        }
        return quotations;
    }

    private static Quotation turn(String unit, Map<String, String> shared) {
        Matcher turn = matching(TURN, unit);
        String role = turn.group(3) == null ? name(turn.group(2)) : name(turn.group(3));
        String speaker = turn.group(3) == null ? "" : name(turn.group(2));
        return Quotation.of("turn", label(turn.group(1), "trust", shared), speaker, role, text(turn.group(4)));
    }

    private static Quotation item(String unit, Map<String, String> shared) {
        Matcher item = matching(ITEM, unit);
        return Quotation.of(
                item.group(1) == null ? "item" : "gist",
                label(item.group(2), "trust", shared),
                label(item.group(3), "confidence", shared),
                text(item.group(4)));
    }

    private static Quotation contradiction(String sides, Map<String, String> shared) {
        List<String> parts = new ArrayList<>();
        Matcher side = SIDE.matcher(sides);
        int end = 0;
        while (side.find()) {
            parts.add(label(side.group(1), "trust", shared));
            parts.add(label(side.group(2), "confidence", shared));
            parts.add(side.group(3));
            parts.add(side.group(4) == null ? "" : name(side.group(4)));
            parts.add(name(side.group(5)));
            end = side.end();
        }
        if (end < sides.length()) {
            throw new IllegalArgumentException("no form of the frame: " + sides);
        }
        return new Quotation("contradiction", parts);
    }

    /** Returns a label of a quotation, else that of its section. */
    private static String label(@Nullable String own, String name, Map<String, String> shared) {
        return own == null ? shared.getOrDefault(name, "") : own;
    }

    private static Quotation block(String unit) {
        int end = unit.indexOf('\n');
        Matcher block = matching(BLOCK, unit.substring(0, end));
        String name = block.group(1);
        return Quotation.of("block", trust(block.group(2)), name(name), text(unit.substring(end + 1)));
    }

    private static Quotation header(String unit) {
        Matcher header = matching(HEADER, unit);
        return Quotation.of("header", header.group(1) == null ? "" : name(header.group(1)));
    }

    /** Reads the summaries of a bank: trust and text of each. */
    static List<Quotation> readBank(String bank) {
        List<String> units = new ArrayList<>();
        for (String line : bank.split("\n", -1)) {
            if (line.startsWith("  ")) {
                int last = units.size() - 1;
                units.set(last, units.get(last) + "\n" + line.substring(2));
            } else if (line.startsWith("- ")) {
                units.add(line);
            }
        }
        return units.stream()
                .map(unit -> {
                    Matcher item = matching(BANK_ITEM, unit);
                    return Quotation.of("summary", trust(item.group(1)), text(untagged(item.group(2))));
                })
                .toList();
    }

    /** An escaped ampersand stands before what looks like an escaped tag. */
    private static String untagged(String text) {
        StringBuilder plain = new StringBuilder();
        int from = 0;
        while (from < text.length()) {
            if (text.startsWith("&lt;", from)) {
                plain.append('<');
                from += "&lt;".length();
            } else if (LIKE_ESCAPE.matcher(text).region(from, text.length()).lookingAt()) {
                plain.append('&');
                from += "&amp;".length();
            } else {
                plain.append(text.charAt(from++));
            }
        }
        return plain.toString();
    }

    private static String trust(@Nullable String label) {
        return label == null ? "" : label;
    }

    private static Matcher matching(Pattern pattern, String unit) {
        Matcher matcher = pattern.matcher(unit);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("no form of the frame: " + unit);
        }
        return matcher;
    }

    /** Returns a name without its quotation marks, and without the escapes of a name. */
    private static String name(String shown) {
        boolean isQuoted = shown.startsWith("\"");
        String inner = isQuoted ? shown.substring(1, shown.length() - 1) : shown;
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < inner.length(); i++) {
            if (inner.charAt(i) != '\\') {
                name.append(inner.charAt(i));
            } else if (inner.startsWith("u{", i + 1)) {
                int end = inner.indexOf('}', i);
                name.appendCodePoint(Integer.parseInt(inner.substring(i + 3, end), 16));
                i = end;
            } else {
                name.append(inner.charAt(++i));
            }
        }
        return name.toString();
    }

    /** Returns a text without the escapes of {@link VisibleText}: an odd run of backslashes before one is an escape. */
    private static String text(String shown) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < shown.length(); ) {
            int run = i;
            while (run < shown.length() && shown.charAt(run) == '\\') {
                run++;
            }
            int backslashes = run - i;
            boolean isLike = shown.startsWith("u{", run);
            text.append("\\".repeat(isLike ? backslashes / 2 : backslashes));
            i = run;
            if (isLike && backslashes % 2 == 1) {
                int end = shown.indexOf('}', run);
                text.appendCodePoint(Integer.parseInt(shown.substring(run + 2, end), 16));
                i = end + 1;
            } else if (i < shown.length()) {
                text.append(shown.charAt(i++));
            }
        }
        return text.toString();
    }
}
