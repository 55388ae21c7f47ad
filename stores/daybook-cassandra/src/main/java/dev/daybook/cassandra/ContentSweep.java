package dev.daybook.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.daybook.model.Kind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/**
 * A search of the buckets of a scope for contents that no row names: those of a process that died between writing
 * contents and publishing or removing them, and those of a sidecar that was written twice. Contents of batches that were
 * planned on the present turn are passed over, because they may be published yet; earlier batches are decided.
 */
final class ContentSweep {

    private static final String NAMED =
            " FROM daybook_memory WHERE scope = ? AND life = ? AND name = ? AND n >= ? AND n < ? AND shelf = ";

    private final CassandraDatabase database;
    private final ContentBuckets buckets;
    private final ByteBuffer scope;
    private final Set<UUID> decided;
    private final PartitionHead head;

    ContentSweep(CassandraDatabase database, ContentBuckets buckets, ByteBuffer scope) {
        this(database, buckets, scope, Set.of());
    }

    /** @param decided attempts that are decided, whatever turn they were planned on */
    ContentSweep(CassandraDatabase database, ContentBuckets buckets, ByteBuffer scope, Set<UUID> decided) {
        this.database = database;
        this.buckets = buckets;
        this.scope = scope;
        this.decided = decided;
        this.head = PartitionHead.readSettled(database, scope);
    }

    /**
     * Contents that do not match the rows of the entries.
     *
     * @param unnamed the number of contents that no row names
     * @param lost the number of contents that a row names and that are absent
     */
    record Mismatch(long unnamed, long lost) {}

    Mismatch count() {
        return search(all(), unnamed -> {});
    }

    /** @param everywhere whether to wait for all replicas */
    Mismatch remove(boolean everywhere) {
        return search(all(), unnamed -> buckets.delete(scope, unnamed, everywhere));
    }

    /** Removes from some buckets only. */
    void removeFrom(LongStream some) {
        search(some, unnamed -> buckets.delete(scope, unnamed, false));
    }

    private LongStream all() {
        return buckets.all(scope, head.numbers());
    }

    private Mismatch search(LongStream searched, Consumer<List<ContentKey>> unnamedOfEach) {
        long unnamed = 0;
        long lost = 0;
        for (long bucket : searched.toArray()) {
            Set<ContentKey> named = named(bucket);
            List<ContentKey> unnamedOfBucket = new ArrayList<>();
            for (Row row : buckets.keys(scope, bucket)) {
                ContentKey key = ContentBuckets.key(row);
                boolean isDecided = row.getLong("turn") < head.turn() || decided.contains(key.attempt());
                if (!named.remove(key) && isDecided) {
                    unnamedOfBucket.add(key);
                }
            }
            unnamedOfEach.accept(unnamedOfBucket);
            if (!named.isEmpty()) {
                // Contents are removed when no row names them any more: what a row still names is lost.
                named.retainAll(named(bucket));
            }
            unnamed += unnamedOfBucket.size();
            lost += named.size();
        }
        return new Mismatch(unnamed, lost);
    }

    /** Returns the contents of a bucket that rows of the present life name. */
    private Set<ContentKey> named(long bucket) {
        Set<ContentKey> named = new HashSet<>();
        for (Kind kind : Kind.values()) {
            if (buckets.bucket(head.numbers().positions().getOrDefault(kind, 0L)) >= bucket) {
                rows("SELECT n, m, body" + NAMED + RowShelf.VERSION, kind, bucket)
                        .forEach(row -> named.add(
                                key(kind, row, row.getLong("m"), ContentKey.BODY, RowValues.buffer(row, "body"))));
                rows("SELECT n, content, sidecars" + NAMED + RowShelf.INDEX, kind, bucket)
                        .forEach(row -> sidecars(row)
                                .forEach((name, value) ->
                                        named.add(key(kind, row, row.getLong("content"), name, value))));
            }
        }
        return named;
    }

    private Iterable<Row> rows(String select, Kind kind, long bucket) {
        return database.read(
                select,
                scope,
                head.life(),
                kind.label(),
                buckets.firstPosition(bucket),
                buckets.firstPosition(bucket + 1));
    }

    private static Map<String, ByteBuffer> sidecars(Row row) {
        return Objects.requireNonNullElse(row.getMap("sidecars", String.class, ByteBuffer.class), Map.of());
    }

    private ContentKey key(Kind kind, Row row, long contentRevision, String name, ByteBuffer value) {
        return new ContentKey(
                head.life(), kind, row.getLong("n"), contentRevision, name, ContentBuckets.attempt(value));
    }
}
