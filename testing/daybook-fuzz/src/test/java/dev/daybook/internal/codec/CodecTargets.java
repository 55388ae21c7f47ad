package dev.daybook.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.error.StoreException;
import dev.daybook.fuzz.FuzzTarget;
import dev.daybook.fuzz.FuzzedMemory;
import dev.daybook.internal.words.TermDictionary;
import dev.daybook.internal.words.TermRecord;
import dev.daybook.model.Entry;
import dev.daybook.model.Kind;
import dev.daybook.store.Blob;
import dev.daybook.store.StoredEntry;
import java.util.ArrayList;
import java.util.List;

/** The codecs of stored entries and their sidecars. */
public final class CodecTargets {

    private CodecTargets() {}

    public static List<FuzzTarget> all() {
        List<FuzzTarget> targets = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            targets.add(entry(kind));
        }
        targets.add(FuzzTarget.ofBytes(
                        "vectors",
                        input -> assertThat(VectorCodec.decode(Blob.of(input))).isNotNull(),
                        FuzzedMemory.filled().sidecars("vector/"))
                .refusing(StoreException.class));
        targets.add(FuzzTarget.ofBytes(
                        "terms",
                        input -> TermRecord.read(Blob.of(input), new TermDictionary()),
                        FuzzedMemory.filled().sidecars("terms/"))
                .refusing(StoreException.class));
        return targets;
    }

    private static FuzzTarget entry(Kind kind) {
        List<StoredEntry> seeds = FuzzedMemory.filled().entries(kind);
        StoredEntry columns = seeds.get(0);
        return FuzzTarget.ofBytes(
                        "entry-" + kind.label(),
                        input -> decode(columns, input),
                        seeds.stream().map(seed -> seed.body().toArray()).toList())
                .refusing(StoreException.class);
    }

    /** Decoded bytes may be in a form that is not written any more, so entries are compared, and not bytes. */
    private static void decode(StoredEntry columns, byte[] body) {
        Entry entry = EntryCodec.decode(withBody(columns, Blob.of(body)));
        assertThat(EntryCodec.decode(withBody(columns, EntryCodec.encode(entry))))
                .isEqualTo(entry);
    }

    private static StoredEntry withBody(StoredEntry entry, Blob body) {
        return new StoredEntry(
                entry.key(),
                entry.position(),
                entry.contentRevision(),
                entry.session(),
                entry.time(),
                entry.recorded(),
                entry.status(),
                body);
    }
}
