package dev.daybook.spring;

import dev.daybook.Daybook;
import dev.daybook.model.Space;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * The health of a daybook: up if its store, or its server, can be read. A failing embedder of this process is a detail,
 * because keyword search goes on without it, and so are a failing language model and retention periods that a doubtful
 * clock does not apply.
 */
public final class DaybookHealthIndicator extends AbstractHealthIndicator {

    private final Daybook daybook;

    /** Creates an indicator. */
    public DaybookHealthIndicator(Daybook daybook) {
        super("the daybook cannot be read");
        this.daybook = Objects.requireNonNull(daybook, "daybook");
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        try (Stream<Space> spaces = daybook.spaces()) {
            // The read is the check; there may be no space yet.
            spaces.limit(1).forEach(space -> {});
        }
        builder.up();
        ProcessStatus.of(daybook).ifPresent(status -> {
            builder.withDetail("embedder", status.embedderFailure().isPresent() ? "failing" : "ok");
            status.derivationFailure().ifPresent(failure -> builder.withDetail("derivation", failure.state()));
            status.retentionPause().ifPresent(pause -> builder.withDetail("retention", "paused"));
        });
    }
}
