package dev.daybook.consolidate;

import dev.daybook.consolidate.Proposal.Read;
import dev.daybook.data.Kind;
import dev.daybook.data.Note;
import dev.daybook.data.Ref;
import dev.daybook.data.Scope;
import dev.daybook.data.Trust;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A note input in processing, with its context.
 *
 * @param texts the texts of the input that no note covers
 * @param attempt the progress so far
 */
record NoteWork(Scope scope, Intake intake, List<String> texts, LiveNotes.Image image, Attempt attempt) {

    /** Creates the work for an input without notes; there are no texts if the notes came with it. */
    static NoteWork first(Scope scope, Intake intake, LiveNotes.Image image, Attempt attempt) {
        List<String> texts = image.madeOf(intake.id()).isEmpty() ? intake.texts() : List.of();
        return new NoteWork(scope, intake, texts, image, attempt);
    }

    /**
     * Creates the work for an input that lost notes. Notes of a model supersede the same earlier ones, so all of them are lost together;
     * without a model each text is a note of its own.
     *
     * @param left the remaining notes of the input, including superseded ones
     */
    static NoteWork rederived(Scope scope, Intake intake, List<Note> left, LiveNotes.Image image, Attempt attempt) {
        Set<String> covered = left.stream().map(Note::text).collect(Collectors.toSet());
        List<String> lost =
                intake.texts().stream().filter(text -> !covered.contains(text)).toList();
        return new NoteWork(scope, intake, lost, image, attempt);
    }

    Ref source() {
        return new Ref(scope, Kind.EPISODE, intake.id());
    }

    /** Returns the revision of the input's content. */
    long mark() {
        return intake.episode().revision();
    }

    Read read() {
        return new Read(source(), mark());
    }

    List<Note> provisional() {
        return image.provisional(intake.id());
    }

    Trust trust(List<Note> related) {
        return related.stream().map(Note::trust).reduce(intake.episode().leastTrust(), Trust::least);
    }
}
