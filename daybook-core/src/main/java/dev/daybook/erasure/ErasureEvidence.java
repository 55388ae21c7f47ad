package dev.daybook.erasure;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of an {@link ErasureProof}.
 *
 * @param texts the number of forgotten texts
 * @param searched how many of them could be searched
 * @param tooShort how many have fewer than {@value #SHORTEST_TEXT} characters; they occur in files for other reasons
 * @param files the number of files that were read
 * @param bytes the number of bytes that were read
 * @param foundBefore how many texts were found before the forget; null if the files were not searched then
 * @param found how many texts are still found
 * @param foundIn how many texts are still found in each file that has any
 */
public record ErasureEvidence(
        int texts,
        int searched,
        int tooShort,
        int files,
        long bytes,
        @Nullable Integer foundBefore,
        int found,
        Map<Path, Integer> foundIn) {

    /** The fewest characters of a text that is searched. */
    public static final int SHORTEST_TEXT = TextProbes.SHORTEST_TEXT;

    public ErasureEvidence {
        foundIn = Collections.unmodifiableMap(new LinkedHashMap<>(foundIn));
    }

    /** Returns how many texts were not searched: too short, or still part of an entry that stays. */
    public int notSearched() {
        return texts - searched;
    }

    /** Returns how many texts an entry that stays still contains. */
    public int stillSaid() {
        return texts - searched - tooShort;
    }

    /** Whether none of the searched texts is in any file. */
    public boolean nothingFound() {
        return found == 0;
    }
}
