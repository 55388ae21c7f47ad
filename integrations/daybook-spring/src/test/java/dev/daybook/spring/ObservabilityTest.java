package dev.daybook.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.error.StoreException;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.spring.ChatFailure.Step;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.event.EventListener;

/** Health, metrics and events of an application. */
class ObservabilityTest {

    private final FailingStore store = new FailingStore();

    private ApplicationContextRunner runner() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DaybookAutoConfiguration.class,
                        DaybookHealthAutoConfiguration.class,
                        DaybookMetricsAutoConfiguration.class,
                        MetricsAutoConfiguration.class))
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withBean(
                        Daybook.class,
                        () -> Daybook.builder(store).noEmbedder().open(),
                        definition -> definition.setDestroyMethodName("close"));
    }

    @Test
    void a_daybook_that_can_be_read_is_up() {
        runner().run(context -> assertThat(
                        context.getBean(DaybookHealthIndicator.class).health())
                .isEqualTo(Health.up().withDetail("embedder", "ok").build()));
    }

    @Test
    void a_failing_language_model_is_a_detail_of_the_health() {
        try (LocalDaybook daybook = Daybook.builder(store)
                .noEmbedder()
                .languageModel(new UnreachableModel())
                .background(false)
                .open()) {
            daybook.space("default").user("ada").remember(NewEpisode.of(Message.user("I live in Lisbon.")));
            daybook.space("default").user("ada").consolidate();

            assertThat(new DaybookHealthIndicator(daybook).health().getDetails().get("derivation"))
                    .asString()
                    .matches("failing since \\d{4}-.*Z");
        }
    }

    private static final class UnreachableModel implements LanguageModel {

        @Override
        public String name() {
            return "small";
        }

        @Override
        public ModelAnswer answer(ModelRequest request) {
            throw new ModelException(Trouble.UNAUTHORIZED, "small (HTTP 401) refused the key");
        }
    }

    @Test
    void a_daybook_that_cannot_be_read_is_down() {
        runner().run(context -> {
            store.failAll();
            assertThat(context.getBean(DaybookHealthIndicator.class).health().getStatus())
                    .isEqualTo(Status.DOWN);
            store.recover();
        });
    }

    @Test
    void the_health_indicator_can_be_switched_off() {
        runner().withPropertyValues("management.health.daybook.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(DaybookHealthIndicator.class));
    }

    @Test
    void an_application_without_health_and_micrometer_starts() {
        runner().withClassLoader(new FilteredClassLoader(HealthIndicator.class, MeterBinder.class))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(DaybookAdvisor.class)
                        .doesNotHaveBean(DaybookHealthIndicator.class)
                        .doesNotHaveBean(DaybookMetrics.class));
    }

    @Test
    void a_failed_write_of_a_chat_is_an_event_and_is_counted() {
        runner().withBean(FailureLog.class)
                .withBean(ScriptedChat.class, () -> ScriptedChat.answering("Fine."))
                .run(context -> {
                    store.failWrites();
                    DaybookAdvisorTest.ask(
                                    context.getBean(ScriptedChat.class),
                                    context.getBean(DaybookAdvisor.class),
                                    "s",
                                    "I moved to Lisbon.")
                            .call()
                            .content();
                    store.recover();

                    assertThat(context.getBean(FailureLog.class).failures)
                            .hasSize(2)
                            .allSatisfy(failure -> {
                                assertThat(failure.step()).isEqualTo(Step.REMEMBER);
                                assertThat(failure.cause()).isInstanceOf(StoreException.class);
                            });
                    assertThat(counted(context.getBean(MeterRegistry.class), "remember"))
                            .isEqualTo(2);
                    assertThat(counted(context.getBean(MeterRegistry.class), "recall"))
                            .isZero();
                });
    }

    @Test
    void the_backlogs_have_gauges() {
        runner().run(context -> {
            context.getBean(Daybook.class).user("ada").session("s").remember(Message.user("I moved to Lisbon."));
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            for (String name : List.of(
                    "daybook.embedder.failing",
                    "daybook.store.size",
                    "daybook.embeddings.pending.scopes",
                    "daybook.embeddings.pending.oldest",
                    "daybook.embeddings.failed",
                    "daybook.derivations.pending.scopes",
                    "daybook.derivations.pending.oldest",
                    "daybook.derivations.failed")) {
                assertThat(registry.get(name).gauge().value()).as(name).isNotNegative();
            }
        });
    }

    @Test
    void calls_are_observations_of_the_application() {
        ObservedNames names = new ObservedNames();
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(names);
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(DaybookAutoConfiguration.class))
                .withPropertyValues("daybook.store=memory", "daybook.embedder=none")
                .withBean(ObservationRegistry.class, () -> registry)
                .run(context -> {
                    context.getBean(Daybook.class).user("ada").recall("tea");

                    assertThat(names.spans).contains("search_memory");
                    assertThat(names.keys).doesNotContain("gen_ai.memory.query.text");
                });
    }

    @Test
    void content_is_observed_on_request() {
        ObservedNames names = new ObservedNames();
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(names);
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(DaybookAutoConfiguration.class))
                .withPropertyValues("daybook.store=memory", "daybook.embedder=none", "daybook.observed-content=true")
                .withBean(ObservationRegistry.class, () -> registry)
                .run(context -> {
                    context.getBean(Daybook.class).user("ada").recall("tea");

                    assertThat(names.keys).contains("gen_ai.memory.query.text");
                });
    }

    private static final class ObservedNames implements ObservationHandler<Observation.Context> {

        private final List<String> spans = new ArrayList<>();
        private final List<String> keys = new ArrayList<>();

        @Override
        public void onStop(Observation.Context context) {
            spans.add(context.getContextualName());
            context.getAllKeyValues().forEach(pair -> keys.add(pair.getKey()));
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }
    }

    private static double counted(MeterRegistry registry, String step) {
        return registry.get("daybook.chat.failures")
                .tag("step", step)
                .functionCounter()
                .count();
    }

    static final class FailureLog {

        private final List<ChatFailure> failures = new ArrayList<>();

        @EventListener
        void failed(ChatFailure failure) {
            failures.add(failure);
        }
    }
}
