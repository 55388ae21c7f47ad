package dev.daybook.testkit;

import dev.daybook.model.Kind;
import dev.daybook.store.BatchPlan;
import dev.daybook.store.Blob;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryNumbers;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.RowChange;
import dev.daybook.store.ScopeNumbers;
import dev.daybook.store.StoredEntry;
import dev.daybook.store.WriteBatch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The documents that an operation writes and removes in a scope. Positions and revisions are settled in it, so that finishing
 * the operation later gives the same ones.
 */
final class DocumentDraft {

    private final DocumentScope now;
    private final WriteBatch batch;
    private final BatchPlan plan;
    private final Map<EntryKey, StoredDocument.@Nullable Held> entries = new LinkedHashMap<>();
    private final Map<String, StoredDocument.@Nullable Named> states = new LinkedHashMap<>();

    /** A draft of a batch, with the erasure that it is written with. */
    DocumentDraft(DocumentScope now, EraseRequest request, WriteBatch batch) {
        this.now = now;
        this.batch = batch;
        StoredDocument.Counters counters = now.counters();
        this.plan = new BatchPlan(
                new ScopeNumbers(counters.revision(), counters.epoch(), counters.positions(), counts(request)),
                this::numbers,
                this::version);
    }

    private @Nullable EntryNumbers numbers(EntryKey key) {
        StoredDocument.Held entry = now.entry(key);
        return entry == null ? null : entry.numbers();
    }

    private long version(String name) {
        StoredDocument.Named state = now.state(name);
        return state == null ? 0 : state.version();
    }

    /** Entries are counted when the head is read; a plan needs the counts only to erase all. */
    private Map<Kind, Long> counts(EraseRequest request) {
        return request.everything() ? now.counts() : Map.of();
    }

    Map<Kind, Long> erase(EraseRequest request) {
        if (request.everything()) {
            now.entries().forEach(entry -> entries.put(entry.key(), null));
            now.states().forEach(state -> states.put(state.name(), null));
        }
        return plan.erase(request);
    }

    CommitResult write() {
        CommitResult commit = plan.write(batch);
        plan.removals().forEach(removal -> entries.put(removal.key(), null));
        plan.versions().forEach(this::put);
        plan.additions().forEach(this::add);
        plan.values().forEach(this::change);
        return commit;
    }

    private StoredDocument.@Nullable Held entry(EntryKey key) {
        return entries.containsKey(key) ? entries.get(key) : now.entry(key);
    }

    private void put(RowChange.Version version) {
        StoredDocument.Held before = entry(version.key());
        List<StoredEntry> versions = new ArrayList<>(before == null ? List.of() : before.versions());
        versions.add(version.stored());
        entries.put(
                version.key(),
                new StoredDocument.Held(
                        versions, version.numbers().revision(), version.put().sidecars()));
    }

    private void add(RowChange.Addition addition) {
        StoredDocument.Held entry = Objects.requireNonNull(entry(addition.key()), "a sidecar has an entry");
        Map<String, Blob> sidecars = new HashMap<>(entry.sidecars());
        sidecars.put(addition.sidecar().name(), addition.sidecar().bytes());
        entries.put(
                addition.key(),
                new StoredDocument.Held(entry.versions(), addition.numbers().revision(), sidecars));
    }

    private void change(RowChange.Value value) {
        states.put(
                value.name(),
                value.state() == null
                        ? null
                        : new StoredDocument.Named(
                                value.name(),
                                value.state().version(),
                                value.state().bytes()));
    }

    /** Puts, then deletes, then states, audit entries and counters. */
    List<StoredDocument.Intent.Step> steps() {
        List<StoredDocument.Intent.Step> steps = new ArrayList<>();
        entries.forEach((key, entry) -> steps.add(new StoredDocument.Intent.Step(now.entryName(key), entry)));
        steps.sort(Comparator.comparing(step -> step.document() == null));
        states.forEach((name, state) -> steps.add(new StoredDocument.Intent.Step(now.stateName(name), state)));
        long audits = now.counters().audits();
        if (batch.audit() != null) {
            audits++;
            steps.add(new StoredDocument.Intent.Step(
                    now.auditName(audits), new StoredDocument.Audited(now.scope(), batch.audit())));
        }
        ScopeNumbers numbers = plan.numbers();
        steps.add(new StoredDocument.Intent.Step(
                now.countersName(),
                new StoredDocument.Counters(
                        now.scope(), numbers.revision(), numbers.epoch(), numbers.positions(), audits)));
        return steps;
    }
}
