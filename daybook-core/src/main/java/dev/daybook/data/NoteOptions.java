package dev.daybook.data;

/**
 * How notes are made of what is added.
 *
 * @param mergeTopK how many of the nearest notes each added text is brought together with, at most; 1 or more
 * @param mergeDistanceCutoff how far a note may be from an added text to be brought together with it: cosine distance, 0
 *     (the same direction) to 2
 * @param waitsForModel whether what is added waits, while the language model fails, until what was added before it has been
 *     made into notes: the same notes come out then, however often the model fails. Meanwhile it stands as it was written.
 *     If not, what the model fails on stands as it was written for good
 */
public record NoteOptions(int mergeTopK, double mergeDistanceCutoff, boolean waitsForModel) {

    /** Three notes within 0.25: the numbers of HAEMA, from which the task is taken. */
    public static final NoteOptions DEFAULTS = new NoteOptions(3, 0.25, true);

    /** @throws IllegalArgumentException if the number is not positive, or the distance is negative or no number */
    public NoteOptions {
        if (mergeTopK <= 0) {
            throw new IllegalArgumentException("mergeTopK is " + mergeTopK + "; give 1 or more");
        }
        if (!(mergeDistanceCutoff >= 0)) {
            throw new IllegalArgumentException(
                    "mergeDistanceCutoff is " + mergeDistanceCutoff + "; give a cosine distance of 0 or more");
        }
    }

    public NoteOptions mergeTopK(int mergeTopK) {
        return new NoteOptions(mergeTopK, mergeDistanceCutoff, waitsForModel);
    }

    public NoteOptions mergeDistanceCutoff(double mergeDistanceCutoff) {
        return new NoteOptions(mergeTopK, mergeDistanceCutoff, waitsForModel);
    }

    public NoteOptions waitsForModel(boolean waitsForModel) {
        return new NoteOptions(mergeTopK, mergeDistanceCutoff, waitsForModel);
    }
}
