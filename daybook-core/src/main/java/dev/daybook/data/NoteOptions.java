package dev.daybook.data;

/**
 * Options of the derivation of notes from added texts. {@link #DEFAULTS} holds the defaults; each method with a
 * parameter returns a copy with one option changed. Do not call the constructor: a new option adds a parameter to it.
 *
 * @param mergeTopK the maximum number of nearest notes to merge with an added text; 1 or more
 * @param mergeDistanceCutoff the maximum cosine distance between a note and an added text to be merged: 0 (the same
 *     direction) to 2
 * @param waitsForModel whether additions wait while the language model fails, until the additions before them are
 *     derived: then the same notes result, however often the model fails. A waiting addition is shown as it was
 *     written. Otherwise an addition on which the model fails stays as it was written
 */
public record NoteOptions(int mergeTopK, double mergeDistanceCutoff, boolean waitsForModel) {

    /** Three notes within 0.25, as in HAEMA, from which the task is taken; additions wait for the model. */
    public static final NoteOptions DEFAULTS = new NoteOptions(3, 0.25, true);

    /**
     * Checks all options. Not to be called by applications; start with {@link #DEFAULTS}.
     *
     * @throws IllegalArgumentException if the number is not positive, or the distance is negative or NaN
     */
    public NoteOptions {
        if (mergeTopK <= 0) {
            throw new IllegalArgumentException("mergeTopK is " + mergeTopK + "; give 1 or more");
        }
        if (!(mergeDistanceCutoff >= 0)) {
            throw new IllegalArgumentException(
                    "mergeDistanceCutoff is " + mergeDistanceCutoff + "; give a cosine distance of 0 or more");
        }
    }

    /** Sets the maximum number of nearest notes to merge with an added text. */
    public NoteOptions mergeTopK(int mergeTopK) {
        return new NoteOptions(mergeTopK, mergeDistanceCutoff, waitsForModel);
    }

    /** Sets the maximum cosine distance between a note and an added text to be merged. */
    public NoteOptions mergeDistanceCutoff(double mergeDistanceCutoff) {
        return new NoteOptions(mergeTopK, mergeDistanceCutoff, waitsForModel);
    }

    /** Sets whether additions wait while the language model fails. */
    public NoteOptions waitsForModel(boolean waitsForModel) {
        return new NoteOptions(mergeTopK, mergeDistanceCutoff, waitsForModel);
    }
}
