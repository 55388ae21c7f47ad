package dev.daybook.internal.notes;

import dev.daybook.internal.consolidate.AttemptStates;
import dev.daybook.internal.consolidate.DerivationAttempt;
import dev.daybook.internal.consolidate.DerivationContext;
import dev.daybook.internal.ledger.DerivedStates;
import dev.daybook.model.Note;
import dev.daybook.model.Scope;
import dev.daybook.store.Store;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The queue of inputs whose notes are due, and its order (decision 26). Inputs that lost notes to a forget come
 * first, each with an attempt of its own; then the inputs written after the watermark of the queue. While the first one
 * fails, the others wait.
 */
final class NoteQueue {

    static final String NAME = DerivedStates.NOTES;

    /** The subject of the inputs after the watermark, which is the last input with notes. */
    static final String QUEUE = "";

    /**
     * The subject of provisional notes while the queue waits. Its watermark is the last input with a provisional note.
     */
    static final String PROVISIONAL = "meanwhile";

    /**
     * A gap without inputs of this many revisions moves the watermark, so that the next opening does not read it again.
     */
    private static final long MAX_GAP = 5_000;

    private final Store store;
    private final AttemptStates attempts;
    private final NoteInputs noteInputs;
    private final NoteVectors notes;

    NoteQueue(DerivationContext derivationContext, NoteVectors notes) {
        this.store = derivationContext.store();
        this.attempts = derivationContext.attempts();
        this.noteInputs = new NoteInputs(derivationContext);
        this.notes = notes;
    }

    /** The progress of the queue in a scope. */
    private record QueueProgress(
            List<String> rederived, DerivationAttempt head, DerivationAttempt queue, DerivationAttempt meanwhile) {

        static QueueProgress of(Map<String, DerivationAttempt> attempts) {
            List<Map.Entry<String, DerivationAttempt>> rederived = attempts.entrySet().stream()
                    .filter(attempt -> isRederivation(attempt.getKey()))
                    .sorted(Comparator.comparingLong(
                            attempt -> attempt.getValue().watermark()))
                    .toList();
            DerivationAttempt queue = attempts.getOrDefault(QUEUE, DerivationAttempt.NONE);
            DerivationAttempt head =
                    rederived.isEmpty() ? queue : rederived.get(0).getValue();
            List<String> ids = rederived.stream().map(Map.Entry::getKey).toList();
            return new QueueProgress(ids, head, queue, attempts.getOrDefault(PROVISIONAL, DerivationAttempt.NONE));
        }

        boolean isBlocked() {
            return head.failures() > 0;
        }
    }

    /** Tests whether a subject is the id of an input whose notes are derived again. */
    static boolean isRederivation(String subject) {
        return !subject.equals(QUEUE) && !subject.equals(PROVISIONAL);
    }

    private QueueProgress progress(Scope scope) {
        return QueueProgress.of(attempts.all(scope, NAME));
    }

    /**
     * Lists the due subjects. A waiting queue is due as well: its attempt reports the wait and brings the worker back.
     */
    List<String> due(Scope scope) {
        QueueProgress progress = progress(scope);
        NoteInputs.PendingInputs found =
                noteInputs.after(scope, progress.queue().watermark());
        if (progress.rederived().isEmpty() && found.ids().isEmpty()) {
            return found.revision() - progress.queue().watermark() > MAX_GAP ? List.of(QUEUE) : List.of();
        }
        String head =
                progress.rederived().isEmpty() ? QUEUE : progress.rederived().get(0);
        return progress.isBlocked() && lacksProvisional(scope, progress, found)
                ? List.of(head, PROVISIONAL)
                : List.of(head);
    }

    /** Tests whether a waiting input has no provisional note. */
    private boolean lacksProvisional(Scope scope, QueueProgress progress, NoteInputs.PendingInputs found) {
        boolean isNew = !found.ids().isEmpty()
                && found.ids().lastKey() > progress.meanwhile().watermark();
        return isNew
                || !progress.rederived().isEmpty()
                        && !inputsWithProvisional(scope).containsAll(progress.rederived());
    }

    private Set<String> inputsWithProvisional(Scope scope) {
        Set<String> ids = new HashSet<>();
        notes.of(scope).live().stream()
                .filter(ProvisionalNotes::is)
                .map(Note::sources)
                .forEach(sources -> sources.forEach(source -> ids.add(source.id())));
        return ids;
    }

    /** Returns the inputs written after a watermark. */
    NoteInputs.PendingInputs after(Scope scope, long mark) {
        return noteInputs.after(scope, mark);
    }

    Optional<NoteInput> find(Scope scope, String id) {
        return noteInputs.find(scope, id);
    }

    /** Tests whether a user removed a note of an input; its notes are not derived again. */
    boolean hasRemovedNote(Scope scope, NoteInput noteInput) {
        return DerivedStates.isNoteRemoved(store, scope, noteInput.id());
    }

    /**
     * The inputs that need provisional notes.
     *
     * @param rederived the inputs that lost notes to a forget
     * @param fresh the inputs without notes so far
     * @param mark the revision up to which fresh inputs were read
     */
    record QueuedInputs(List<NoteInput> rederived, List<NoteInput> fresh, long mark) {}

    /** Returns the waiting inputs after a watermark; none if the queue is not blocked. */
    QueuedInputs waiting(Scope scope, long mark) {
        QueueProgress progress = progress(scope);
        if (!progress.isBlocked()) {
            return new QueuedInputs(List.of(), List.of(), mark);
        }
        TreeMap<Long, String> after =
                noteInputs.after(scope, progress.queue().watermark()).ids();
        after.headMap(mark, true).clear();
        return new QueuedInputs(
                all(scope, progress.rederived().stream()),
                all(
                        scope,
                        after.values().stream()
                                .filter(id -> !progress.rederived().contains(id))),
                after.isEmpty() ? mark : after.lastKey());
    }

    private List<NoteInput> all(Scope scope, Stream<String> ids) {
        return ids.flatMap(id -> noteInputs.find(scope, id).stream()).toList();
    }
}
