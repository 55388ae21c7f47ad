package dev.daybook.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.ConflictException;
import dev.daybook.internal.audit.AuditTrail;
import dev.daybook.internal.commit.AuditedCommit.AuditedAction;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.Blob;
import dev.daybook.store.StateChange;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AuditedCommitTest {

    private static final Scope ADA = new Scope.User(Space.DEFAULT, "ada");

    private final InMemoryStore store = new InMemoryStore();
    private final AuditedCommit commit =
            new AuditedCommit(store, Clock.systemUTC(), new ScopeLocks(), new AuditTrail(store));

    @Test
    void a_change_runs_again_after_a_conflict_with_or_without_the_lock() {
        AtomicInteger attempts = new AtomicInteger();

        assertThat(commit.<Integer>changeLocked(ADA, () -> conflictUntil(3, attempts)))
                .isEqualTo(3);
        assertThat(commit.<Integer>change(ADA, () -> conflictUntil(5, attempts)))
                .isEqualTo(5);
    }

    private static int conflictUntil(int last, AtomicInteger attempts) {
        int attempt = attempts.incrementAndGet();
        if (attempt < last) {
            throw new ConflictException("attempt " + attempt);
        }
        return attempt;
    }

    @Test
    void endless_conflicts_end_with_the_last_one() {
        AtomicInteger attempts = new AtomicInteger();

        assertThatThrownBy(() -> commit.change(ADA, () -> conflictUntil(Integer.MAX_VALUE, attempts)))
                .isInstanceOf(ConflictException.class)
                .hasMessage("attempt 20");
    }

    @Test
    void the_first_commit_of_a_scope_writes_its_state_and_the_audit_key() {
        commit.commit(
                ADA,
                new AuditedAction("op_1", "session", Instant.EPOCH, List.of("s")),
                List.of(),
                List.of(new StateChange("session/s", 0, Blob.of("x"))));

        assertThat(AuditTrail.storedKey(store, ADA)).isPresent();
        assertThat(store.states(ADA, "session/", null, 2).items()).hasSize(1);
    }
}
