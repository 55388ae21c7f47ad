package dev.daybook.server.importing.memory;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.server.importing.memory.ChromaRows.Row;
import dev.daybook.server.importing.source.SqliteFile;
import dev.daybook.server.importing.source.UnreadableSourceException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The entries of Chroma's queue that are not in its tables yet. There are some only if Chroma was killed between the
 * two writes of a call; it applies them on its next start, and so does this class.
 */
final class ChromaQueue {

    private static final long DELETE = 3;
    private static final long UPDATE = 1;

    private static final String NEWER = """
            SELECT q.id, q.operation, q.metadata FROM embeddings_queue q JOIN collections c
            ON q.topic LIKE '%/' || c.id JOIN segments s ON s.collection = c.id
            WHERE s.id = ? AND q.seq_id > coalesce((SELECT max(seq_id) FROM max_seq_id WHERE segment_id = s.id), 0)
            ORDER BY q.seq_id""";

    /** A queued change of a row: metadata to merge; null deletes it. */
    private record Change(boolean mayAdd, @Nullable Map<String, @Nullable Object> metadata) {}

    private final Map<String, Change> changes = new LinkedHashMap<>();

    private ChromaQueue() {}

    static ChromaQueue of(SqliteFile file, String segment) {
        ChromaQueue queue = new ChromaQueue();
        if (file.has("embeddings_queue") && file.has("max_seq_id")) {
            file.each(NEWER, queue::take, segment);
        }
        return queue;
    }

    private void take(JsonFields line) {
        String id = line.text("id");
        Object operation = line.get("operation");
        if (operation instanceof Long number && number == DELETE) {
            changes.put(id, new Change(false, null));
            return;
        }
        Change before = changes.get(id);
        Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
        if (before != null && before.metadata() != null) {
            metadata.putAll(before.metadata());
        }
        String given = line.optionalText("metadata");
        if (given != null) {
            metadata.putAll(read(id, given));
        }
        boolean mayAdd = !(operation instanceof Long number && number == UPDATE) || before != null && before.mayAdd();
        changes.put(id, new Change(mayAdd, metadata));
    }

    private static Map<String, @Nullable Object> read(String id, String metadata) {
        try {
            return PlainJson.readObject(metadata);
        } catch (IllegalArgumentException e) {
            throw new UnreadableSourceException(
                    "the entry of Chroma's queue for '" + id + "' is " + e.getMessage()
                            + "; start Chroma once on that folder," + " which clears its queue, and import again",
                    e);
        }
    }

    /** Applies the queue to a row of the tables; nothing if it was deleted. */
    Optional<Row> over(Row row) {
        Change change = changes.remove(row.id());
        if (change == null) {
            return Optional.of(row);
        }
        if (change.metadata() == null) {
            return Optional.empty();
        }
        Map<String, @Nullable Object> metadata = new LinkedHashMap<>(row.metadata());
        metadata.put(ChromaFolder.DOCUMENT, row.document());
        metadata.putAll(change.metadata());
        metadata.values().removeIf(value -> value == null);
        return Optional.of(ChromaFolder.row(row.id(), metadata));
    }

    /** Returns the rows that are in the queue only; call it after all others were read. */
    List<Row> added() {
        return changes.entrySet().stream()
                .filter(change -> change.getValue().mayAdd())
                .map(change -> ChromaFolder.row(
                        change.getKey(),
                        Optional.ofNullable(change.getValue().metadata()).orElseThrow()))
                .toList();
    }
}
