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
 * @param shortTexts the number of searched texts with fewer than {@value #MIN_TEXT_LENGTH} characters, and of facts with
 *     such parts only. They stand in files for other reasons too, so they are found as whole values only: a line, a
 *     quoted string, a field of a record; an entry that stays and has the same value proves nothing against them
 * @param searchedFiles the files that were read
 * @param unsearchedFiles the files and folders that could not be read, and compressed files
 * @param foundBefore the number of texts found before the forget; null if the files were not searched then
 * @param found the number of texts found after the forget
 * @param foundIn the number of texts found in each file that contains any
 */
public record ErasureEvidence(
        int texts,
        int searched,
        int shortTexts,
        List<SearchedFile> searchedFiles,
        List<UnsearchedFile> unsearchedFiles,
        @Nullable Integer foundBefore,
        int found,
        Map<Path, Integer> foundIn) {

    /** The minimum length in characters of a text that is found within other words. */
    public static final int MIN_TEXT_LENGTH = TextProbes.MIN_TEXT_LENGTH;

    public ErasureEvidence {
        searchedFiles = List.copyOf(searchedFiles);
        unsearchedFiles = List.copyOf(unsearchedFiles);
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
