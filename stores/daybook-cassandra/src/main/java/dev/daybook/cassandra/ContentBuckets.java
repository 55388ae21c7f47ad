package dev.daybook.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.data.TupleValue;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.TupleType;
import dev.daybook.model.Kind;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryNumbers;
import dev.daybook.store.RowChange;
import dev.daybook.store.ScopeNumbers;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;

/**
 * The buckets of large scopes: partitions with the bodies and sidecars of the entries at higher positions. An attempt
 * writes them plainly, before its batch, which publishes them: the row of the entry names the attempt where it otherwise
 * has the bytes. Readers follow these names only, so they never see the contents of an attempt that was overtaken.
 *
 * <p>The id of an attempt is random, so no key is used twice. Writes and deletions therefore have fixed timestamps: a
 * deletion wins over the writes of its rows, also over those that arrive later or come from a clock that is ahead.
 *
 * @param positions the positions of a bucket
 */
record ContentBuckets(CassandraDatabase database, String store, long positions) {

    /** The positions of a bucket; part of the layout. The first ones have their contents in the partition of the scope. */
    static final long POSITIONS = 8_192;

    private static final int SLOTS = 16;

    /** The keys of an IN condition. A server reads each of them by itself. */
    private static final int KEYS_AT_ONCE = 100;

    private static final String IN_BUCKET = " WHERE scope = ? AND bucket = ?";
    private static final String DELETE = "DELETE FROM daybook_contents USING TIMESTAMP 2" + IN_BUCKET + " AND life ";
    private static final TupleType ROW_KEY =
            DataTypes.tupleOf(DataTypes.TEXT, DataTypes.BIGINT, DataTypes.BIGINT, DataTypes.TEXT, DataTypes.UUID);

    /** Tests whether the contents of an entry are in a bucket. */
    boolean isApart(long position) {
        return position >= positions;
    }

    long bucket(long position) {
        return position / positions;
    }

    long firstPosition(long bucket) {
        return bucket * positions;
    }

    /** Returns the value that names an attempt in place of bytes. */
    static ByteBuffer named(UUID attempt) {
        return ByteBuffer.allocate(16)
                .putLong(attempt.getMostSignificantBits())
                .putLong(attempt.getLeastSignificantBits())
                .flip();
    }

    /** Returns the attempt that a value names. */
    static UUID attempt(ByteBuffer value) {
        ByteBuffer bytes = value.duplicate();
        return new UUID(bytes.getLong(), bytes.getLong());
    }

    /** @param turn the turn that the batch of the attempt is planned on */
    BoundStatement insert(ByteBuffer scope, ContentKey key, long turn, Blob bytes) {
        return database.bind(
                "INSERT INTO daybook_contents (scope, bucket, life, kind, place, content, name, attempt, turn, bytes)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) USING TIMESTAMP 1",
                scope,
                bucket(key.position()),
                key.life(),
                key.kind().label(),
                key.position(),
                key.contentRevision(),
                key.name(),
                key.attempt(),
                turn,
                bytes.read());
    }

    /** Returns the buckets that a scope has reached and those that were noted. */
    LongStream all(ByteBuffer scope, ScopeNumbers numbers) {
        Row row = Objects.requireNonNull(database.read(
                        "SELECT max(bucket) FROM daybook_buckets WHERE store = ? AND slot = ? AND scope = ?",
                        store,
                        slot(scope),
                        scope)
                .one());
        return LongStream.rangeClosed(1, Math.max(reached(numbers), row.isNull(0) ? 0 : row.getLong(0)));
    }

    /** Returns the last bucket with a position that a scope has given; 0 if it needs none. */
    long reached(ScopeNumbers numbers) {
        return numbers.positions().values().stream()
                .mapToLong(this::bucket)
                .max()
                .orElse(0);
    }

    /** Notes a bucket that a scope has not reached, and those below it. */
    void note(ByteBuffer scope, long bucket, ScopeNumbers numbers) {
        if (bucket > reached(numbers)) {
            database.write(
                    "INSERT INTO daybook_buckets (store, slot, scope, bucket) VALUES (?, ?, ?, ?)",
                    store,
                    slot(scope),
                    scope,
                    bucket);
        }
    }

    private static int slot(ByteBuffer scope) {
        return Math.floorMod(scope.get(scope.position()), SLOTS);
    }

    /** Returns the scopes with a bucket, those that were erased included. */
    Set<ByteBuffer> scopes() {
        Set<ByteBuffer> scopes = new LinkedHashSet<>();
        for (int slot = 0; slot < SLOTS; slot++) {
            database.read("SELECT scope FROM daybook_buckets WHERE store = ? AND slot = ?", store, slot)
                    .forEach(row -> scopes.add(RowValues.buffer(row, "scope")));
        }
        return scopes;
    }

    /** Reads contents; those that were erased meanwhile are left out. */
    Map<ContentKey, Blob> read(ByteBuffer scope, int life, Collection<ContentKey> keys) {
        Map<Long, List<TupleValue>> byBucket = new HashMap<>();
        for (ContentKey key : keys) {
            byBucket.computeIfAbsent(bucket(key.position()), first -> new ArrayList<>())
                    .add(ROW_KEY.newValue(
                            key.kind().label(), key.position(), key.contentRevision(), key.name(), key.attempt()));
        }
        List<BoundStatement> reads = new ArrayList<>();
        byBucket.forEach((bucket, rows) -> {
            for (int from = 0; from < rows.size(); from += KEYS_AT_ONCE) {
                reads.add(database.bind(
                        "SELECT life, kind, place, content, name, attempt, bytes FROM daybook_contents" + IN_BUCKET
                                + " AND life = ? AND (kind, place, content, name, attempt) IN ?",
                        scope,
                        bucket,
                        life,
                        rows.subList(from, Math.min(rows.size(), from + KEYS_AT_ONCE))));
            }
        });
        Map<ContentKey, Blob> found = new HashMap<>();
        database.readTogether(reads, row -> found.put(key(row), RowValues.blob(row, "bytes")));
        return found;
    }

    /** Returns the keys of a bucket with the turns that their batches were planned on. */
    Iterable<Row> keys(ByteBuffer scope, long bucket) {
        return database.read(
                "SELECT life, kind, place, content, name, attempt, turn FROM daybook_contents" + IN_BUCKET,
                scope,
                bucket);
    }

    static ContentKey key(Row row) {
        return new ContentKey(
                row.getInt("life"),
                Kind.of(RowValues.text(row, "kind")),
                row.getLong("place"),
                row.getLong("content"),
                RowValues.text(row, "name"),
                Objects.requireNonNull(row.getUuid("attempt")));
    }

    /** Reads the keys of a bucket from all replicas, which so agree on its deletions. */
    void readEverywhere(ByteBuffer scope, long bucket) {
        database.readEverywhere("SELECT life, turn FROM daybook_contents" + IN_BUCKET, scope, bucket);
    }

    /** @param everywhere whether to wait for all replicas */
    void delete(ByteBuffer scope, Collection<ContentKey> keys, boolean everywhere) {
        database.writeTogether(
                keys.stream()
                        .map(key -> database.bind(
                                DELETE + "= ? AND kind = ? AND place = ? AND content = ? AND name = ? AND attempt = ?",
                                scope,
                                bucket(key.position()),
                                key.life(),
                                key.kind().label(),
                                key.position(),
                                key.contentRevision(),
                                key.name(),
                                key.attempt()))
                        .toList(),
                everywhere);
    }

    /** Deletes all contents at the positions of erased entries, also those of other attempts. */
    void deleteEntries(ByteBuffer scope, int life, List<RowChange.Removal> removals) {
        database.writeTogether(
                removals.stream()
                        .filter(removal -> isApart(removal.before().position()))
                        .map(removal -> database.bind(
                                DELETE + "= ? AND kind = ? AND place = ?",
                                scope,
                                bucket(removal.before().position()),
                                life,
                                removal.key().kind().label(),
                                removal.before().position()))
                        .toList(),
                false);
    }

    /** Deletes the sidecars of replaced versions. */
    void deleteReplaced(ByteBuffer scope, int life, List<RowChange.Version> versions) {
        List<BoundStatement> deletions = new ArrayList<>();
        for (RowChange.Version version : versions) {
            EntryNumbers before = version.before();
            if (before != null && isApart(before.position())) {
                deletions.add(database.bind(
                        DELETE + "= ? AND kind = ? AND place = ? AND content = ? AND name > ?",
                        scope,
                        bucket(before.position()),
                        life,
                        version.key().kind().label(),
                        before.position(),
                        before.contentRevision(),
                        ContentKey.BODY));
            }
        }
        database.writeTogether(deletions, false);
    }

    /** Deletes all contents of the lives before one. */
    void deleteLivesBefore(ByteBuffer scope, int life, ScopeNumbers numbers) {
        database.writeTogether(
                all(scope, numbers)
                        .mapToObj(bucket -> database.bind(DELETE + "< ?", scope, bucket, life))
                        .toList(),
                false);
    }
}
