package dev.daybook.internal.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.audit.AuditDetail.HashedId;
import dev.daybook.model.Kind;
import dev.daybook.store.EntryKey;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuditDetailTest {

    private static String digest(String id) {
        return String.format("%016x", id.hashCode());
    }

    @Test
    void the_hash_of_a_forgotten_entry_has_its_kind() {
        AuditDetail detail = AuditDetail.of(
                Map.of(Kind.FACT, 1L, Kind.EPISODE, 2L),
                List.of(new EntryKey(Kind.EPISODE, "a"), new EntryKey(Kind.FACT, "b"), new EntryKey(Kind.EPISODE, "c")),
                AuditDetailTest::digest);

        assertThat(detail.text())
                .isEqualTo("count=3 kinds=episode:2,fact:1 " + digest("a") + " " + digest("c") + " " + digest("b"));
        assertThat(AuditDetail.read(detail.text())).isEqualTo(detail);
        assertThat(detail.ids())
                .containsExactly(
                        new HashedId(Kind.EPISODE, digest("a")),
                        new HashedId(Kind.EPISODE, digest("c")),
                        new HashedId(Kind.FACT, digest("b")));
    }

    @Test
    void of_very_many_the_first_are_named_and_all_are_counted() {
        AuditDetail detail = AuditDetail.of(
                Map.of(Kind.NOTE, 500L),
                IntStream.range(0, 500)
                        .mapToObj(i -> new EntryKey(Kind.NOTE, "n" + i))
                        .toList(),
                AuditDetailTest::digest);

        AuditDetail read = AuditDetail.read(detail.text());
        assertThat(read).isEqualTo(detail);
        assertThat(read.count()).isEqualTo(500);
        assertThat(read.ids()).hasSize(20).allMatch(id -> id.kind() == Kind.NOTE);
    }

    @Test
    void a_whole_scope_is_counted_and_nothing_is_named() {
        AuditDetail detail = AuditDetail.of(Map.of(Kind.EPISODE, 7L), List.of(), AuditDetailTest::digest);

        assertThat(detail.text()).isEqualTo("count=7 kinds=episode:7");
        assertThat(AuditDetail.read(detail.text())).isEqualTo(detail);
    }

    @Test
    void a_record_of_a_write_names_no_kind() {
        AuditDetail detail = AuditDetail.of(List.of("a"), AuditDetailTest::digest);

        assertThat(detail.text()).isEqualTo("count=1 " + digest("a"));
        assertThat(AuditDetail.read(detail.text())).isEqualTo(detail);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "count=", "count=x", "count=1 nonsense", "1 episode"})
    void unparsable_text_gives_no_value(String text) {
        AuditDetail read = AuditDetail.read(text);

        assertThat(read.count()).isZero();
        assertThat(read.ids()).isEmpty();
        assertThat(read.kinds()).isEmpty();
    }
}
