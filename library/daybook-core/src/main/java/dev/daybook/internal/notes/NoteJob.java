package dev.daybook.internal.notes;

import dev.daybook.internal.consolidate.DerivationAttempt;
import dev.daybook.internal.consolidate.Proposal.Read;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Note;
import dev.daybook.model.Scope;
import dev.daybook.model.Trust;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A note input in processing, with its context.
 *
 * @param texts the texts of the input that no note covers
 * @param attempt the progress so far
 */
record NoteJob(
        Scope scope,
        NoteInput intake,
        List<String> texts,
        NoteVectors.ScopeNotes scopeNotes,
        DerivationAttempt attempt) {

    /** Creates the work for an input without notes; there are no texts if the notes came with it. */
    static NoteJob first(
            Scope scope, NoteInput noteInput, NoteVectors.ScopeNotes scopeNotes, DerivationAttempt attempt) {
        List<String> texts = scopeNotes.madeOf(noteInput.id()).isEmpty() ? noteInput.texts() : List.of();
        return new NoteJob(scope, noteInput, texts, scopeNotes, attempt);
    }

    /**
     * Creates the work for an input that lost notes. Notes of a model supersede the same earlier ones, so all of them
     * are lost together; without a model each text is a note of its own.
     *
     * @param left the remaining notes of the input, including superseded ones
     */
    static NoteJob rederived(
            Scope scope,
            NoteInput noteInput,
            List<Note> left,
            NoteVectors.ScopeNotes scopeNotes,
            DerivationAttempt attempt) {
        Set<String> covered = left.stream().map(Note::text).collect(Collectors.toSet());
        List<String> lost = noteInput.texts().stream()
                .filter(text -> !covered.contains(text))
                .toList();
        return new NoteJob(scope, noteInput, lost, scopeNotes, attempt);
    }

    EntryRef source() {
        return new EntryRef(scope, Kind.EPISODE, intake.id());
    }

    /** Returns the revision of the input's content. */
    long mark() {
        return intake.episode().revision();
    }

    Read read() {
        return new Read(source(), mark());
    }

    List<Note> provisional() {
        return scopeNotes.provisional(intake.id());
    }

    Trust trust(List<Note> related) {
        return related.stream().map(Note::trust).reduce(intake.episode().leastTrust(), Trust::least);
    }
}
