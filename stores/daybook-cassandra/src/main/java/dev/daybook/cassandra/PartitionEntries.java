package dev.daybook.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.data.TupleValue;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.TupleType;
import dev.daybook.model.Kind;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryNumbers;
import dev.daybook.store.StoredEntry;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Reads entries of one life of a scope by their keys, and versions by their places. */
record PartitionEntries(CassandraDatabase database, ContentBuckets buckets, ByteBuffer key, int life) {

    /** The life, and the position and content revision of a version. */
    private static final TupleType PLACE = DataTypes.tupleOf(DataTypes.TEXT, DataTypes.BIGINT, DataTypes.BIGINT);

    /** The place of a version. */
    record VersionPlace(Kind kind, long position, long contentRevision) {}

    /**
     * The numbers of an entry and its time, by which it stands on a shelf. The revision of the numbers is the content
     * revision: that of the index row is not needed, because the log keeps stale lines.
     */
    record KnownEntry(EntryNumbers numbers, long at) {}

    /** Returns the name under which an entry stands. The label of a kind has no slash. */
    static String name(EntryKey entry) {
        return entry.kind().label() + "/" + entry.id();
    }

    /** Returns those of some entries that are present. */
    Map<EntryKey, KnownEntry> known(Collection<EntryKey> keys) {
        Map<String, EntryKey> byName = new HashMap<>();
        keys.forEach(each -> byName.put(name(each), each));
        Map<EntryKey, KnownEntry> known = new HashMap<>();
        database.readEach(
                "SELECT name, place, content, at FROM daybook_memory WHERE scope = ? AND life = ? AND shelf = "
                        + RowShelf.KEY + " AND name IN ?",
                byName.keySet(),
                row -> known.put(
                        Objects.requireNonNull(byName.get(row.getString("name"))),
                        new KnownEntry(
                                new EntryNumbers(row.getLong("place"), row.getLong("content"), row.getLong("content")),
                                row.getLong("at"))),
                key,
                life);
        return known;
    }

    /** In the order of the keys: derived data is then written in the same order as over other stores. */
    List<StoredEntry> get(Collection<EntryKey> keys, LongConsumer sizes) {
        Map<EntryKey, KnownEntry> known = known(keys);
        List<VersionPlace> places = new ArrayList<>();
        for (EntryKey each : keys) {
            KnownEntry entry = known.get(each);
            if (entry != null) {
                places.add(new VersionPlace(
                        each.kind(), entry.numbers().position(), entry.numbers().contentRevision()));
            }
        }
        return versions(places, sizes);
    }

    /**
     * Reads versions in the order of their places; those that were erased meanwhile are left out.
     *
     * @param sizes receives the size of each body
     */
    List<StoredEntry> versions(List<VersionPlace> places, LongConsumer sizes) {
        Map<VersionPlace, StoredEntry> found = new HashMap<>();
        Map<VersionPlace, ContentKey> apart = new HashMap<>();
        List<TupleValue> tuples = places.stream()
                .map(place -> PLACE.newValue(place.kind().label(), place.position(), place.contentRevision()))
                .toList();
        database.readEach(
                "SELECT name, n, m, id, session, at, recorded, status, body FROM daybook_memory"
                        + " WHERE scope = ? AND life = ? AND shelf = " + RowShelf.VERSION + " AND (name, n, m) IN ?",
                tuples,
                row -> {
                    StoredEntry version = version(row, sizes);
                    found.put(place(version), version);
                    if (buckets.isApart(version.position())) {
                        apart.put(place(version), body(version));
                    }
                },
                key,
                life);
        Map<ContentKey, Blob> bodies = buckets.read(key, life, apart.values());
        apart.forEach((place, body) ->
                found.computeIfPresent(place, (same, version) -> withBody(version, bodies.get(body), sizes)));
        return places.stream().map(found::get).filter(Objects::nonNull).toList();
    }

    private ContentKey body(StoredEntry version) {
        return new ContentKey(
                life,
                version.key().kind(),
                version.position(),
                version.contentRevision(),
                ContentKey.BODY,
                ContentBuckets.attempt(version.body().read()));
    }

    private static @Nullable StoredEntry withBody(StoredEntry version, @Nullable Blob body, LongConsumer sizes) {
        if (body == null) {
            return null;
        }
        sizes.accept(body.size());
        return new StoredEntry(
                version.key(),
                version.position(),
                version.contentRevision(),
                version.session(),
                version.time(),
                version.recorded(),
                version.status(),
                body);
    }

    static VersionPlace place(StoredEntry version) {
        return new VersionPlace(version.key().kind(), version.position(), version.contentRevision());
    }

    private static StoredEntry version(Row row, LongConsumer sizes) {
        Blob body = RowValues.blob(row, "body");
        // The driver has read the row already.
        sizes.accept(body.size());
        return new StoredEntry(
                new EntryKey(Kind.of(RowValues.text(row, "name")), RowValues.text(row, "id")),
                row.getLong("n"),
                row.getLong("m"),
                row.getString("session"),
                RowValues.instant(row.getLong("at")),
                RowValues.instant(row.getLong("recorded")),
                RowValues.text(row, "status"),
                body);
    }
}
