package dev.daybook.internal.forget;

import dev.daybook.internal.codec.VectorCodec;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.internal.words.TermRecord;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.store.Blob;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.EraseResult;
import dev.daybook.store.Head;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.ScopeState;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import dev.daybook.store.WriteBatch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A read-only view of a store as if erasure plans had been executed, for the question which answer there would be without
 * some entries. An index built from the view has no word of an erased entry, so no statistic of a ranking counts it
 * either.
 *
 * <p>Unlike after a forget, entries that stay in another version keep their position, as if they had never had the other
 * one.
 */
final class HypotheticalStore extends ForwardingStore {

    private final Map<Scope, ScopeView> views = new HashMap<>();

    HypotheticalStore(Store store, Collection<ErasurePlan> plans) {
        super(store);
        plans.forEach(plan -> views.put(plan.scope(), new ScopeView(store, plan)));
    }

    /** Returns the entries that the view does not have. */
    Stream<EntryRef> leftOut() {
        return views.values().stream().flatMap(ScopeView::leftOut);
    }

    /** The changes of one scope. */
    private static final class ScopeView {

        private final ErasurePlan plan;
        private final Set<EntryKey> erased;
        private final Map<EntryKey, EntryPut> changed = new HashMap<>();

        /** The current versions of the changed entries, in whose place the changed ones stand. */
        private final Map<EntryKey, Long> currentRevisions = new HashMap<>();

        ScopeView(Store store, ErasurePlan plan) {
            this.plan = plan;
            this.erased = new HashSet<>(plan.erased());
            plan.puts().forEach(put -> changed.put(put.key(), put));
            store.get(plan.scope(), changed.keySet())
                    .forEach(stored -> currentRevisions.put(stored.key(), stored.contentRevision()));
        }

        Stream<EntryRef> leftOut() {
            return plan.erased().stream().map(key -> new EntryRef(plan.scope(), key.kind(), key.id()));
        }

        boolean changes(EntryScan scan) {
            return changed.keySet().stream().anyMatch(key -> scan.kinds().contains(key.kind()));
        }

        /** Returns a version as the view shows it, or null: of a changed entry it has one version. */
        @Nullable
        StoredEntry shown(StoredEntry stored, EntryScan.Versions versions) {
            if (erased.contains(stored.key())) {
                return null;
            }
            EntryPut put = changed.get(stored.key());
            if (put == null) {
                return stored;
            }
            boolean isIts = versions.asOf() == null
                    ? Long.valueOf(stored.contentRevision()).equals(currentRevisions.get(stored.key()))
                    : !put.recorded().isAfter(versions.asOf());
            return isIts
                    ? new StoredEntry(
                            stored.key(),
                            stored.position(),
                            stored.contentRevision(),
                            put.session(),
                            put.time(),
                            put.recorded(),
                            put.status(),
                            put.body())
                    : null;
        }

        @Nullable
        IndexRow shown(IndexRow row) {
            if (erased.contains(row.key())) {
                return null;
            }
            EntryPut put = changed.get(row.key());
            return put == null
                    ? row
                    : new IndexRow(
                            row.key(),
                            row.position(),
                            row.revision(),
                            row.contentRevision(),
                            put.session(),
                            put.time(),
                            put.status(),
                            sidecars(row, put));
        }

        /** The vector belongs to the text, and so stays with the same words. Otherwise keyword search finds the entry. */
        private static Map<String, Blob> sidecars(IndexRow row, EntryPut put) {
            Map<String, Blob> sidecars = new HashMap<>(put.sidecars());
            Blob words = row.sidecars().get(TermRecord.SIDECAR);
            if (words != null && words.equals(put.sidecars().get(TermRecord.SIDECAR))) {
                row.sidecars().forEach((name, blob) -> {
                    if (VectorCodec.isVectors(name)) {
                        sidecars.put(name, blob);
                    }
                });
            }
            return sidecars;
        }

        Head head(Head head) {
            Map<Kind, Long> counts = new HashMap<>(head.counts());
            erased.forEach(key -> counts.computeIfPresent(key.kind(), (kind, count) -> count > 1 ? count - 1 : null));
            return new Head(head.revision(), head.epoch(), counts);
        }
    }

    @Override
    public List<StoredEntry> get(Scope scope, Collection<EntryKey> keys) {
        return shown(scope, super.get(scope, keys), EntryScan.Versions.CURRENT);
    }

    private List<StoredEntry> shown(Scope scope, List<StoredEntry> found, EntryScan.Versions versions) {
        ScopeView view = views.get(scope);
        if (view == null) {
            return found;
        }
        List<StoredEntry> shown = new ArrayList<>();
        for (StoredEntry stored : found) {
            StoredEntry version = view.shown(stored, versions);
            if (version != null) {
                shown.add(version);
            }
        }
        return shown;
    }

    @Override
    public Page<StoredEntry> scan(Scope scope, EntryScan scan) {
        return shown(scope, scan, pages -> super.scan(scope, pages));
    }

    @Override
    public Page<StoredEntry> scan(Scope scope, EntryScan scan, Consumer<EntryKey> damaged) {
        return shown(scope, scan, pages -> super.scan(scope, pages, damaged));
    }

    private Page<StoredEntry> shown(Scope scope, EntryScan scan, Function<EntryScan, Page<StoredEntry>> read) {
        ScopeView view = views.get(scope);
        if (view == null) {
            return read.apply(scan);
        }
        // A changed version may pass a condition that the stored one does not.
        EntryScan conditions = view.changes(scan) ? unconditional(scan) : scan;
        return PagedReads.filled(
                conditions,
                read,
                found -> shown(scope, found, scan.versions()).stream()
                        .filter(scan::accepts)
                        .toList());
    }

    private static EntryScan unconditional(EntryScan scan) {
        return new EntryScan(
                scan.kinds(),
                null,
                null,
                null,
                Set.of(),
                scan.versions(),
                // A changed entry keeps its position.
                scan.positions(),
                scan.order(),
                scan.cursor(),
                scan.limit());
    }

    @Override
    public Page<IndexRow> rows(Scope scope, long afterRevision, int limit) {
        ScopeView view = views.get(scope);
        if (view == null) {
            return super.rows(scope, afterRevision, limit);
        }
        List<IndexRow> shown = new ArrayList<>();
        long revision = afterRevision;
        while (true) {
            Page<IndexRow> page = super.rows(scope, revision, limit - shown.size());
            for (IndexRow row : page.items()) {
                revision = row.revision();
                IndexRow here = view.shown(row);
                if (here != null) {
                    shown.add(here);
                }
            }
            if (page.cursor() == null || page.items().isEmpty() || shown.size() >= limit) {
                return new Page<>(shown, page.cursor());
            }
        }
    }

    @Override
    public Head head(Scope scope) {
        ScopeView view = views.get(scope);
        Head head = super.head(scope);
        return view == null ? head : view.head(head);
    }

    @Override
    public Page<ScopeState> states(Scope scope, String prefix, @Nullable String cursor, int limit) {
        Page<ScopeState> page = super.states(scope, prefix, cursor, limit);
        ScopeView view = views.get(scope);
        return view == null
                ? page
                : new Page<>(
                        page.items().stream()
                                .filter(state -> !view.plan.states().contains(state.name()))
                                .toList(),
                        page.cursor());
    }

    @Override
    public Optional<ScopeState> state(Scope scope, String name) {
        ScopeView view = views.get(scope);
        return super.state(scope, name)
                .filter(state -> view == null || !view.plan.states().contains(name));
    }

    @Override
    public CommitResult write(WriteBatch batch) {
        throw readOnly();
    }

    @Override
    public EraseResult erase(Scope scope, EraseRequest what, WriteBatch alongside) {
        throw readOnly();
    }

    private static UnsupportedOperationException readOnly() {
        return new UnsupportedOperationException("a hypothetical store is read-only; write to the store behind it");
    }

    /** Does nothing: the store behind it is in use. */
    @Override
    public void close() {}
}
