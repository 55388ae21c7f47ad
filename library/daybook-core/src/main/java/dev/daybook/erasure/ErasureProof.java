package dev.daybook.erasure;

import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.internal.erasure.ErasureSearch;
import dev.daybook.internal.erasure.FileSearch;
import dev.daybook.outcome.ErasureEvidence;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.ProvedErasure;
import dev.daybook.query.Selection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;

/**
 * A proof of an erasure: the search of every file of a folder for the forgotten texts, as UTF-8 and as UTF-16 in both
 * byte orders, with and without the escapes of JSON, and of every record of an encrypting store, decrypted with the keys
 * in the folder. The search before the forget shows that it finds the texts, the search after it that they are gone.
 * Erased records of an encrypting store may remain in its files as ciphertext; their keys are destroyed.
 *
 * <pre>{@code
 * ProvedErasure result = ErasureProof.forget(daybook, daybook.user("ada"), Selection.everything(), Duration.ofMinutes(10));
 * }</pre>
 */
public final class ErasureProof {

    private ErasureProof() {}

    /**
     * Forgets, waits for the bytes and searches the files before and after, while the daybook stays open.
     *
     * @param memory a memory of the daybook
     * @param patience the longest wait for the bytes
     * @throws IllegalStateException if the store keeps no files of its own; nothing was forgotten
     */
    public static ProvedErasure forget(LocalDaybook daybook, Memory memory, Selection selection, Duration patience) {
        Path folder = daybook.maintenance()
                .dataFolder()
                .orElseThrow(() -> new IllegalStateException(
                        "the store keeps no files of its own, so there is nothing to search; use Memory.forget"));
        FileSearch files = FileSearch.ofOpen(folder);
        ErasureSearch search = ErasureSearch.of(memory, selection);
        search.searchRecords(daybook);
        search.searchBefore(files);
        ErasureReceipt erasure = memory.operations().await(memory.forget(selection), patience);
        search.exclude(daybook);
        return new ProvedErasure(erasure, search.searchAfter(files));
    }

    /**
     * Searches a folder that no daybook of this process has open for the texts of an earlier forget, such as the files of a
     * database server.
     */
    public static ErasureEvidence search(Collection<String> texts, Path folder) {
        return ErasureSearch.of(texts).searchAfter(FileSearch.ofClosed(folder, file -> {}));
    }
}
