package dev.daybook.internal.codec;

import dev.daybook.error.StoreException;
import dev.daybook.model.Block;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Note;
import dev.daybook.model.Summary;
import dev.daybook.store.Blob;
import dev.daybook.store.StoredEntry;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Encodes entries as bodies of stored entries. Each kind has its own format; the first byte is the format version. */
public final class EntryCodec {

    private EntryCodec() {}

    public static Blob encode(Entry entry) {
        return switch (entry.kind()) {
            case EPISODE -> EpisodeCodec.encode((Episode) entry);
            case BLOCK -> BlockCodec.encode((Block) entry);
            case FACT -> FactCodec.encode((Fact) entry);
            case NOTE -> NoteCodec.encode((Note) entry);
            case SUMMARY -> SummaryCodec.encode((Summary) entry);
        };
    }

    /** Returns the end of an entry from the beginning of its body; null: none. */
    public static @Nullable Instant expiresAt(Blob body) {
        return EntryBody.expiresAt(body);
    }

    /** Returns whether an entry has ended at a time, without decoding it; a damaged one is left to its decoder. */
    public static boolean isExpired(StoredEntry stored, Instant now) {
        try {
            Instant end = EntryBody.expiresAt(stored.body());
            return end != null && !now.isBefore(end);
        } catch (StoreException damaged) {
            return false;
        }
    }

    /** Returns whether a body of a note has a due time, without decoding it. */
    public static boolean hasDueTime(Blob body) {
        return NoteCodec.hasDueTime(body);
    }

    /**
     * Decodes an entry.
     *
     * @throws dev.daybook.error.StoreException if the bytes are damaged
     */
    public static Entry decode(StoredEntry stored) {
        return switch (stored.key().kind()) {
            case EPISODE -> EpisodeCodec.decode(stored);
            case BLOCK -> BlockCodec.decode(stored);
            case FACT -> FactCodec.decode(stored);
            case NOTE -> NoteCodec.decode(stored);
            case SUMMARY -> SummaryCodec.decode(stored);
        };
    }
}
