package dev.daybook.micrometer;

import static dev.daybook.micrometer.TracedCalls.attribute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.query.Selection;
import dev.daybook.spi.CallObservation;
import dev.daybook.spi.CallObserver;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.spi.ObservedCall;
import io.micrometer.core.instrument.Tag;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The spans and timers of a daybook, with the SDK of OpenTelemetry. */
class MicrometerObserverTest {

    private static final String CANARY = "periwinkle";
    private static final String USER = "heliotrope";
    private static final String SESSION = "vermilion";

    private final TracedCalls traced = new TracedCalls();

    @AfterEach
    void end() {
        traced.close();
    }

    private LocalDaybook open(CallObserver observer) {
        return Daybook.builder(new InMemoryStore())
                .noEmbedder()
                .background(false)
                .languageModel(new CountingModel())
                .observer(observer)
                .open();
    }

    private LocalDaybook open() {
        return open(MicrometerObserver.of(traced.registry));
    }

    @Test
    void each_call_is_a_span_by_the_conventions_of_opentelemetry() {
        try (LocalDaybook daybook = open()) {
            callAll(daybook.user(USER));
        }

        assertThat(traced.spans())
                .extracting(SpanData::getName, span -> attribute(span, "daybook.operation"))
                .contains(
                        tuple("upsert_memory", "remember"),
                        tuple("search_memory", "recall"),
                        tuple("search_memory", "context"),
                        tuple("update_memory", "consolidate"),
                        tuple("delete_memory", "forget"),
                        tuple("chat small", null));
        assertThat(traced.spans())
                .allSatisfy(span -> assertThat(span.getName()).startsWith(attribute(span, "gen_ai.operation.name")));
        SpanData write = traced.span("upsert_memory");
        assertThat(write.getKind()).isEqualTo(SpanKind.INTERNAL);
        assertThat(attribute(write, "gen_ai.memory.store.id")).isEqualTo("default");
        assertThat(attribute(write, "gen_ai.memory.record.count")).isEqualTo("1");
        assertThat(attribute(write, "error.type")).isNull();
        // The episode, and its summary.
        assertThat(attribute(traced.span("delete_memory"), "gen_ai.memory.record.count"))
                .isEqualTo("2");
    }

    @Test
    void a_call_of_the_model_is_a_client_span_below_its_derivation_with_the_tokens() {
        try (LocalDaybook daybook = open()) {
            callAll(daybook.user(USER));
        }

        SpanData chat = traced.span("chat small");
        assertThat(chat.getKind()).isEqualTo(SpanKind.CLIENT);
        assertThat(attribute(chat, "gen_ai.provider.name")).isEqualTo("acme");
        assertThat(attribute(chat, "gen_ai.request.model")).isEqualTo("small");
        assertThat(attribute(chat, "gen_ai.request.max_tokens")).isEqualTo("4096");
        assertThat(attribute(chat, "gen_ai.usage.input_tokens")).isEqualTo("30");
        assertThat(attribute(chat, "gen_ai.usage.output_tokens")).isEqualTo("12");
        assertThat(traced.spans("update_memory"))
                .extracting(SpanData::getSpanId)
                .contains(chat.getParentSpanId());
    }

    @Test
    void the_work_of_a_model_on_another_thread_belongs_to_the_derivation() {
        MicrometerObserver observer = MicrometerObserver.of(traced.registry).withoutModelCalls();
        LanguageModel observedByItsFramework = new CountingModel() {
            @Override
            public ModelAnswer answer(ModelRequest request) {
                return Observation.createNotStarted("framework", traced.registry)
                        .observe(() -> super.answer(request));
            }
        };
        try (LocalDaybook daybook = Daybook.builder(new InMemoryStore())
                .noEmbedder()
                .background(false)
                .languageModel(observedByItsFramework)
                .observer(observer)
                .open()) {
            callAll(daybook.user(USER));
        }

        assertThat(traced.spans("chat small")).isEmpty();
        assertThat(traced.spans("update_memory"))
                .extracting(SpanData::getSpanId)
                .contains(traced.span("framework").getParentSpanId());
    }

    @Test
    void a_span_is_a_child_of_the_span_of_the_application() {
        try (LocalDaybook daybook = open()) {
            Observation.createNotStarted("turn", traced.registry)
                    .observe(() -> daybook.user(USER).recall("tea"));
        }

        SpanData recall = traced.span("search_memory");
        assertThat(recall.getParentSpanId()).isEqualTo(traced.span("turn").getSpanId());
        assertThat(recall.getTraceId()).isEqualTo(traced.span("turn").getTraceId());
    }

    @Test
    void no_text_and_no_id_of_a_user_or_session_leaves_the_process() {
        try (LocalDaybook daybook = open()) {
            callAll(daybook.user(USER));
        }

        assertThat(traced.spans()).hasSizeGreaterThan(5);
        assertThat(traced.exported()).doesNotContainIgnoringCase(CANARY, USER, SESSION);
    }

    @Test
    void texts_and_ids_are_attributes_of_spans_on_request_and_never_tags() {
        try (LocalDaybook daybook = open(MicrometerObserver.of(traced.registry).content(true))) {
            Memory memory = daybook.user(USER);
            memory.session(SESSION).remember(Message.user("I drink " + CANARY + " tea."));
            memory.recall("tea");
            memory.session(SESSION).context("which " + CANARY + "?");
        }

        SpanData recall = traced.spans("search_memory").get(0);
        assertThat(attribute(recall, "gen_ai.memory.query.text")).isEqualTo("tea");
        assertThat(attribute(recall, "user.id")).isEqualTo(USER);
        assertThat(attribute(recall, "gen_ai.memory.records"))
                .startsWith("[{\"content\":\"user: I drink " + CANARY + " tea.\",\"id\":\"")
                .contains("\"score\":");
        assertThat(attribute(traced.span("upsert_memory"), "gen_ai.memory.records"))
                .contains(CANARY);
        SpanData context = traced.spans("search_memory").get(1);
        assertThat(attribute(context, "gen_ai.conversation.id")).isEqualTo(SESSION);
        assertThat(attribute(context, "gen_ai.memory.query.text")).contains(CANARY);
        assertThat(attribute(context, "gen_ai.memory.records")).contains(CANARY);
        assertThat(traced.meters.getMeters())
                .flatExtracting(meter -> meter.getId().getTags())
                .extracting(Tag::getValue)
                .isNotEmpty()
                .noneMatch(value -> value.contains(CANARY) || value.contains(USER) || value.contains(SESSION));
    }

    @Test
    void a_failure_is_shown_by_its_type_and_never_by_its_message() {
        LanguageModel refusing = new CountingModel() {
            @Override
            public ModelAnswer answer(ModelRequest request) {
                throw new ModelException(Trouble.UNAUTHORIZED, "refused: " + CANARY);
            }
        };
        try (LocalDaybook daybook = Daybook.builder(new InMemoryStore())
                .noEmbedder()
                .background(false)
                .languageModel(refusing)
                .observer(MicrometerObserver.of(traced.registry))
                .open()) {
            callAll(daybook.user(USER));
        }

        SpanData chat = traced.span("chat small");
        assertThat(chat.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(attribute(chat, "error.type")).isEqualTo(ModelException.class.getName());
        assertThat(attribute(chat, "exception")).isEqualTo("ModelException");
        assertThat(traced.exported()).doesNotContain(CANARY);
        assertThat(traced.meters
                        .get("daybook.model")
                        .tag("exception", "ModelException")
                        .timer()
                        .count())
                .isPositive();
    }

    @Test
    void timers_have_the_same_tags_in_every_case() {
        LocalDaybook daybook = open();
        Memory memory = daybook.user(USER);
        callAll(memory);
        daybook.close();
        assertThatThrownBy(() -> memory.recall("tea")).isInstanceOf(IllegalStateException.class);

        assertThat(traced.meters
                        .find("daybook.memory")
                        .tag("exception", "IllegalStateException")
                        .timers())
                .hasSize(1);
        assertThat(traced.meters.find("daybook.memory").timers())
                .hasSizeGreaterThanOrEqualTo(5)
                .allSatisfy(timer -> assertThat(timer.getId().getTags())
                        .extracting(Tag::getKey)
                        .containsExactlyInAnyOrder("daybook.operation", "error", "exception", "gen_ai.operation.name"));
        assertThat(traced.meters.find("daybook.model").timers())
                .isNotEmpty()
                .allSatisfy(timer -> assertThat(timer.getId().getTags())
                        .extracting(Tag::getKey)
                        .containsExactlyInAnyOrder(
                                "error",
                                "exception",
                                "gen_ai.operation.name",
                                "gen_ai.provider.name",
                                "gen_ai.request.model"));
    }

    @Test
    void a_handler_that_throws_leaves_no_observation_behind_on_the_thread() {
        ObservationHandler<Observation.Context> refusing = new ObservationHandler<>() {
            @Override
            public void onScopeOpened(Observation.Context context) {
                throw new IllegalStateException("no scope");
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        };
        traced.registry.observationConfig().observationHandler(refusing);
        try (LocalDaybook daybook = open()) {
            daybook.user(USER).recall("tea");
        }

        assertThat(traced.registry.getCurrentObservation()).isNull();
        assertThat(Span.current().getSpanContext().isValid()).isFalse();
        assertThat(traced.spans("search_memory")).hasSize(1);
    }

    @Test
    void a_handler_that_throws_at_the_end_leaves_no_observation_behind_either() {
        List<String> stopped = new ArrayList<>();
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(new ObservationHandler<Observation.Context>() {
            @Override
            public void onScopeClosed(Observation.Context context) {
                throw new IllegalStateException("no end");
            }

            @Override
            public void onStop(Observation.Context context) {
                stopped.add(context.getName());
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
        MicrometerObserver observer = MicrometerObserver.of(registry);
        try (LocalDaybook daybook = open(observer)) {
            daybook.user(USER).recall("tea");
        }
        assertThat(registry.getCurrentObservation()).isNull();
        assertThat(stopped).containsExactly("daybook.memory");

        Observation turn = Observation.start("turn", registry);
        Observation.Scope scope = turn.openScope();
        Callable<String> carried = observer.carry(() -> "done");
        registry.setCurrentObservationScope(null);
        assertThatThrownBy(carried::call).hasMessage("no end");
        assertThat(registry.getCurrentObservation()).isNull();
        assertThatThrownBy(scope::close).hasMessage("no end");
    }

    @Test
    void a_registry_without_handlers_observes_nothing() {
        assertThat(MicrometerObserver.of(ObservationRegistry.create())
                        .begin(new ObservedCall.ModelCall("small", "acme", 1)))
                .isSameAs(CallObservation.NONE);
    }

    private static void callAll(Memory memory) {
        memory.remember(NewEpisode.of(
                        Message.user("I drink " + CANARY + " tea in Lisbon, and I moved there in May."),
                        Message.assistant("Noted, " + CANARY + "."))
                .session(SESSION)
                .id("scarlet-" + CANARY));
        memory.recall("which " + CANARY + " tea?");
        memory.session(SESSION).context("and " + CANARY + "?");
        memory.consolidate();
        memory.forget(Selection.session(SESSION));
    }

    private static class CountingModel implements LanguageModel {

        @Override
        public String name() {
            return "small";
        }

        @Override
        public String provider() {
            return "acme";
        }

        @Override
        public ModelAnswer answer(ModelRequest request) {
            return new ModelAnswer("{\"statements\":[],\"facts\":[]}", 42L, 30L, true);
        }
    }
}
