package dev.daybook.outcome;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of the searches of an erasure proof.
 *
 * @param texts the number of forgotten texts
 * @param searched the number of searched texts
 * @param shortTexts the number of searched texts with fewer than {@value #MIN_TEXT_LENGTH} characters, and of facts with
 *     such parts only. They stand in files for other reasons too, so they are found as whole values only: a line, a
 *     quoted string, a field of a record; an entry that stays and has the same value proves nothing against them
 * @param searchedFiles the files that were read, each with the number of its bytes
 * @param unsearchedFiles the files and folders that could not be read, and compressed files, each with the reason and what
 *     helps; nothing is known of what they hold
 * @param foundBefore the number of texts found before the forget; null if the files were not searched then
 * @param found the number of texts found after the forget
 * @param foundIn the number of texts found in each file that contains any
 */
public record ErasureEvidence(
        int texts,
        int searched,
        int shortTexts,
        Map<Path, Long> searchedFiles,
        Map<Path, String> unsearchedFiles,
        @Nullable Integer foundBefore,
        int found,
        Map<Path, Integer> foundIn) {

    /**
     * The minimum length in characters of a text that is found within other words; shorter texts ("Good night!") occur in
     * files for other reasons.
     */
    public static final int MIN_TEXT_LENGTH = 12;

    public ErasureEvidence {
        searchedFiles = copy(searchedFiles);
        unsearchedFiles = copy(unsearchedFiles);
        foundIn = copy(foundIn);
    }

    private static <T> Map<Path, T> copy(Map<Path, T> files) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(files));
    }

    /** Returns the number of files that were read. */
    public int files() {
        return searchedFiles.size();
    }

    /** Returns the number of bytes that were read. */
    public long bytes() {
        return searchedFiles.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the number of texts that were not searched, because an entry that stays contains them. */
    public int stillSaid() {
        return texts - searched;
    }

    /** Returns whether the search could look everywhere for everything: each text was searched in each named place. */
    public boolean isComplete() {
        return searched == texts && unsearchedFiles.isEmpty();
    }

    /** Returns whether no file contains a searched text. */
    public boolean nothingFound() {
        return found == 0;
    }
}
