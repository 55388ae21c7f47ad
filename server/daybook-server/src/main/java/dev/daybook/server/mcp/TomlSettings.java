package dev.daybook.server.mcp;

import dev.daybook.internal.json.PlainJson;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * TOML settings, as far as tables of servers: a server is the lines from its header to the next header. The rest is
 * left alone, and a server in any other notation is refused.
 */
record TomlSettings(String text) implements ClientSettings {

    private static final Pattern SAYS_NOTHING = Pattern.compile("^\\s*+(#.*+)?+");

    private static final Pattern HEADER = Pattern.compile("^\\s*+\\[.*+");

    @Override
    public String with(String servers, String name, Map<String, @Nullable Object> entry) {
        String table = "[" + servers + "." + name + "]\n"
                + entry.entrySet().stream()
                        .map(member -> member.getKey() + " = " + value(member.getValue()) + "\n")
                        .collect(Collectors.joining());
        String rest = without(servers, name);
        if (rest.equals(text)) {
            String gap = text.isEmpty() ? "" : text.endsWith("\n") ? "\n" : "\n\n";
            return text + gap + table;
        }
        String changed = rest.isBlank() ? table : rest.stripTrailing() + "\n\n" + table;
        // Parses to the same: it is there already.
        return text.contains(table) && lines(servers, name).equals(table.lines().toList()) ? text : changed;
    }

    @Override
    public String without(String servers, String name) {
        List<String> its = lines(servers, name);
        if (its.isEmpty()) {
            return text;
        }
        String eol = text.contains("\r\n") ? "\r\n" : "\n";
        List<String> lines = text.lines().toList();
        int begin = Collections.indexOfSubList(lines, its);
        List<String> rest = new ArrayList<>(lines.subList(0, begin));
        rest.addAll(lines.subList(begin + its.size(), lines.size()));
        String kept = String.join(eol, rest);
        return kept.isBlank() ? "" : kept.stripTrailing() + eol;
    }

    /**
     * Returns the lines of a server without trailing blank lines and comments, which may belong to the next one; empty
     * if absent.
     */
    private List<String> lines(String servers, String name) {
        Pattern own = header(servers, name);
        refuseOtherForms(servers, name);
        List<String> its = new ArrayList<>();
        for (String line : text.lines().toList()) {
            if (HEADER.matcher(line).matches()) {
                if (!own.matcher(line).matches() && !its.isEmpty()) {
                    break;
                }
                if (own.matcher(line).matches()) {
                    its.add(line);
                }
            } else if (!its.isEmpty()) {
                its.add(line);
            }
        }
        while (!its.isEmpty() && SAYS_NOTHING.matcher(its.get(its.size() - 1)).matches()) {
            its.remove(its.size() - 1);
        }
        return its;
    }

    /** Matches its table and the tables within. */
    private static Pattern header(String servers, String name) {
        return Pattern.compile(
                "\\s*+\\[\\s*+" + servers + "\\s*+\\.\\s*+\"?+" + name + "\"?+\\s*+(\\.[^\\]]*+)?+\\].*+");
    }

    private void refuseOtherForms(String servers, String name) {
        boolean isThere = text.lines().anyMatch(header(servers, name).asMatchPredicate());
        Pattern inline = Pattern.compile("\\s*+\"?+" + servers + "\"?+\\s*+[.=].*+");
        Pattern member = Pattern.compile("\\s*+\"?+" + name + "\"?+\\s*+[.=].*+");
        boolean isStrange = text.lines().anyMatch(inline.asMatchPredicate())
                || text.lines().anyMatch(member.asMatchPredicate())
                || isThere && (text.contains("\"\"\"") || text.contains("'''"));
        if (isStrange) {
            throw new IllegalArgumentException("its servers have a layout that cannot be changed automatically");
        }
    }

    /** Strings and lists of strings have the same notation in TOML and JSON. */
    private static String value(@Nullable Object value) {
        return value instanceof List<?> list
                ? list.stream().map(PlainJson::write).collect(Collectors.joining(", ", "[", "]"))
                : PlainJson.write(value);
    }
}
