package dev.daybook.query;

import dev.daybook.model.ImmutableValue;
import org.jspecify.annotations.Nullable;

/**
 * Options of the derivation of notes from added texts. {@link #DEFAULTS} holds the defaults; each method with a
 * parameter returns a copy with one option changed.
 */
public final class NoteOptions extends ImmutableValue<NoteOptions> {

    /** Three notes within 0.25, as in HAEMA, from which the task is taken; additions wait for the model. */
    public static final NoteOptions DEFAULTS = new NoteOptions();

    private int mergeTopK = 3;
    private double mergeDistanceCutoff = 0.25;
    private boolean waitsForModel = true;

    private NoteOptions() {}

    public int mergeTopK() {
        return mergeTopK;
    }

    /** Sets the maximum number of nearest notes to merge with an added text; 1 or more. */
    public NoteOptions mergeTopK(int mergeTopK) {
        return with(copy -> copy.mergeTopK = mergeTopK);
    }

    public double mergeDistanceCutoff() {
        return mergeDistanceCutoff;
    }

    /**
     * Sets the maximum cosine distance between a note and an added text to be merged: 0 (the same direction) to 2.
     */
    public NoteOptions mergeDistanceCutoff(double mergeDistanceCutoff) {
        return with(copy -> copy.mergeDistanceCutoff = mergeDistanceCutoff);
    }

    public boolean waitsForModel() {
        return waitsForModel;
    }

    /**
     * Sets whether additions wait while the language model fails, until the additions before them are derived: then the
     * same notes result, however often the model fails. A waiting addition is shown as it was written. Otherwise an
     * addition on which the model fails stays as it was written.
     */
    public NoteOptions waitsForModel(boolean waitsForModel) {
        return with(copy -> copy.waitsForModel = waitsForModel);
    }

    @Override
    protected void check() {
        if (mergeTopK <= 0) {
            throw new IllegalArgumentException("mergeTopK is " + mergeTopK + "; give 1 or more");
        }
        if (!(mergeDistanceCutoff >= 0)) {
            throw new IllegalArgumentException(
                    "mergeDistanceCutoff is " + mergeDistanceCutoff + "; give a cosine distance of 0 or more");
        }
    }

    @Override
    protected @Nullable Object[] parts() {
        return new @Nullable Object[] {
            "mergeTopK", mergeTopK,
            "mergeDistanceCutoff", mergeDistanceCutoff,
            "waitsForModel", waitsForModel
        };
    }
}
