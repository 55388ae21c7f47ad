package dev.daybook.files;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The input of a call of Anthropic's memory tool: a command and its fields. Fields of later versions are ignored. */
record MemoryToolInput(JsonFields fields) {

    /** The name of a method's argument where a refusal of it has that name. */
    private static final Pattern ARGUMENT = Pattern.compile("^(nothing replaced: )?(viewRange|oldStr|insertLine)(?= )");

    private static final Map<String, String> FIELDS =
            Map.of("viewRange", "view_range", "oldStr", "old_str", "insertLine", "insert_line");

    /**
     * Parses an input.
     *
     * @throws IllegalArgumentException if it is not a JSON object
     */
    static MemoryToolInput of(String json) {
        return new MemoryToolInput(new JsonFields(PlainJson.readObject(json)));
    }

    /**
     * Runs the command.
     *
     * @throws IllegalArgumentException if there is no such command, a field is missing or wrong, or the command refuses
     */
    String answer(MemoryFiles files) {
        String command = fields.text("command");
        return switch (command) {
            case "view" -> files.view(fields.text("path"), viewRange());
            case "create" -> files.create(fields.text("path"), fields.text("file_text"));
            case "str_replace" -> files.strReplace(fields.text("path"), fields.text("old_str"), fields.text("new_str"));
            case "insert" -> files.insert(fields.text("path"), insertLine(), fields.text("insert_text"));
            case "delete" -> files.delete(fields.text("path"));
            case "rename" -> files.rename(fields.text("old_path"), fields.text("new_path"));
            default -> throw fields.wrong("command", command, "view, create, str_replace, insert, delete or rename");
        };
    }

    /** Returns a refusal of {@link MemoryFiles} with the name that the input has for an argument. */
    static String renamed(String refusal) {
        return ARGUMENT.matcher(refusal)
                .replaceFirst(name -> Objects.requireNonNullElse(name.group(1), "") + FIELDS.get(name.group(2)));
    }

    private @Nullable String viewRange() {
        Object range = fields.get("view_range");
        boolean isRange = range instanceof List<?> lines
                && lines.size() == 2
                && lines.stream().allMatch(Long.class::isInstance);
        if (range != null && !isRange) {
            throw fields.wrong("view_range", range, "two line numbers, such as [1, 50]");
        }
        return range == null ? null : PlainJson.write(range);
    }

    private int insertLine() {
        if (fields.get("insert_line") == null) {
            throw new IllegalArgumentException("field 'insert_line' is missing; give the number of a line, from 0");
        }
        return fields.count("insert_line");
    }
}
