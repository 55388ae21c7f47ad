package dev.daybook.internal.forget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.error.StoreException;
import dev.daybook.fuzz.FuzzTarget;
import dev.daybook.fuzz.StateFixture;
import dev.daybook.model.Kind;
import dev.daybook.model.Origin;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.query.Selection;
import java.time.OffsetDateTime;
import java.util.List;

/** The decoder of a forget between its two commits. */
public final class PendingTargets {

    private static final Scope SCOPE = new Scope.User(Space.DEFAULT, "ada");

    private PendingTargets() {}

    public static List<FuzzTarget> all() {
        OffsetDateTime time = OffsetDateTime.parse("2026-05-08T13:56:00Z");
        Selection written = Selection.writer("bot")
                .and(Selection.source(Origin.Source.TOOL))
                .and(Selection.since(time.toInstant()))
                .and(Selection.key("key_1"));
        List<byte[]> seeds = List.of(
                new PendingErasure(SCOPE, Selection.session("monday").and(Selection.before(time.toInstant())), false, 9)
                        .encode()
                        .toArray(),
                new PendingErasure(SCOPE, Selection.entry(Kind.FACT, "fact_1"), false, 9)
                        .encode()
                        .toArray(),
                new PendingErasure(SCOPE, Selection.entries(Kind.FACT, List.of("fact_1", "fact_2")), true, 9)
                        .encode()
                        .toArray(),
                new PendingErasure(SCOPE, written, true, 9).encode().toArray());
        return List.of(FuzzTarget.ofBytes("state-erasure", PendingTargets::decode, seeds)
                .refusing(StoreException.class));
    }

    private static void decode(byte[] bytes) {
        PendingErasure read = PendingErasure.decode(Space.DEFAULT, StateFixture.state(bytes));
        assertThat(PendingErasure.decode(
                        Space.DEFAULT, StateFixture.state(read.encode().toArray())))
                .isEqualTo(read);
    }
}
