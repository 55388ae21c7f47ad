package dev.daybook.internal.expiry;

import dev.daybook.error.ConflictException;
import dev.daybook.internal.codec.DamageTolerantReader;
import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.store.FamilyForwardingStore;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Scope;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import dev.daybook.store.WriteBatch;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A store view without the entries that have ended, in any version. All readers except the erasure use it, so none can
 * forget the filter. The row of an ended entry has the status {@link EntryEnd#STATUS}, and readers of rows take only live
 * ones; an index in memory keeps the row and its end, because a clock may be set back. Head counts are passed through.
 */
public final class EndFilterStore extends FamilyForwardingStore {

    private final Store all;
    private final Clock clock;

    /** @param clock the time that ends an entry */
    public EndFilterStore(Store store, Clock clock) {
        super(store);
        this.all = store;
        this.clock = clock;
    }

    @Override
    public List<StoredEntry> get(Scope scope, Collection<EntryKey> keys) {
        Instant now = clock.instant();
        return super.get(scope, keys).stream()
                .filter(stored -> !EntryCodec.isExpired(stored, now))
                .toList();
    }

    @Override
    public Page<StoredEntry> scan(Scope scope, EntryScan scan) {
        return filtered(scope, scan, pages -> super.scan(scope, pages));
    }

    @Override
    public Page<StoredEntry> scan(Scope scope, EntryScan scan, Consumer<EntryKey> damaged) {
        return filtered(scope, scan, pages -> super.scan(scope, pages, damaged));
    }

    private Page<StoredEntry> filtered(Scope scope, EntryScan scan, Function<EntryScan, Page<StoredEntry>> read) {
        Predicate<StoredEntry> hidden = hidden(scope, scan);
        return PagedReads.filled(
                scan,
                read,
                versions -> versions.stream().filter(hidden.negate()).toList());
    }

    private Predicate<StoredEntry> hidden(Scope scope, EntryScan scan) {
        Instant now = clock.instant();
        if (scan.versions().equals(EntryScan.Versions.CURRENT)) {
            return stored -> EntryCodec.isExpired(stored, now);
        }
        // The end of the current version is that of all versions.
        Set<EntryKey> ended = ended(scope).collect(Collectors.toSet());
        return stored -> ended.contains(stored.key());
    }

    /** Streams the entries that the filter hides. Reads one state where no entry has an end. */
    public Stream<EntryKey> ended(Scope scope) {
        return EndedEntries.stored(all, scope, clock.instant());
    }

    /** Streams the entries that the filter hides, of some keys, in their current versions. */
    public Stream<StoredEntry> endedEntries(Scope scope, Predicate<EntryKey> keys) {
        return ended(scope)
                .filter(keys)
                .flatMap(key -> DamageTolerantReader.get(all, scope, List.of(key), (damaged, failure) -> {}).stream());
    }

    @Override
    public Page<IndexRow> rows(Scope scope, long afterRevision, int limit) {
        Page<IndexRow> page = super.rows(scope, afterRevision, limit);
        Instant now = clock.instant();
        return page.items().stream().noneMatch(row -> hasEnded(row, now))
                ? page
                : new Page<>(
                        page.items().stream()
                                .map(row -> hasEnded(row, now) ? row.withStatus(EntryEnd.STATUS) : row)
                                .toList(),
                        page.cursor());
    }

    private static boolean hasEnded(IndexRow row, Instant now) {
        return row.status().equals(EntryPut.LIVE) && EntryEnd.isReached(EntryEnd.of(row), now);
    }

    /**
     * Writes a batch.
     *
     * @throws EndedEntryException if it expects no entry where one has ended, which is still stored
     */
    @Override
    public CommitResult write(WriteBatch batch) {
        try {
            return super.write(batch);
        } catch (ConflictException conflict) {
            List<EntryKey> fresh = batch.puts().stream()
                    .filter(put -> put.expected() == 0)
                    .map(EntryPut::key)
                    .toList();
            Instant now = clock.instant();
            List<EntryKey> ended = all.get(batch.scope(), fresh).stream()
                    .filter(stored -> EntryCodec.isExpired(stored, now))
                    .map(StoredEntry::key)
                    .toList();
            if (ended.isEmpty()) {
                throw conflict;
            }
            throw new EndedEntryException(ended);
        }
    }
}
