package dev.daybook.internal.forget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.StoreException;
import dev.daybook.internal.codec.ByteWriter;
import dev.daybook.model.Kind;
import dev.daybook.model.Origin;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.query.Selection;
import dev.daybook.store.ScopeState;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PendingErasureTest {

    private static final Scope ADA = new Scope.User(Space.DEFAULT, "ada");
    private static final OffsetDateTime NOON = OffsetDateTime.parse("2026-03-04T12:00:00+01:00");

    @Test
    void state_of_a_running_derivation_is_read_as_it_was_written() {
        for (Selection selection : List.of(
                Selection.everything(),
                Selection.session("s1").and(Selection.before(NOON.toInstant())),
                Selection.entry(Kind.FACT, "f1"),
                Selection.entries(Kind.FACT, List.of("f2", "f1")).and(Selection.key("k1")),
                Selection.writer("mallory")
                        .and(Selection.source(Origin.Source.TOOL))
                        .and(Selection.since(NOON.toInstant())))) {
            PendingErasure pending = new PendingErasure(ADA, selection, selection instanceof Selection.Everything, 7);

            assertThat(PendingErasure.decode(Space.DEFAULT, new ScopeState("forget/op_1", 1, pending.encode())))
                    .isEqualTo(pending);
        }
        assertThat(PendingErasure.operation(new ScopeState(PendingErasure.name("op_1"), 1, new ByteWriter().toBlob())))
                .isEqualTo("op_1");
    }

    @Test
    void a_forget_that_an_earlier_version_has_begun_is_still_a_forget() {
        ScopeState state = new ScopeState(
                "forget/op_1",
                1,
                new ByteWriter()
                        .octet(1)
                        .text(ADA.code())
                        .optionalText("s1")
                        .optionalText(null)
                        .optionalText(null)
                        .optionalText(null)
                        .number(7)
                        .toBlob());

        assertThat(PendingErasure.decode(Space.DEFAULT, state))
                .isEqualTo(new PendingErasure(ADA, Selection.session("s1"), false, 7));
    }

    @Test
    void one_id_has_the_form_of_earlier_versions() {
        PendingErasure pending = new PendingErasure(ADA, Selection.entries(Kind.FACT, List.of("f1")), false, 7);

        assertThat(pending.encode())
                .isEqualTo(new ByteWriter()
                        .octet(3)
                        .text(ADA.code())
                        .optionalText(null)
                        .optionalText(null)
                        .optionalText("fact")
                        .optionalText("f1")
                        .number(7)
                        .octet(0)
                        .optionalText(null)
                        .optionalText(null)
                        .optionalText(null)
                        .optionalText(null)
                        .toBlob());
    }

    /** Earlier versions accepted any year, and a forget that they began has to end. */
    @ParameterizedTest
    @CsvSource({
        "+292278994-08-17T07:12:55.807Z, 9999-12-31T23:59:59.999999Z",
        "9999-12-31T23:59:59-05:00, 9999-12-31T23:59:59.999999Z",
        "0000-01-01T00:00:00Z, 0001-01-01T00:00:00Z",
        "2030-01-01T00:00:00Z, 2030-01-01T00:00:00Z"
    })
    void a_time_of_any_year_is_read(String written, String read) {
        ByteWriter state = new ByteWriter()
                .octet(1)
                .text(ADA.code())
                .optionalText("s1")
                .optionalText(written)
                .optionalText(null)
                .optionalText(null)
                .number(7);

        assertThat(PendingErasure.decode(Space.DEFAULT, new ScopeState("forget/op_1", 1, state.toBlob())))
                .isEqualTo(new PendingErasure(
                        ADA, Selection.session("s1").and(Selection.before(Instant.parse(read))), false, 7));
    }

    @Test
    void one_of_a_later_version_is_not_guessed_at() {
        ScopeState state =
                new ScopeState("forget/op_1", 1, new ByteWriter().octet(9).toBlob());

        assertThatThrownBy(() -> PendingErasure.decode(Space.DEFAULT, state))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("unknown form");
    }
}
