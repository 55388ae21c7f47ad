package dev.daybook.internal.recall;

import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.model.Entry;
import dev.daybook.store.EntryKey;
import dev.daybook.store.IndexRow;
import dev.daybook.store.StoredEntry;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A scope as it was at a time.
 *
 * @param vectorSidecar the sidecar with the vectors that are searched, or null
 * @param epoch the epoch in which it was read; an erasure begins another one
 * @param versions the versions at the time
 */
record PastScope(
        Instant time,
        @Nullable String vectorSidecar,
        long epoch,
        ScopeIndex scopeIndex,
        Map<EntryKey, StoredEntry> versions) {

    boolean isOf(Instant time, @Nullable String vectorSidecar, long epoch) {
        return this.time.equals(time) && Objects.equals(this.vectorSidecar, vectorSidecar) && this.epoch == epoch;
    }

    /** Returns the entry of a key of this scope. */
    Entry entry(EntryKey key) {
        return EntryCodec.decode(Objects.requireNonNull(versions.get(key), "it was read"));
    }

    /** Returns the entries of rows of the index. */
    Map<EntryKey, Entry> entries(Collection<IndexRow> rows) {
        return rows.stream().map(IndexRow::key).distinct().collect(Collectors.toMap(key -> key, this::entry));
    }
}
