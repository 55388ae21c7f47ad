package dev.daybook.testkit;

import dev.daybook.data.Kind;
import dev.daybook.spi.Batch;
import dev.daybook.spi.BatchPlan;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Commit;
import dev.daybook.spi.EntryNumbers;
import dev.daybook.spi.Erase;
import dev.daybook.spi.Key;
import dev.daybook.spi.RowChange;
import dev.daybook.spi.ScopeNumbers;
import dev.daybook.spi.Stored;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The documents that an operation writes and removes in a scope. Positions and revisions are settled in it, so that finishing
 * the operation later gives the same ones.
 */
final class Draft {

    private final DocumentScope now;
    private final Batch batch;
    private final BatchPlan plan;
    private final Map<Key, Document.@Nullable Held> entries = new LinkedHashMap<>();
    private final Map<String, Document.@Nullable Named> states = new LinkedHashMap<>();

    /** A draft of a batch, with the erasure that it is written with. */
    Draft(DocumentScope now, Erase what, Batch batch) {
        this.now = now;
        this.batch = batch;
        Document.Counters counters = now.counters();
        this.plan = new BatchPlan(
                new ScopeNumbers(counters.revision(), counters.epoch(), counters.positions(), counts(what)),
                this::numbers,
                this::version);
    }

    private @Nullable EntryNumbers numbers(Key key) {
        Document.Held entry = now.entry(key);
        return entry == null ? null : entry.numbers();
    }

    private long version(String name) {
        Document.Named state = now.state(name);
        return state == null ? 0 : state.version();
    }

    /** Entries are counted when the head is read; a plan needs the counts only to erase all. */
    private Map<Kind, Long> counts(Erase what) {
        return what.everything() ? now.counts() : Map.of();
    }

    Map<Kind, Long> erase(Erase what) {
        if (what.everything()) {
            now.entries().forEach(entry -> entries.put(entry.key(), null));
            now.states().forEach(state -> states.put(state.name(), null));
        }
        return plan.erase(what);
    }

    Commit write() {
        Commit commit = plan.write(batch);
        plan.removals().forEach(removal -> entries.put(removal.key(), null));
        plan.versions().forEach(this::put);
        plan.additions().forEach(this::add);
        plan.values().forEach(this::change);
        return commit;
    }

    private Document.@Nullable Held entry(Key key) {
        return entries.containsKey(key) ? entries.get(key) : now.entry(key);
    }

    private void put(RowChange.Version version) {
        Document.Held before = entry(version.key());
        List<Stored> versions = new ArrayList<>(before == null ? List.of() : before.versions());
        versions.add(version.stored());
        entries.put(
                version.key(),
                new Document.Held(
                        versions, version.numbers().revision(), version.put().sidecars()));
    }

    private void add(RowChange.Addition addition) {
        Document.Held entry = entry(addition.key());
        Map<String, Blob> sidecars = new HashMap<>(entry.sidecars());
        sidecars.put(addition.sidecar().name(), addition.sidecar().bytes());
        entries.put(
                addition.key(),
                new Document.Held(entry.versions(), addition.numbers().revision(), sidecars));
    }

    private void change(RowChange.Value value) {
        states.put(
                value.name(),
                value.state() == null
                        ? null
                        : new Document.Named(
                                value.name(),
                                value.state().version(),
                                value.state().bytes()));
    }

    /** Puts, then deletes, then states, audit entries and counters. */
    List<Document.Intent.Step> steps() {
        List<Document.Intent.Step> steps = new ArrayList<>();
        entries.forEach((key, entry) -> steps.add(new Document.Intent.Step(now.entryName(key), entry)));
        steps.sort(Comparator.comparing(step -> step.document() == null));
        states.forEach((name, state) -> steps.add(new Document.Intent.Step(now.stateName(name), state)));
        long audits = now.counters().audits();
        if (batch.audit() != null) {
            audits++;
            steps.add(
                    new Document.Intent.Step(now.auditName(audits), new Document.Audited(now.scope(), batch.audit())));
        }
        ScopeNumbers numbers = plan.numbers();
        steps.add(new Document.Intent.Step(
                now.countersName(),
                new Document.Counters(now.scope(), numbers.revision(), numbers.epoch(), numbers.positions(), audits)));
        return steps;
    }
}
