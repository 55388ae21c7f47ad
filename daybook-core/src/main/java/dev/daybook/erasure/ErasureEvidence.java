package dev.daybook.erasure;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of an {@link ErasureProof}.
 *
 * @param texts the number of forgotten texts
 * @param searched the number of searched texts
 * @param tooShort the number of texts with fewer than {@value #SHORTEST_TEXT} characters, which occur in files for
 *     other reasons
 * @param searchedFiles the files that were read
 * @param foundBefore the number of texts found before the forget; null if the files were not searched then
 * @param found the number of texts found after the forget
 * @param foundIn the number of texts found in each file that contains any
 */
public record ErasureEvidence(
        int texts,
        int searched,
        int tooShort,
        List<SearchedFile> searchedFiles,
        @Nullable Integer foundBefore,
        int found,
        Map<Path, Integer> foundIn) {

    /** The minimum length of a searched text in characters. */
    public static final int SHORTEST_TEXT = TextProbes.SHORTEST_TEXT;

    public ErasureEvidence {
        searchedFiles = List.copyOf(searchedFiles);
        foundIn = Collections.unmodifiableMap(new LinkedHashMap<>(foundIn));
    }

    /** Returns the number of files that were read. */
    public int files() {
        return searchedFiles.size();
    }

    /** Returns the number of bytes that were read. */
    public long bytes() {
        return searchedFiles.stream().mapToLong(SearchedFile::bytes).sum();
    }

    /** Returns the number of texts that were not searched: too short, or still part of an entry that stays. */
    public int notSearched() {
        return texts - searched;
    }

    /** Returns the number of texts that an entry still contains. */
    public int stillSaid() {
        return texts - searched - tooShort;
    }

    /** Returns whether no file contains a searched text. */
    public boolean nothingFound() {
        return found == 0;
    }
}
