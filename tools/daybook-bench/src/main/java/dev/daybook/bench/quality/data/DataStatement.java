package dev.daybook.bench.quality.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A statement that a model derived from a conversation, as it was recorded.
 *
 * @param sources the turns that it follows from, the most important first
 */
public record DataStatement(DataConversation conversation, String speaker, String text, List<DataTurn> sources) {

    /** The kind of a line with a statement; lines of other kinds are passed over. */
    private static final String KIND = "statement";

    /** Reads the statements of a file, in order. One that names no turn of its conversation has nothing to lead to. */
    public static List<DataStatement> read(DataFile file, Map<String, DataConversation> conversations) {
        List<DataStatement> statements = new ArrayList<>();
        file.eachLine(line -> {
            if (KIND.equals(line.optionalText("kind"))) {
                statements.add(of(line, conversations));
            }
        });
        return statements.stream()
                .filter(statement -> !statement.sources().isEmpty())
                .toList();
    }

    private static DataStatement of(DataFields line, Map<String, DataConversation> conversations) {
        String id = line.text("conversation");
        DataConversation conversation = conversations.get(id);
        if (conversation == null) {
            throw new IllegalArgumentException("conversation '" + id + "' is not in the file of conversations");
        }
        Set<String> sources = line.texts("sources");
        return new DataStatement(
                conversation,
                line.text("speaker"),
                line.text("text"),
                sources.stream()
                        .flatMap(turn -> conversation.turn(turn).stream())
                        .toList());
    }
}
