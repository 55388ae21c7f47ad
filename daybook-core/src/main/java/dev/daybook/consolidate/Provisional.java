package dev.daybook.consolidate;

import dev.daybook.data.Method;
import dev.daybook.data.Note;
import dev.daybook.data.Origin;

/** The origins of notes that are the added texts verbatim: provisional or final. */
final class Provisional {

    /** Serves until the model answers. */
    static final Origin FOR_NOW = new Origin(Origin.Source.DERIVATION, "provisional");

    static final Origin FOR_GOOD = new Origin(Origin.Source.DERIVATION, "inputs");

    private Provisional() {}

    static boolean is(Note note) {
        return note.method() == Method.EXTRACTIVE && note.origin().equals(FOR_NOW);
    }
}
