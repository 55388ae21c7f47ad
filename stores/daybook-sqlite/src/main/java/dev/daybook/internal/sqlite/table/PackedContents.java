package dev.daybook.internal.sqlite.table;

import dev.daybook.store.Blob;
import dev.daybook.store.EntryPut;
import dev.daybook.store.WriteBatch;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * The contents of the entries of a batch, packed by their writer before it waits for its turn: writers take turns, so what one
 * does in its turn all others wait for. Those of a large batch are packed in the turn, one by one, because the contents of all
 * waiting writers are in memory.
 */
public final class PackedContents {

    static final PackedContents NONE = new PackedContents(Map.of());

    /** The most bytes of one batch that are packed before: up to 256 batches wait for the same commit. */
    static final long MAX_BYTES = 256_000;

    private final Map<EntryPut, EntryContent> contents;

    private PackedContents(Map<EntryPut, EntryContent> contents) {
        this.contents = contents;
    }

    /** Packs the entries of a batch. Call it outside of a transaction. */
    public static PackedContents of(WriteBatch batch) {
        Map<EntryPut, EntryContent> contents = new IdentityHashMap<>();
        long bytes = 0;
        for (EntryPut put : batch.puts()) {
            bytes += size(put);
            if (bytes > MAX_BYTES) {
                break;
            }
            contents.put(put, EntryContent.pack(put));
        }
        return new PackedContents(contents);
    }

    private static long size(EntryPut put) {
        return put.body().size()
                + put.sidecars().values().stream().mapToLong(Blob::size).sum();
    }

    EntryContent of(EntryPut put) {
        EntryContent packed = contents.get(put);
        return packed == null ? EntryContent.pack(put) : packed;
    }
}
