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
 * One intake that is made into notes, and what there is to it.
 *
 * @param texts those of the intake that no note stands for
 * @param attempt how often it was tried
 */
record NoteWork(Scope scope, Intake intake, List<String> texts, LiveNotes.Image image, Attempt attempt) {

    /** An intake that no notes were made of yet; there is nothing to do if they came with it. */
    static NoteWork first(Scope scope, Intake intake, LiveNotes.Image image, Attempt attempt) {
        List<String> texts = image.madeOf(intake.id()).isEmpty() ? intake.texts() : List.of();
        return new NoteWork(scope, intake, texts, image, attempt);
    }

    /**
     * An intake that lost notes. With a model all go together, because each stands in the place of the same earlier ones.
     * Without one each text is a note of its own.
     *
     * @param left the notes of the intake that are still there, superseded ones too
     */
    static NoteWork again(Scope scope, Intake intake, List<Note> left, LiveNotes.Image image, Attempt attempt) {
        Set<String> said = left.stream().map(Note::text).collect(Collectors.toSet());
        List<String> lost =
                intake.texts().stream().filter(text -> !said.contains(text)).toList();
        return new NoteWork(scope, intake, lost, image, attempt);
    }

    Ref source() {
        return new Ref(scope, Kind.EPISODE, intake.id());
    }

    /** The revision by which the intake is known: that of its content. */
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
