package dev.daybook.testkit;

import dev.daybook.data.Kind;
import dev.daybook.spi.Audit;
import dev.daybook.spi.Batch;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Commit;
import dev.daybook.spi.Erase;
import dev.daybook.spi.Key;
import dev.daybook.spi.Put;
import dev.daybook.spi.Sidecar;
import dev.daybook.spi.StateChange;
import dev.daybook.spi.Stored;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Works out what an operation will make of the documents of a scope, without writing any: positions and revisions are
 * settled here, once, so that finishing the operation later gives the same ones.
 */
final class Draft {

    private final DocumentScope now;
    private final Map<Key, Document.@Nullable Held> entries = new LinkedHashMap<>();
    private final Map<String, Document.@Nullable Named> states = new LinkedHashMap<>();
    private final Map<Kind, Long> positions;
    private final List<Audit> audits = new ArrayList<>();
    private long revision;
    private long epoch;

    Draft(DocumentScope now) {
        this.now = now;
        Document.Counters counters = now.counters();
        this.positions = new HashMap<>(counters.positions());
        this.revision = counters.revision();
        this.epoch = counters.epoch();
    }

    private Document.@Nullable Held entry(Key key) {
        return entries.containsKey(key) ? entries.get(key) : now.entry(key);
    }

    private Document.@Nullable Named state(String name) {
        return states.containsKey(name) ? states.get(name) : now.state(name);
    }

    Map<Kind, Long> erase(Erase what) {
        List<Key> keys = what.everything()
                ? now.entries().stream().map(entry -> entry.key()).toList()
                : what.keys();
        List<String> names = what.everything()
                ? now.states().stream().map(Document.Named::name).toList()
                : what.states();
        Map<Kind, Long> counts = new HashMap<>();
        for (Key key : keys) {
            if (entry(key) != null) {
                entries.put(key, null);
                counts.merge(key.kind(), 1L, Long::sum);
            }
        }
        names.forEach(name -> states.put(name, null));
        epoch++;
        return counts;
    }

    Commit write(Batch batch) {
        requireExpected(batch);
        List<Commit.Placed> placed = new ArrayList<>();
        batch.puts().forEach(put -> placed.add(put(put)));
        batch.sidecars().forEach(this::beside);
        batch.states().forEach(this::change);
        if (batch.audit() != null) {
            audits.add(batch.audit());
        }
        return new Commit(revision, placed);
    }

    private void requireExpected(Batch batch) {
        for (Put put : batch.puts()) {
            Document.Held entry = entry(put.key());
            put.requireExpected(entry == null ? 0 : entry.current().contentRevision());
        }
        for (StateChange change : batch.states()) {
            Document.Named state = state(change.name());
            change.requireExpected(state == null ? 0 : state.version());
        }
    }

    private Commit.Placed put(Put put) {
        Document.Held before = entry(put.key());
        Kind kind = put.key().kind();
        long position = before == null
                ? positions.merge(kind, 1L, Long::sum)
                : before.current().position();
        revision++;
        List<Stored> versions = new ArrayList<>(before == null ? List.of() : before.versions());
        versions.add(new Stored(
                put.key(), position, revision, put.session(), put.time(), put.recorded(), put.status(), put.body()));
        entries.put(put.key(), new Document.Held(versions, revision, put.sidecars()));
        return new Commit.Placed(put.key(), position, revision);
    }

    private void beside(Sidecar sidecar) {
        Document.Held entry = entry(sidecar.key());
        if (entry == null || entry.current().contentRevision() != sidecar.contentRevision()) {
            return;
        }
        revision++;
        Map<String, Blob> sidecars = new HashMap<>(entry.sidecars());
        sidecars.put(sidecar.name(), sidecar.bytes());
        entries.put(sidecar.key(), new Document.Held(entry.versions(), revision, sidecars));
    }

    private void change(StateChange change) {
        Document.Named before = state(change.name());
        long version = before == null ? 1 : before.version() + 1;
        states.put(
                change.name(),
                change.bytes() == null ? null : new Document.Named(change.name(), version, change.bytes()));
    }

    /** Puts, then deletes, then states, audit records and counters. */
    List<Document.Intent.Step> steps() {
        List<Document.Intent.Step> steps = new ArrayList<>();
        entries.forEach((key, entry) -> steps.add(new Document.Intent.Step(now.entryName(key), entry)));
        steps.sort(Comparator.comparing(step -> step.document() == null));
        states.forEach((name, state) -> steps.add(new Document.Intent.Step(now.stateName(name), state)));
        long number = now.counters().audits();
        for (Audit audit : audits) {
            number++;
            steps.add(new Document.Intent.Step(now.auditName(number), new Document.Audited(now.scope(), audit)));
        }
        steps.add(new Document.Intent.Step(
                now.countersName(), new Document.Counters(now.scope(), revision, epoch, positions, number)));
        return steps;
    }
}
