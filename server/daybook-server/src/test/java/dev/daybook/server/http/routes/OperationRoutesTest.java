package dev.daybook.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.Event;
import dev.daybook.server.admission.CallPace;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OperationRoutesTest {

    @Test
    void waiting_for_an_operation_does_not_hold_a_slow_worker() {
        HttpRoute find = OperationRoutes.all().get(0);

        assertThat(find.pace(Map.of("wait", List.of("30")))).isEqualTo(CallPace.WAIT);
        assertThat(find.pace(Map.of())).isEqualTo(CallPace.SLOW);
    }

    @Test
    void of_many_failures_the_latest_hundred_are_kept() {
        KnownOperations operations = new KnownOperations();
        for (int i = 0; i <= 100; i++) {
            operations.accept(new Event.Derived(new DerivationOutcome(
                    new Scope.User(Space.DEFAULT, "ada"),
                    "gist",
                    "s" + i,
                    DerivationOutcome.Result.FAILED,
                    null,
                    "the model did not answer",
                    0,
                    OffsetDateTime.parse("2026-05-01T10:00:00Z"))));
        }

        assertThat(operations.failures()).hasSize(100);
        assertThat(operations.failures().get(0).subject()).isEqualTo("s100");
    }
}
