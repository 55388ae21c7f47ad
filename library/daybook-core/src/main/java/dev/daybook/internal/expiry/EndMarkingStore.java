package dev.daybook.internal.expiry;

import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.store.FamilyForwardingStore;
import dev.daybook.model.Kind;
import dev.daybook.model.Note;
import dev.daybook.model.Scope;
import dev.daybook.store.Blob;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.EraseResult;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import dev.daybook.store.WriteBatch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A store view that adds marks to each batch: for the end of an entry a sidecar and a state, for the due time of a note a
 * state. It erases the marks with the entry. All writers use it, so none can forget them. A batch without such an entry is
 * passed through.
 */
public final class EndMarkingStore extends FamilyForwardingStore {

    public EndMarkingStore(Store store) {
        super(store);
    }

    @Override
    public CommitResult write(WriteBatch batch) {
        return super.write(marked(batch));
    }

    @Override
    public EraseResult erase(Scope scope, EraseRequest what, WriteBatch alongside) {
        return super.erase(scope, withMarks(scope, what, alongside), marked(alongside));
    }

    private static WriteBatch marked(WriteBatch batch) {
        if (batch.puts().stream().noneMatch(put -> EntryCodec.expiresAt(put.body()) != null || isDueNote(put))) {
            return batch;
        }
        List<EntryPut> puts = new ArrayList<>();
        List<StateChange> states = new ArrayList<>(batch.states());
        for (EntryPut put : batch.puts()) {
            Instant end = EntryCodec.expiresAt(put.body());
            puts.add(end == null ? put : marked(put, end));
            if (end != null) {
                states.add(EntryEnd.state(put.key(), end));
            }
            if (isDueNote(put)) {
                states.add(due(put));
            }
        }
        return new WriteBatch(
                batch.scope(), batch.operation(), puts, batch.sidecars(), states, batch.audit(), batch.expected());
    }

    private static boolean isDueNote(EntryPut put) {
        return put.key().kind() == Kind.NOTE && EntryCodec.hasDueTime(put.body());
    }

    private static StateChange due(EntryPut put) {
        Note note = (Note) EntryCodec.decode(
                new StoredEntry(put.key(), 0, 0, put.session(), put.time(), put.recorded(), put.status(), put.body()));
        return DueNotes.state(note, Objects.requireNonNull(note.dueAt(), "its form has a due time"));
    }

    private static EntryPut marked(EntryPut put, Instant end) {
        Map<String, Blob> sidecars = new HashMap<>(put.sidecars());
        sidecars.put(EntryEnd.SIDECAR, EntryEnd.encode(end));
        return new EntryPut(
                put.key(),
                put.session(),
                put.time(),
                put.recorded(),
                put.status(),
                put.body(),
                sidecars,
                put.expected());
    }

    /** Adds the marks of the erased entries, apart from those that are written again in the same step. */
    private EraseRequest withMarks(Scope scope, EraseRequest what, WriteBatch alongside) {
        Set<EntryKey> gone = new LinkedHashSet<>(what.keys());
        alongside.puts().forEach(put -> gone.remove(put.key()));
        if (what.everything() || gone.isEmpty()) {
            return what;
        }
        List<String> states = new ArrayList<>(what.states());
        if (!EntryEnd.isNone(this, scope)) {
            gone.forEach(key -> states.add(EntryEnd.name(key)));
        }
        if (gone.stream().anyMatch(key -> key.kind() == Kind.NOTE)) {
            DueNotes.names(this, scope, gone).forEach(states::add);
        }
        return EraseRequest.of(what.keys(), states);
    }
}
