package dev.daybook.internal.notes;

import dev.daybook.internal.codec.DamageTolerantReader;
import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.consolidate.DerivationContext;
import dev.daybook.internal.consolidate.ScopeCache;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The note inputs of each scope after a watermark, in the order of writing. Rows come in order of their last change,
 * which may be a new vector, so all rows are read and sorted here. Each scope is read once, then only its new rows.
 * Thread-safe.
 */
final class NoteInputs {

    /** Some numbers for each recently written scope. */
    private static final int SCOPES = 1_000;

    private final Store store;
    private final ScopeCache<CachedInputs> scopeCache;

    private final class CachedInputs extends ScopeCache.CachedScope {
        private final TreeMap<Long, String> waiting = new TreeMap<>();
        private final Map<String, Long> contents = new HashMap<>();
        private final Scope scope;
        private long mark;

        CachedInputs(Scope scope, long epoch, long mark) {
            super(epoch, mark);
            this.scope = scope;
            this.mark = mark;
        }

        @Override
        public void update(List<IndexRow> rows) {
            List<EntryKey> added =
                    rows.stream().filter(this::isNew).map(IndexRow::key).toList();
            if (!added.isEmpty()) {
                // A damaged input gets no notes and does not block the others.
                DamageTolerantReader.get(store, scope, added, (key, damage) -> {})
                        .forEach(this::update);
            }
        }

        /** Tests whether a row has content not seen before. A note input has no session. */
        private boolean isNew(IndexRow row) {
            return row.key().kind() == Kind.EPISODE
                    && row.session() == null
                    && row.status().equals(EntryPut.LIVE)
                    && row.contentRevision() > mark
                    && !Long.valueOf(row.contentRevision())
                            .equals(contents.get(row.key().id()));
        }

        private void update(StoredEntry stored) {
            Long before = contents.put(stored.key().id(), stored.contentRevision());
            if (before != null) {
                waiting.remove(before);
            }
            if (NoteInput.in((Episode) EntryCodec.decode(stored)).isPresent()) {
                waiting.put(stored.contentRevision(), stored.key().id());
            }
        }

        /** Drops the inputs at or before the watermark. */
        void raise(long mark) {
            this.mark = mark;
            waiting.headMap(mark, true).clear();
            contents.values().removeIf(revision -> revision <= mark);
        }
    }

    /**
     * The inputs found.
     *
     * @param ids the ids of the inputs by content revision
     * @param revision the revision up to which the scope was read
     */
    record PendingInputs(TreeMap<Long, String> ids, long revision) {}

    NoteInputs(DerivationContext context) {
        this.store = context.store();
        this.scopeCache = new ScopeCache<>(store, context.erasures(), SCOPES);
    }

    /** Returns the inputs with content newer than a watermark. The watermark never falls. */
    synchronized PendingInputs after(Scope scope, long mark) {
        CachedInputs inputs =
                scopeCache.of(scope, known -> known.mark <= mark, epoch -> new CachedInputs(scope, epoch, mark));
        inputs.raise(mark);
        return new PendingInputs(new TreeMap<>(inputs.waiting), inputs.revision());
    }

    /** Returns the input with this id, if it still exists. */
    Optional<NoteInput> find(Scope scope, String id) {
        return store.get(scope, List.of(new EntryKey(Kind.EPISODE, id))).stream()
                .map(stored -> (Episode) EntryCodec.decode(stored))
                .findFirst()
                .flatMap(NoteInput::in);
    }
}
