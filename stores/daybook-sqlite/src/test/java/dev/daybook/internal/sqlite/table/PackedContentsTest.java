package dev.daybook.internal.sqlite.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.WriteBatch;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PackedContentsTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final int HALF = (int) PackedContents.MAX_BYTES / 2 - 100;

    private static EntryPut put(String id, int bytes) {
        return new EntryPut(
                new EntryKey(Kind.EPISODE, id),
                "s",
                NOON,
                NOON,
                EntryPut.LIVE,
                Blob.of(new byte[bytes]),
                Map.of("terms/en-1", Blob.of("boat lake")),
                0);
    }

    private static PackedContents packed(EntryPut... puts) {
        return PackedContents.of(
                new WriteBatch(new Scope.User(Space.DEFAULT, "ada"), "op", List.of(puts), List.of(), List.of(), null));
    }

    @Test
    void the_entries_of_a_batch_are_packed_once() throws Exception {
        EntryPut first = put("e1", HALF);
        EntryPut second = put("e2", HALF);
        PackedContents packed = packed(first, second);

        assertThat(packed.of(first)).isSameAs(packed.of(first));
        assertThat(packed.of(second)).isSameAs(packed.of(second)).isNotSameAs(packed.of(first));
        assertThat(packed.of(first).entry().bytes())
                .isEqualTo(EntryContent.pack(first).entry().bytes());
        assertThat(packed.of(first).sidecars().bytes())
                .isEqualTo(EntryContent.pack(first).sidecars().bytes());
    }

    @Test
    void the_entries_beyond_the_limit_are_packed_when_they_are_written() throws Exception {
        EntryPut first = put("e1", HALF);
        EntryPut large = put("e2", 2 * HALF);
        PackedContents packed = packed(first, large);

        assertThat(packed.of(first)).isSameAs(packed.of(first));
        assertThat(packed.of(large)).isNotSameAs(packed.of(large));
        assertThat(packed.of(large).entry().bytes())
                .isEqualTo(EntryContent.pack(large).entry().bytes());
    }
}
