package dev.daybook.internal.inference;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A labelled block of data in a prompt, between {@code <name>} and {@code </name>}. It is the library's defense against
 * prompt injection: every {@code <} in the data is escaped, so data can neither end the block nor open another. A list
 * item is one line that begins with {@code - }; its further lines are indented by two spaces. Escaping is lossless:
 * {@link #items()} and {@link #text()} return the original texts.
 *
 * @param name the label, in small letters and underscores
 * @param body the escaped text between the tags
 */
public record PromptData(String name, String body) {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z_]*");
    private static final Pattern BLOCK = Pattern.compile("<([a-z][a-z_]*)>\\n([^<]*)\\n</\\1>");

    /** An empty list is marked as such, because models invent missing items. */
    private static final String NONE = "(none)";

    private static final String NONE_AS_DATA = "&#40;none)";

    /** Only an ampersand that starts one of the escapes is escaped, so {@code AT&T} stays readable. */
    private static final Pattern SPECIAL = Pattern.compile("<|&(?=lt;|amp;|#40;)");

    private static final Pattern ESCAPE = Pattern.compile("&(lt|amp|#40);");
    private static final Pattern LINE_BREAK = Pattern.compile("\\R");
    private static final Pattern INDENTED_BREAK = Pattern.compile("(\\R)  ");
    private static final Pattern NEXT_ITEM = Pattern.compile("\\n- ");

    /**
     * @throws IllegalArgumentException if the name has other characters than small letters and underscores, or the body
     * is not escaped
     */
    public PromptData {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("name is \"" + name + "\"; use small letters and underscores");
        }
        if (body.indexOf('<') >= 0) {
            throw new IllegalArgumentException(
                    "body has a \"<\"; use PromptData.list or PromptData.text, which escape it");
        }
    }

    /** Creates a block of list items with any text. */
    public static PromptData list(String name, List<String> items) {
        Objects.requireNonNull(items, "items");
        String lines = items.isEmpty()
                ? "- " + NONE
                : items.stream().map(item -> "- " + line(item)).collect(Collectors.joining("\n"));
        return new PromptData(name, lines);
    }

    /** Creates a block of one text of any number of lines. */
    public static PromptData text(String name, String text) {
        return new PromptData(name, escape(text));
    }

    /** Parses the blocks of a prompt, in order. */
    public static List<PromptData> parse(String prompt) {
        return BLOCK.matcher(prompt)
                .results()
                .map(block -> new PromptData(block.group(1), block.group(2)))
                .toList();
    }

    /** Reverts the escapes, for text that a model copied from a block. */
    public static String unescape(String text) {
        return ESCAPE.matcher(text).replaceAll(PromptData::meaning);
    }

    /** Returns the original items of a block created as a list. */
    public List<String> items() {
        List<String> items = new ArrayList<>();
        if (body.equals("- " + NONE)) {
            return items;
        }
        for (String item : NEXT_ITEM.split(body.startsWith("- ") ? body.substring(2) : body, -1)) {
            items.add(unescape(INDENTED_BREAK.matcher(item).replaceAll("$1")));
        }
        return items;
    }

    /** Returns the original text of a block created from one. */
    public String text() {
        return unescape(body);
    }

    /** Formats the block for a prompt. */
    public String inPrompt() {
        return "<" + name + ">\n" + body + "\n</" + name + ">";
    }

    private static String line(String item) {
        return item.equals(NONE)
                ? NONE_AS_DATA
                : LINE_BREAK.matcher(escape(item)).replaceAll("$0  ");
    }

    private static String escape(String text) {
        return SPECIAL.matcher(text).replaceAll(special -> special.group().equals("<") ? "&lt;" : "&amp;");
    }

    private static String meaning(MatchResult escape) {
        return switch (escape.group(1)) {
            case "lt" -> "<";
            case "amp" -> "&";
            default -> "(";
        };
    }
}
