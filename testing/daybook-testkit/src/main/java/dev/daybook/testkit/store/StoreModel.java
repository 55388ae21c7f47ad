package dev.daybook.testkit.store;

import dev.daybook.model.Kind;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.IndexRow;
import dev.daybook.store.ScopeState;
import dev.daybook.store.Sidecar;
import dev.daybook.store.StateChange;
import dev.daybook.store.StoredEntry;
import dev.daybook.store.WriteBatch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A reference model of one scope in plain maps: slow and obvious. */
final class StoreModel {

    final Map<EntryKey, List<StoredEntry>> versions = new LinkedHashMap<>();
    final Map<String, ScopeState> states = new TreeMap<>();
    long revision;
    private final Map<EntryKey, Map<String, Blob>> sidecars = new HashMap<>();
    private final Map<EntryKey, Long> revisions = new HashMap<>();
    private final Map<Kind, Long> positions = new HashMap<>();

    void write(WriteBatch batch) {
        batch.puts().forEach(this::put);
        batch.sidecars().forEach(this::beside);
        batch.states().forEach(this::change);
    }

    private void put(EntryPut put) {
        List<StoredEntry> earlier = versions.computeIfAbsent(put.key(), key -> new ArrayList<>());
        long position = earlier.isEmpty()
                ? positions.merge(put.key().kind(), 1L, Long::sum)
                : earlier.get(0).position();
        revision++;
        earlier.add(new StoredEntry(
                put.key(), position, revision, put.session(), put.time(), put.recorded(), put.status(), put.body()));
        revisions.put(put.key(), revision);
        sidecars.put(put.key(), new HashMap<>(put.sidecars()));
    }

    private void beside(Sidecar sidecar) {
        if (versions.containsKey(sidecar.key()) && contentRevision(sidecar.key()) == sidecar.contentRevision()) {
            revision++;
            revisions.put(sidecar.key(), revision);
            sidecars.computeIfAbsent(sidecar.key(), key -> new HashMap<>()).put(sidecar.name(), sidecar.bytes());
        }
    }

    private void change(StateChange change) {
        if (change.bytes() == null) {
            states.remove(change.name());
        } else {
            ScopeState before = states.get(change.name());
            long version = before == null ? 1 : before.version() + 1;
            states.put(change.name(), new ScopeState(change.name(), version, change.bytes()));
        }
    }

    void erase(EraseRequest request) {
        if (request.everything()) {
            versions.clear();
            states.clear();
        }
        request.keys().forEach(versions::remove);
        request.states().forEach(states::remove);
    }

    /** 0 if there is no such entry, as in {@link EntryPut#expected}. */
    long contentRevision(EntryKey key) {
        return versions.containsKey(key) ? current(key).contentRevision() : 0;
    }

    StoredEntry current(EntryKey key) {
        List<StoredEntry> all = versions.getOrDefault(key, List.of());
        return all.get(all.size() - 1);
    }

    Map<Kind, Long> counts() {
        Map<Kind, Long> counts = new HashMap<>();
        versions.keySet().forEach(key -> counts.merge(key.kind(), 1L, Long::sum));
        return counts;
    }

    List<IndexRow> rows(long afterRevision) {
        return versions.keySet().stream()
                .map(key -> row(current(key)))
                .filter(row -> row.revision() > afterRevision)
                .sorted(Comparator.comparingLong(IndexRow::revision))
                .toList();
    }

    private IndexRow row(StoredEntry now) {
        return IndexRow.of(now, revisions.getOrDefault(now.key(), 0L), sidecars.getOrDefault(now.key(), Map.of()));
    }
}
