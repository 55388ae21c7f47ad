package dev.daybook.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import dev.daybook.model.Kind;
import dev.daybook.store.Blob;
import dev.daybook.store.ScopeNumbers;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.LongStream;

/** The contents that one attempt writes into {@link ContentBuckets} before its batch publishes them. */
final class StagedContents {

    private final CassandraDatabase database;
    private final ContentBuckets buckets;
    private final ByteBuffer scope;
    private final int life;
    private final long turn;
    private final UUID attempt = UUID.randomUUID();
    private boolean underWay;
    private final List<ContentKey> keys = new ArrayList<>();
    private final List<BoundStatement> inserts = new ArrayList<>();

    /**
     * @param life the life of the entries
     * @param turn the turn that the batch is planned on
     */
    StagedContents(CassandraDatabase database, ContentBuckets buckets, ByteBuffer scope, int life, long turn) {
        this.database = database;
        this.buckets = buckets;
        this.scope = scope;
        this.life = life;
        this.turn = turn;
    }

    /** @param underWay whether the batch was sent and has no answer */
    void underWay(boolean underWay) {
        this.underWay = underWay;
    }

    /** Tests whether a batch that has not been applied at a turn may still be. */
    boolean mayBePublished(long present) {
        return underWay && turn >= present;
    }

    UUID attempt() {
        return attempt;
    }

    /** Returns the buckets of the contents. */
    LongStream buckets() {
        return keys.stream().mapToLong(key -> buckets.bucket(key.position())).distinct();
    }

    /** Returns the value for the row of an entry: the bytes, or the name of this attempt, which then has the bytes. */
    ByteBuffer value(Kind kind, long position, long contentRevision, String name, Blob bytes) {
        if (!buckets.isApart(position)) {
            return bytes.read();
        }
        ContentKey key = new ContentKey(life, kind, position, contentRevision, name, attempt);
        keys.add(key);
        inserts.add(buckets.insert(scope, key, turn, bytes));
        return ContentBuckets.named(attempt);
    }

    /** Returns the values of sidecars as {@link #value}. */
    Map<String, ByteBuffer> values(Kind kind, long position, long contentRevision, Map<String, Blob> sidecars) {
        Map<String, ByteBuffer> values = new HashMap<>();
        sidecars.forEach((name, bytes) -> values.put(name, value(kind, position, contentRevision, name, bytes)));
        return values;
    }

    /** Returns the statements that write the contents. */
    List<BoundStatement> inserts() {
        return inserts;
    }

    /**
     * Writes the contents, after noting a new bucket, so that they are found if they are never published. The first batch
     * of a copy reaches the buckets of all later ones.
     *
     * @param before the numbers of the scope before the batch
     * @param after those after it
     */
    void write(ScopeNumbers before, ScopeNumbers after) {
        buckets.note(scope, Math.max(buckets.reached(after), buckets().max().orElse(0)), before);
        database.writeTogether(inserts, false);
    }

    /** Removes the contents, which can no longer be published. */
    void discard() {
        buckets.delete(scope, keys, false);
    }
}
