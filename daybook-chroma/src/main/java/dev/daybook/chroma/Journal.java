package dev.daybook.chroma;

import dev.daybook.data.Embedding;
import dev.daybook.data.StoreException;
import dev.daybook.spi.Batch;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Put;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes the steps of an operation happen all or not at all, on a server without transactions: they are first written down
 * as one intent, then done one after the other, and the request with the last of them takes the intent back. Whoever opens
 * the space finishes the intent that is there. An intent that is too large for one request goes in numbered parts; it
 * counts when all are there.
 *
 * <p>One operation at a time: the space's writer has the turn.
 */
final class Journal {

    /** A server of Chroma takes 40 MB at once; a character may need three bytes, and a quote more when it is quoted. */
    static final int MOST_BYTES = 8 << 20;

    /** More would be a backup and no batch. */
    static final int MOST_PARTS = 16;

    private static final String PART = "intent/";
    private static final String INTENT = "intent";
    private static final String DONE = "done";
    private static final String OPERATION = Keys.PREFIX + "operation";
    private static final String NUMBER = Keys.PREFIX + "part";
    private static final String PARTS = Keys.PREFIX + "parts";
    private static final String STEPS = Keys.PREFIX + "steps";

    private final Shelves shelves;
    private final Runnable mayWrite;

    /** Of the intent that was came last: how many requests were sent and answered, and how many parts it has. */
    private int sent;

    private int answered;

    private int needed;

    /** @param mayWrite called before each request that writes; throws if nothing may be written any more */
    Journal(Shelves shelves, Runnable mayWrite) {
        this.shelves = shelves;
        this.mayWrite = mayWrite;
    }

    /**
     * Refuses a batch that cannot fit, before it is copied.
     *
     * @throws IllegalArgumentException if it is too large
     */
    static void requireSize(Batch batch) {
        long bytes = 0;
        for (Put put : batch.puts()) {
            bytes += put.body().size();
            bytes += put.sidecars().values().stream().mapToLong(Blob::size).sum();
        }
        bytes += batch.sidecars().stream()
                .mapToLong(added -> added.bytes().size())
                .sum();
        if (bytes > (long) MOST_PARTS * MOST_BYTES) {
            throw tooLarge("a batch of " + bytes + " bytes", (long) MOST_PARTS * MOST_BYTES);
        }
    }

    /**
     * Writes an intent and does it.
     *
     * @param parts the steps as {@link #parts} has them
     * @throws StoreException if the server failed; the intent is there or not, and is finished at the next opening if it is
     */
    void carryOut(String operation, List<Step> steps, List<String> parts) {
        needed = parts.size();
        for (int part = 1; part <= parts.size(); part++) {
            ObjectNode keys = Filters.object()
                    .put(Keys.TYPE, INTENT)
                    .put(OPERATION, operation)
                    .put(NUMBER, part)
                    .put(PARTS, parts.size())
                    .put(STEPS, parts.get(part - 1));
            write(Shelf.SIDE, List.of(Step.side(PART + part, keys)));
        }
        apply(steps, parts.size());
    }

    /** Forgets the intent before: nothing was sent of the one that comes. */
    void begin() {
        sent = 0;
        answered = 0;
        needed = 1;
    }

    /** Whether the intent that failed last may be there whole all the same, and so is done by whoever comes next. */
    boolean mayCount(StoreException failure) {
        return answered >= needed || sent >= needed && failure.retryable();
    }

    /**
     * Steps as the texts that an intent has.
     *
     * @throws IllegalArgumentException if they are too large
     */
    static List<String> parts(List<Step> steps) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        for (Step step : steps) {
            String json = step.json();
            if (json.length() > MOST_BYTES) {
                throw tooLarge("a row of " + json.length() + " characters", MOST_BYTES);
            }
            if (part.length() + json.length() > MOST_BYTES) {
                parts.add(part.append(']').toString());
                part.setLength(0);
            }
            part.append(part.length() == 0 ? '[' : ',').append(json);
        }
        parts.add(part.append(']').toString());
        if (parts.size() > MOST_PARTS) {
            throw tooLarge("a batch of " + parts.size() + " parts", (long) MOST_PARTS * MOST_BYTES);
        }
        return parts;
    }

    private static IllegalArgumentException tooLarge(String what, long most) {
        return new IllegalArgumentException(
                what + " is too large for Chroma, which is given at most " + most + " bytes; write less at a time");
    }

    /** Finishes what was begun, and drops what never counted. */
    void settle() {
        List<ChromaDocument> open =
                shelves.findAll(Shelf.SIDE, Filters.is(Keys.TYPE, INTENT), ChromaCollection.Part.TEXTS).stream()
                        .sorted((one, other) -> Long.compare(number(one), number(other)))
                        .toList();
        if (open.isEmpty()) {
            return;
        }
        List<Step> steps = new ArrayList<>();
        if (isWhole(open)) {
            open.forEach(part -> steps.addAll(steps(part)));
        }
        apply(steps, open.size());
    }

    private static boolean isWhole(List<ChromaDocument> open) {
        String operation = Keys.text(open.get(0).metadata(), OPERATION);
        for (int i = 0; i < open.size(); i++) {
            ObjectNode keys = open.get(i).metadata();
            if (!Objects.equals(operation, Keys.text(keys, OPERATION))
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

    private static List<Step> steps(ChromaDocument part) {
        try {
            List<Step> steps = new ArrayList<>();
            ChromaServer.JSON
                    .readTree(part.metadata().path(STEPS).asString(""))
                    .forEach(step -> steps.add(Step.parse(step)));
            return steps;
        } catch (JacksonException | IllegalArgumentException changed) {
            throw new StoreException("an open intent in Chroma cannot be read; another program has changed the row '"
                    + part.id() + "' of Daybook's own collection: remove that row, or restore a backup");
        }
    }

    /** What others read comes first; Daybook's own rows last, with the intent taken back. */
    private void apply(List<Step> steps, int parts) {
        for (Shelf shelf : List.of(Shelf.EPISODES, Shelf.FACTS, Shelf.SIDE)) {
            for (Step.Action action : List.of(Step.Action.DELETE, Step.Action.UPDATE)) {
                write(shelf, of(steps, shelf, action));
            }
            List<Step> upserts = new ArrayList<>(of(steps, shelf, Step.Action.UPSERT));
            if (shelf == Shelf.SIDE) {
                for (int part = 1; part <= parts; part++) {
                    upserts.add(Step.side(PART + part, done()));
                }
            }
            write(shelf, upserts);
        }
    }

    private static ObjectNode done() {
        return Filters.object().put(Keys.TYPE, DONE).putNull(STEPS).putNull(OPERATION);
    }

    private static List<Step> of(List<Step> steps, Shelf shelf, Step.Action action) {
        return steps.stream()
                .filter(step -> step.shelf() == shelf && step.action() == action)
                .toList();
    }

    /** Steps of one kind, as few requests as may be, in their order. */
    private void write(Shelf shelf, List<Step> steps) {
        int from = 0;
        while (from < steps.size()) {
            ChromaCollection collection = shelves.need(shelf);
            int to = from + 1;
            int length = steps.get(from).json().length();
            while (to < steps.size() && to - from < collection.mostRows()) {
                length += steps.get(to).json().length();
                if (length > MOST_BYTES) {
                    break;
                }
                to++;
            }
            mayWrite.run();
            sent++;
            write(collection, shelf, steps.subList(from, to));
            answered++;
            from = to;
        }
    }

    private void write(ChromaCollection collection, Shelf shelf, List<Step> steps) {
        List<ChromaDocument> rows = steps.stream().map(Step::row).toList();
        switch (steps.get(0).action()) {
            case DELETE ->
                collection.delete(rows.stream().map(ChromaDocument::id).toList());
            case UPDATE -> collection.update(rows);
            case UPSERT -> collection.upsert(fitting(shelf, rows));
        }
    }

    /** Another program may have been the first to give the collection a width. */
    private List<ChromaDocument> fitting(Shelf shelf, List<ChromaDocument> rows) {
        int width = shelf == Shelf.SIDE ? 0 : shelves.width(shelf);
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
