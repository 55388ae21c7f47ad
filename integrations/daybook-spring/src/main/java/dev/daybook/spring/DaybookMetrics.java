package dev.daybook.spring;

import dev.daybook.Daybook;
import dev.daybook.outcome.BacklogStatus;
import dev.daybook.outcome.BacklogStatus.Backlog;
import dev.daybook.spring.ChatFailure.Step;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.springframework.context.event.EventListener;

/**
 * The failures of chats, and the metrics of an embedded daybook under the names of a Daybook server, which has its own. A
 * scrape reads nothing from the store. Thread-safe.
 */
public final class DaybookMetrics implements MeterBinder {

    private final Daybook daybook;
    private final LongAdder failedRecalls = new LongAdder();
    private final LongAdder failedWrites = new LongAdder();

    /** Creates metrics; {@link #bindTo} registers them. */
    public DaybookMetrics(Daybook daybook) {
        this.daybook = Objects.requireNonNull(daybook, "daybook");
    }

    /** Counts a failure of a chat. */
    @EventListener
    public void failed(ChatFailure failure) {
        failures(failure.step()).increment();
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (Step step : Step.values()) {
            FunctionCounter.builder("daybook.chat.failures", failures(step), LongAdder::sum)
                    .description("Failures of the store during a chat: messages not written, contexts not recalled.")
                    .tag("step", step.name().toLowerCase(Locale.ROOT))
                    .register(registry);
        }
        if (ProcessStatus.of(daybook).isEmpty()) {
            return;
        }
        gauge(
                registry,
                "daybook.embedder.failing",
                "",
                status -> status.embedderFailure().isPresent() ? 1 : 0);
        gauge(
                registry,
                "daybook.retention.paused",
                "",
                status -> status.retentionPause().isPresent() ? 1 : 0);
        gauge(
                registry,
                "daybook.store.size",
                "bytes",
                status -> status.storeSize().orElse(0));
        backlog(registry, "daybook.embeddings", BacklogStatus::vectors);
        backlog(registry, "daybook.derivations", BacklogStatus::derivations);
    }

    private LongAdder failures(Step step) {
        return switch (step) {
            case RECALL -> failedRecalls;
            case REMEMBER -> failedWrites;
        };
    }

    private void backlog(MeterRegistry registry, String name, Function<BacklogStatus, Backlog> backlog) {
        gauge(
                registry,
                name + ".pending.scopes",
                "",
                status -> backlog.apply(status).scopes());
        gauge(
                registry,
                name + ".pending.oldest",
                "seconds",
                status -> backlog.apply(status).oldest().toMillis() / 1000.0);
        gauge(registry, name + ".failed", "", status -> backlog.apply(status).failed());
    }

    private void gauge(MeterRegistry registry, String name, String unit, Function<BacklogStatus, Number> value) {
        Gauge.builder(
                        name,
                        daybook,
                        each -> ProcessStatus.of(each)
                                .map(status -> value.apply(status).doubleValue())
                                .orElse(Double.NaN))
                .baseUnit(unit.isEmpty() ? null : unit)
                .register(registry);
    }
}
