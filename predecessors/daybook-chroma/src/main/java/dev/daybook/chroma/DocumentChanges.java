package dev.daybook.chroma;

import dev.daybook.model.Embedding;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.ScopeState;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Translates a draft into row changes and the new index of the scope. */
final class DocumentChanges {

    private record RowAddress(SpaceCollection collection, String row) {}

    private final SpaceCollections spaceCollections;
    private final ChangeDraft draft;
    private final Scope scope;
    private final ResidentScope now;
    private final Map<RowAddress, DocumentChange> deletes = new LinkedHashMap<>();
    private final Map<RowAddress, DocumentChange> writes = new LinkedHashMap<>();
    private ScopeCounters counters;

    private DocumentChanges(SpaceCollections spaceCollections, ChangeDraft draft, ResidentScope now) {
        this.spaceCollections = spaceCollections;
        this.draft = draft;
        this.scope = draft.scope();
        this.now = now;
        this.counters = now.counters();
    }

    /** The row changes and the new counters of the scope. */
    record Plan(List<DocumentChange> steps, ScopeCounters counters) {}

    static Plan of(SpaceCollections spaceCollections, ChangeDraft draft, ResidentScope now) {
        DocumentChanges documentChanges = new DocumentChanges(spaceCollections, draft, now);
        draft.erased().forEach(documentChanges::erase);
        draft.changes().forEach(documentChanges::change);
        draft.states().forEach(documentChanges::state);
        documentChanges.audits();
        documentChanges.scope();
        return new Plan(documentChanges.all(), documentChanges.counters);
    }

    private List<DocumentChange> all() {
        // A row erased and written again is only written.
        deletes.keySet().removeAll(writes.keySet());
        List<DocumentChange> all = new ArrayList<>(deletes.values());
        all.addAll(writes.values());
        return all;
    }

    private void write(DocumentChange documentChange) {
        writes.put(new RowAddress(documentChange.shelf(), documentChange.row().id()), documentChange);
    }

    private void delete(SpaceCollection spaceCollection, String row) {
        deletes.put(new RowAddress(spaceCollection, row), DocumentChange.delete(spaceCollection, row));
    }

    private void erase(EntryKey key) {
        IndexedEntry indexedEntry = now.entry(key);
        if (indexedEntry != null) {
            delete(indexedEntry.shelf(), indexedEntry.row());
            indexedEntry
                    .pastWithThis()
                    .forEach(revision -> delete(SpaceCollection.SIDE, ChromaNames.body(scope, key, revision)));
        }
    }

    private void change(EntryKey key, ChangeDraft.@Nullable Change change) {
        if (change == null) {
            return;
        }
        IndexedEntry indexedEntry = change.held();
        EntryPut put = change.put();
        String body = ChromaNames.body(scope, key, indexedEntry.contentRevision());
        if (put == null) {
            write(DocumentChange.update(SpaceCollection.SIDE, body, MetadataKeys.beside(change.sidecars())));
            write(light(change));
            return;
        }
        write(DocumentChange.side(body, MetadataKeys.body(scope, indexedEntry.stored(put.body()), change.sidecars())));
        IndexedEntry before = draft.erased().contains(key) ? null : now.entry(key);
        if (before != null) {
            write(DocumentChange.update(
                    SpaceCollection.SIDE, ChromaNames.body(scope, key, before.contentRevision()), MetadataKeys.past()));
            if (before.shelf() != indexedEntry.shelf() || !before.row().equals(indexedEntry.row())) {
                delete(before.shelf(), before.row());
            }
        }
        write(whole(change, put));
    }

    /** Returns the row of a version that stays, with its new sidecars. */
    private DocumentChange light(ChangeDraft.Change change) {
        IndexedEntry indexedEntry = change.held();
        ObjectNode keys = RowFilters.object().put(MetadataKeys.REVISION, indexedEntry.revision());
        if (indexedEntry.shelf() != SpaceCollection.SIDE) {
            RowVectors vectors = spaceCollections.vectors(indexedEntry.shelf());
            for (var sidecar : change.added().entrySet()) {
                Embedding brought = vectors.brought(sidecar.getKey(), sidecar.getValue());
                if (brought != null) {
                    return DocumentChange.upsert(indexedEntry.shelf(), indexedEntry.row(), keys, null, brought);
                }
            }
        }
        return DocumentChange.update(indexedEntry.shelf(), indexedEntry.row(), keys);
    }

    private DocumentChange whole(ChangeDraft.Change change, EntryPut put) {
        IndexedEntry indexedEntry = change.held();
        ObjectNode keys = MetadataKeys.light(scope, indexedEntry);
        if (indexedEntry.shelf() == SpaceCollection.SIDE) {
            return DocumentChange.side(indexedEntry.row(), keys);
        }
        keys.putNull(MetadataKeys.UNREADABLE);
        ChromaDocument adopted = change.adopted();
        if (adopted != null) {
            return DocumentChange.update(
                    indexedEntry.shelf(), indexedEntry.row(), keys.setAll(adopted(indexedEntry.shelf(), adopted)));
        }
        SeedRow seed =
                indexedEntry.shelf() == SpaceCollection.FACTS ? SeedFact.of(scope, put) : SeedEpisode.of(scope, put);
        keys.setAll(seed.keys());
        keys.put(MetadataKeys.HASH, seed.hash());
        open(indexedEntry.shelf(), seed.keys(), keys);
        Embedding embedding = spaceCollections.vectors(indexedEntry.shelf()).of(seed.text(), change.sidecars());
        return DocumentChange.upsert(indexedEntry.shelf(), indexedEntry.row(), keys, seed.text(), embedding);
    }

    /** The hash is that of the stored row, which may have other keys than Daybook would write. */
    private ObjectNode adopted(SpaceCollection spaceCollection, ChromaDocument row) {
        ObjectNode keys = RowFilters.object();
        ObjectNode whole = row.metadata().deepCopy();
        if (!whole.path(SeedRow.USER).isString()) {
            // Without this key a query by user would never find the row.
            keys.put(SeedRow.USER, "");
            whole.put(SeedRow.USER, "");
        }
        keys.put(
                MetadataKeys.HASH,
                SeedRow.hash(spaceCollection, new ChromaDocument(row.id(), whole, row.text(), null)));
        open(spaceCollection, row.metadata(), keys);
        return keys;
    }

    private static void open(SpaceCollection spaceCollection, ObjectNode seeds, ObjectNode keys) {
        if (spaceCollection == SpaceCollection.FACTS) {
            keys.put(MetadataKeys.OPEN, seeds.path(SeedFact.VALID).asBoolean(true));
        }
    }

    private void state(String name, @Nullable ScopeState state) {
        String row = ChromaNames.state(scope, name);
        if (state == null) {
            if (now.states().containsKey(name)) {
                delete(SpaceCollection.SIDE, row);
            }
            return;
        }
        write(DocumentChange.side(
                row,
                RowFilters.object()
                        .put(MetadataKeys.TYPE, "state")
                        .put(MetadataKeys.SCOPE, scope.code())
                        .put(MetadataKeys.NAME, name)
                        .put(MetadataKeys.VERSION, state.version())
                        .put(MetadataKeys.BYTES, MetadataKeys.base64(state.bytes()))));
    }

    /** Chains each audit entry to the previous one: its hash covers that one's hash and its own values. */
    private void audits() {
        long number = now.counters().audits();
        String chain = now.counters().chain();
        for (AuditRecord audit : draft.audits()) {
            number++;
            long at = MetadataKeys.micros(audit.at());
            chain = ChromaNames.hash(
                    chain, Long.toString(number), Long.toString(at), audit.operation(), audit.action(), audit.detail());
            write(DocumentChange.side(
                    ChromaNames.audit(scope, number), MetadataKeys.audit(scope, number, audit, chain)));
        }
        counters = draft.counters(number, chain);
    }

    private void scope() {
        Map<Kind, Long> counts = new EnumMap<>(Kind.class);
        counts.putAll(now.counts());
        draft.changes().forEach((key, change) -> {
            int more = (change == null ? 0 : 1) - (now.entry(key) == null ? 0 : 1);
            counts.merge(key.kind(), (long) more, Long::sum);
        });
        int states = now.states().size();
        for (var state : draft.states().entrySet()) {
            states += (state.getValue() == null ? 0 : 1) - (now.states().containsKey(state.getKey()) ? 1 : 0);
        }
        write(DocumentChange.side(ChromaNames.scope(scope), counters.keys(scope, counts, states)));
    }

    /** Updates an index after the steps were applied. */
    static void take(ResidentScope index, ChangeDraft draft, ScopeCounters counters) {
        draft.changes().forEach((key, change) -> {
            index.remove(key);
            if (change != null) {
                index.put(change.held());
            }
        });
        draft.states().forEach((name, state) -> {
            if (state == null) {
                index.removeState(name);
            } else {
                index.put(state);
            }
        });
        index.counters(counters);
    }
}
