package dev.daybook.chroma;

import dev.daybook.error.StoreException;
import dev.daybook.model.Embedding;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryPut;
import dev.daybook.store.WriteBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes the steps of an operation atomic on a server without transactions. The steps are first stored as an intent, a
 * kind of write-ahead log, then applied one after the other; the request with the last step removes the intent. The
 * next opening of the space completes an open intent. An intent too large for one request is stored in numbered parts
 * and is valid when all exist.
 *
 * <p>One operation at a time: the caller holds the space's write lock.
 */
final class IntentJournal {

    /** A Chroma server accepts 40 MB per request; a character may need three bytes, and an escaped quote more. */
    static final int MAX_BYTES = 8 << 20;

    /** A larger batch is refused. */
    static final int MAX_PARTS = 16;

    private static final String PART = "intent/";
    private static final String INTENT = "intent";
    private static final String DONE = "done";
    private static final String OPERATION = MetadataKeys.PREFIX + "operation";
    private static final String NUMBER = MetadataKeys.PREFIX + "part";
    private static final String PARTS = MetadataKeys.PREFIX + "parts";
    private static final String STEPS = MetadataKeys.PREFIX + "steps";

    private final SpaceCollections spaceCollections;
    private final Runnable mayWrite;

    /** The state of the last intent: the requests sent, the requests answered, and its number of parts. */
    private int sent;

    private int answered;

    private int needed;

    /** @param mayWrite called before each writing request; throws if this process may no longer write */
    IntentJournal(SpaceCollections spaceCollections, Runnable mayWrite) {
        this.spaceCollections = spaceCollections;
        this.mayWrite = mayWrite;
    }

    /**
     * Refuses an oversized batch before it is copied.
     *
     * @throws IllegalArgumentException if it is too large
     */
    static void requireSize(WriteBatch batch) {
        long bytes = 0;
        for (EntryPut put : batch.puts()) {
            bytes += put.body().size();
            bytes += put.sidecars().values().stream().mapToLong(Blob::size).sum();
        }
        bytes += batch.sidecars().stream()
                .mapToLong(added -> added.bytes().size())
                .sum();
        if (bytes > (long) MAX_PARTS * MAX_BYTES) {
            throw tooLarge("a batch of " + bytes + " bytes", (long) MAX_PARTS * MAX_BYTES);
        }
    }

    /**
     * Stores an intent and applies it.
     *
     * @param parts the steps as {@link #parts} encodes them
     * @throws StoreException if the server failed; an intent that was stored is completed at the next opening
     */
    void commit(String operation, List<DocumentChange> steps, List<String> parts) {
        needed = parts.size();
        for (int part = 1; part <= parts.size(); part++) {
            ObjectNode keys = RowFilters.object()
                    .put(MetadataKeys.TYPE, INTENT)
                    .put(OPERATION, operation)
                    .put(NUMBER, part)
                    .put(PARTS, parts.size())
                    .put(STEPS, parts.get(part - 1));
            write(SpaceCollection.SIDE, List.of(DocumentChange.side(PART + part, keys)));
        }
        apply(steps, parts.size());
    }

    /** Resets the state of the last intent: nothing of the next one is sent yet. */
    void begin() {
        sent = 0;
        answered = 0;
        needed = 1;
    }

    /** Tests whether the failed intent may be complete on the server, so that the next owner applies it. */
    boolean mayCount(StoreException failure) {
        return answered >= needed || sent >= needed && failure.retryable();
    }

    /**
     * Encodes steps as the parts of an intent.
     *
     * @throws IllegalArgumentException if they are too large
     */
    static List<String> parts(List<DocumentChange> steps) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        for (DocumentChange documentChange : steps) {
            String json = documentChange.json();
            if (json.length() > MAX_BYTES) {
                throw tooLarge("a row of " + json.length() + " characters", MAX_BYTES);
            }
            if (part.length() + json.length() > MAX_BYTES) {
                parts.add(part.append(']').toString());
                part.setLength(0);
            }
            part.append(part.length() == 0 ? '[' : ',').append(json);
        }
        parts.add(part.append(']').toString());
        if (parts.size() > MAX_PARTS) {
            throw tooLarge("a batch of " + parts.size() + " parts", (long) MAX_PARTS * MAX_BYTES);
        }
        return parts;
    }

    private static IllegalArgumentException tooLarge(String what, long most) {
        return new IllegalArgumentException(
                what + " is too large for Chroma, which is given at most " + most + " bytes; write less at a time");
    }

    /** Completes an open intent and drops an incomplete one. */
    void settle() {
        List<ChromaDocument> open = spaceCollections
                .findAll(SpaceCollection.SIDE, RowFilters.is(MetadataKeys.TYPE, INTENT), ChromaCollection.RowPart.TEXTS)
                .stream()
                .sorted((one, other) -> Long.compare(number(one), number(other)))
                .toList();
        if (open.isEmpty()) {
            return;
        }
        List<DocumentChange> steps = new ArrayList<>();
        if (isWhole(open)) {
            open.forEach(part -> steps.addAll(steps(part)));
        }
        apply(steps, open.size());
    }

    private static boolean isWhole(List<ChromaDocument> open) {
        String operation = MetadataKeys.text(open.get(0).metadata(), OPERATION);
        for (int i = 0; i < open.size(); i++) {
            ObjectNode keys = open.get(i).metadata();
            if (!Objects.equals(operation, MetadataKeys.text(keys, OPERATION))
                    || keys.path(PARTS).asInt(0) != open.size()
                    || number(open.get(i)) != i + 1) {
                return false;
            }
        }
        return true;
    }

    private static long number(ChromaDocument part) {
        return part.metadata().path(NUMBER).asLong(0);
    }

    private static List<DocumentChange> steps(ChromaDocument part) {
        try {
            List<DocumentChange> steps = new ArrayList<>();
            ChromaServer.JSON
                    .readTree(part.metadata().path(STEPS).asString(""))
                    .forEach(step -> steps.add(DocumentChange.parse(step)));
            return steps;
        } catch (JacksonException | IllegalArgumentException changed) {
            throw new StoreException("an open intent in Chroma cannot be read; another program has changed the row '"
                    + part.id() + "' of Daybook's own collection: remove that row, or restore a backup");
        }
    }

    /** Applies steps: shared collections first, side rows last together with the removal of the intent. */
    private void apply(List<DocumentChange> steps, int parts) {
        for (SpaceCollection spaceCollection :
                List.of(SpaceCollection.EPISODES, SpaceCollection.FACTS, SpaceCollection.SIDE)) {
            for (DocumentChange.Action action : List.of(DocumentChange.Action.DELETE, DocumentChange.Action.UPDATE)) {
                write(spaceCollection, of(steps, spaceCollection, action));
            }
            List<DocumentChange> upserts = new ArrayList<>(of(steps, spaceCollection, DocumentChange.Action.UPSERT));
            if (spaceCollection == SpaceCollection.SIDE) {
                for (int part = 1; part <= parts; part++) {
                    upserts.add(DocumentChange.side(PART + part, done()));
                }
            }
            write(spaceCollection, upserts);
        }
    }

    private static ObjectNode done() {
        return RowFilters.object().put(MetadataKeys.TYPE, DONE).putNull(STEPS).putNull(OPERATION);
    }

    private static List<DocumentChange> of(
            List<DocumentChange> steps, SpaceCollection spaceCollection, DocumentChange.Action action) {
        return steps.stream()
                .filter(documentChange ->
                        documentChange.shelf() == spaceCollection && documentChange.action() == action)
                .toList();
    }

    /** Applies steps of one kind in order, with as few requests as possible. */
    private void write(SpaceCollection spaceCollection, List<DocumentChange> steps) {
        int from = 0;
        while (from < steps.size()) {
            ChromaCollection collection = spaceCollections.need(spaceCollection);
            int to = from + 1;
            int length = steps.get(from).json().length();
            while (to < steps.size() && to - from < collection.mostRows()) {
                length += steps.get(to).json().length();
                if (length > MAX_BYTES) {
                    break;
                }
                to++;
            }
            mayWrite.run();
            sent++;
            write(collection, spaceCollection, steps.subList(from, to));
            answered++;
            from = to;
        }
    }

    private void write(ChromaCollection collection, SpaceCollection spaceCollection, List<DocumentChange> steps) {
        List<ChromaDocument> rows = steps.stream().map(DocumentChange::row).toList();
        switch (steps.get(0).action()) {
            case DELETE ->
                collection.delete(rows.stream().map(ChromaDocument::id).toList());
            case UPDATE -> collection.update(rows);
            case UPSERT -> collection.upsert(fitting(spaceCollection, rows));
        }
    }

    /** Another program may have set the width of the collection first. */
    private List<ChromaDocument> fitting(SpaceCollection spaceCollection, List<ChromaDocument> rows) {
        int width = spaceCollection == SpaceCollection.SIDE ? 0 : spaceCollections.width(spaceCollection);
        return rows.stream().map(row -> fitting(row, width)).toList();
    }

    private static ChromaDocument fitting(ChromaDocument row, int width) {
        Embedding embedding = row.embedding();
        if (width == 0 || embedding == null || embedding.dimensions() == width) {
            return row;
        }
        String text = row.text() == null ? "" : row.text();
        Embedding other = new RowVectors("", width).of(text, Map.of());
        return new ChromaDocument(row.id(), row.metadata(), row.text(), other);
    }
}
