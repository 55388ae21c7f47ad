package dev.daybook.internal.notes;

import dev.daybook.model.Note;
import dev.daybook.model.Origin;
import dev.daybook.model.SummaryMethod;

/** The origins of notes that are the added texts verbatim: provisional or final. */
final class ProvisionalNotes {

    /** Serves until the model answers. */
    static final Origin FOR_NOW = new Origin(Origin.Source.DERIVATION, "provisional");

    static final Origin FOR_GOOD = new Origin(Origin.Source.DERIVATION, "inputs");

    private ProvisionalNotes() {}

    static boolean is(Note note) {
        return note.method() == SummaryMethod.EXTRACTIVE && note.origin().equals(FOR_NOW);
    }
}
