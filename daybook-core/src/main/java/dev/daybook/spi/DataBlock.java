package dev.daybook.spi;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Data in a prompt, between {@code <name>} and {@code </name>}. Whatever the data are, they cannot end the block or
 * begin another one: every {@code <} in them is escaped. An item of a list is one line that begins with
 * {@code - }; the further lines of an item are indented by two spaces, so an item stays one item. Nothing is lost:
 * {@link #items()} and {@link #text()} give back exactly what went in.
 *
 * @param name what the block is called, in small letters and underscores
 * @param body what stands between the tags
 */
public record DataBlock(String name, String body) {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z_]*");
    private static final Pattern BLOCK = Pattern.compile("<([a-z][a-z_]*)>\\n([^<]*)\\n</\\1>");

    /** An empty list is said to be one, because models fill in what is missing. */
    private static final String NONE = "(none)";

    private static final String NONE_AS_DATA = "&#40;none)";

    /** Only an ampersand that looks like an escape of ours needs one itself: {@code AT&T} stays readable. */
    private static final Pattern SPECIAL = Pattern.compile("<|&(?=lt;|amp;|#40;)");

    private static final Pattern ESCAPE = Pattern.compile("&(lt|amp|#40);");
    private static final Pattern LINE_BREAK = Pattern.compile("\\R");
    private static final Pattern INDENTED_BREAK = Pattern.compile("(\\R)  ");
    private static final Pattern NEXT_ITEM = Pattern.compile("\\n- ");

    /** @throws IllegalArgumentException if the name is not of small letters and underscores, or the body has a tag */
    public DataBlock {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("name is \"" + name + "\"; use small letters and underscores");
        }
        if (body.indexOf('<') >= 0) {
            throw new IllegalArgumentException(
                    "body has a \"<\"; use DataBlock.list or DataBlock.text, which escape it");
        }
    }

    /** A block of items, each on its own line or lines; any texts. */
    public static DataBlock list(String name, List<String> items) {
        Objects.requireNonNull(items, "items");
        String lines = items.isEmpty()
                ? "- " + NONE
                : items.stream().map(item -> "- " + line(item)).collect(Collectors.joining("\n"));
        return new DataBlock(name, lines);
    }

    /** A block of one text, with its own lines; any text. */
    public static DataBlock text(String name, String text) {
        return new DataBlock(name, escape(text));
    }

    /** Parses the blocks of a prompt, in order. */
    public static List<DataBlock> parse(String prompt) {
        return BLOCK.matcher(prompt)
                .results()
                .map(block -> new DataBlock(block.group(1), block.group(2)))
                .toList();
    }

    /** A text without the escapes of a block; for what a model has copied out of one. */
    public static String unescape(String text) {
        return ESCAPE.matcher(text).replaceAll(DataBlock::meaning);
    }

    /** The items of a block that was made as a list. */
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

    /** The text of a block that was made as one. */
    public String text() {
        return unescape(body);
    }

    /** The block as it stands in a prompt. */
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
