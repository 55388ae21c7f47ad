package dev.daybook.chroma;

import dev.daybook.data.Embedding;
import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.spi.Audit;
import dev.daybook.spi.Key;
import dev.daybook.spi.Put;
import dev.daybook.spi.State;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Translates a draft into row changes and the new index of the scope. */
final class Steps {

    private record Address(Shelf shelf, String row) {}

    private final Shelves shelves;
    private final Draft draft;
    private final Scope scope;
    private final ScopeIndex now;
    private final Map<Address, Step> deletes = new LinkedHashMap<>();
    private final Map<Address, Step> writes = new LinkedHashMap<>();
    private Counters counters;

    private Steps(Shelves shelves, Draft draft, ScopeIndex now) {
        this.shelves = shelves;
        this.draft = draft;
        this.scope = draft.scope();
        this.now = now;
        this.counters = now.counters();
    }

    /** The row changes and the new counters of the scope. */
    record Plan(List<Step> steps, Counters counters) {}

    static Plan of(Shelves shelves, Draft draft, ScopeIndex now) {
        Steps steps = new Steps(shelves, draft, now);
        draft.erased().forEach(steps::erase);
        draft.changes().forEach(steps::change);
        draft.states().forEach(steps::state);
        steps.audits();
        steps.scope();
        return new Plan(steps.all(), steps.counters);
    }

    private List<Step> all() {
        // A row erased and written again is only written.
        deletes.keySet().removeAll(writes.keySet());
        List<Step> all = new ArrayList<>(deletes.values());
        all.addAll(writes.values());
        return all;
    }

    private void write(Step step) {
        writes.put(new Address(step.shelf(), step.row().id()), step);
    }

    private void delete(Shelf shelf, String row) {
        deletes.put(new Address(shelf, row), Step.delete(shelf, row));
    }

    private void erase(Key key) {
        Held held = now.entry(key);
        if (held != null) {
            delete(held.shelf(), held.row());
            held.pastWithThis().forEach(revision -> delete(Shelf.SIDE, Names.body(scope, key, revision)));
        }
    }

    private void change(Key key, Draft.@Nullable Change change) {
        if (change == null) {
            return;
        }
        Held held = change.held();
        Put put = change.put();
        String body = Names.body(scope, key, held.contentRevision());
        if (put == null) {
            write(Step.update(Shelf.SIDE, body, Keys.beside(change.sidecars())));
            write(light(change));
            return;
        }
        write(Step.side(body, Keys.body(scope, held.stored(put.body()), change.sidecars())));
        Held before = draft.erased().contains(key) ? null : now.entry(key);
        if (before != null) {
            write(Step.update(Shelf.SIDE, Names.body(scope, key, before.contentRevision()), Keys.past()));
            if (before.shelf() != held.shelf() || !before.row().equals(held.row())) {
                delete(before.shelf(), before.row());
            }
        }
        write(whole(change, put));
    }

    /** Returns the row of a version that stays, with its new sidecars. */
    private Step light(Draft.Change change) {
        Held held = change.held();
        ObjectNode keys = Filters.object().put(Keys.REVISION, held.revision());
        if (held.shelf() != Shelf.SIDE) {
            RowVectors vectors = shelves.vectors(held.shelf());
            for (var sidecar : change.added().entrySet()) {
                Embedding brought = vectors.brought(sidecar.getKey(), sidecar.getValue());
                if (brought != null) {
                    return Step.upsert(held.shelf(), held.row(), keys, null, brought);
                }
            }
        }
        return Step.update(held.shelf(), held.row(), keys);
    }

    private Step whole(Draft.Change change, Put put) {
        Held held = change.held();
        ObjectNode keys = Keys.light(scope, held);
        if (held.shelf() == Shelf.SIDE) {
            return Step.side(held.row(), keys);
        }
        keys.putNull(Keys.UNREADABLE);
        ChromaDocument adopted = change.adopted();
        if (adopted != null) {
            return Step.update(held.shelf(), held.row(), keys.setAll(adopted(held.shelf(), adopted)));
        }
        SeedRow seed = held.shelf() == Shelf.FACTS ? SeedFact.of(scope, put) : SeedEpisode.of(scope, put);
        keys.setAll(seed.keys());
        keys.put(Keys.HASH, seed.hash());
        open(held.shelf(), seed.keys(), keys);
        Embedding embedding = shelves.vectors(held.shelf()).of(seed.text(), change.sidecars());
        return Step.upsert(held.shelf(), held.row(), keys, seed.text(), embedding);
    }

    /** The hash is that of the stored row, which may have other keys than Daybook would write. */
    private ObjectNode adopted(Shelf shelf, ChromaDocument row) {
        ObjectNode keys = Filters.object();
        ObjectNode whole = row.metadata().deepCopy();
        if (!whole.path(SeedRow.USER).isString()) {
            // Without this key a query by user would never find the row.
            keys.put(SeedRow.USER, "");
            whole.put(SeedRow.USER, "");
        }
        keys.put(Keys.HASH, SeedRow.hash(shelf, new ChromaDocument(row.id(), whole, row.text(), null)));
        open(shelf, row.metadata(), keys);
        return keys;
    }

    private static void open(Shelf shelf, ObjectNode seeds, ObjectNode keys) {
        if (shelf == Shelf.FACTS) {
            keys.put(Keys.OPEN, seeds.path(SeedFact.VALID).asBoolean(true));
        }
    }

    private void state(String name, @Nullable State state) {
        String row = Names.state(scope, name);
        if (state == null) {
            if (now.states().containsKey(name)) {
                delete(Shelf.SIDE, row);
            }
            return;
        }
        write(Step.side(
                row,
                Filters.object()
                        .put(Keys.TYPE, "state")
                        .put(Keys.SCOPE, scope.code())
                        .put(Keys.NAME, name)
                        .put(Keys.VERSION, state.version())
                        .put(Keys.BYTES, Keys.base64(state.bytes()))));
    }

    /** Chains each audit entry to the previous one: its hash covers that one's hash and its own values. */
    private void audits() {
        long number = now.counters().audits();
        String chain = now.counters().chain();
        for (Audit audit : draft.audits()) {
            number++;
            long at = Keys.micros(audit.at());
            chain = Names.hash(
                    chain, Long.toString(number), Long.toString(at), audit.operation(), audit.action(), audit.detail());
            write(Step.side(Names.audit(scope, number), Keys.audit(scope, number, audit, chain)));
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
        write(Step.side(Names.scope(scope), counters.keys(scope, counts, states)));
    }

    /** Updates an index after the steps were applied. */
    static void take(ScopeIndex index, Draft draft, Counters counters) {
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
