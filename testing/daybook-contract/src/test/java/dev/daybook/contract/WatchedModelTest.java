package dev.daybook.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.internal.inference.WatchedModel;
import dev.daybook.outcome.BacklogStatus.ModelFailure;
import dev.daybook.spi.JsonSchema;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.spi.OutputMode;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WatchedModelTest {

    private static final Instant NOW = Instant.parse("2026-05-08T13:56:00Z");
    private static final ModelRequest QUESTION =
            new ModelRequest("s", "u", OutputMode.PROMPT, null, 10, Duration.ofSeconds(1));

    private final Deque<RuntimeException> failures = new ArrayDeque<>();
    private final WatchedModel model = new WatchedModel(new Failing(), Clock.fixed(NOW, ZoneOffset.UTC));
    private final List<String> log = new ArrayList<>();
    private final Logger logger = Logger.getLogger("dev.daybook");
    private final Handler handler = new Collecting();

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
    }

    @AfterEach
    void leave() {
        logger.removeHandler(handler);
    }

    @Test
    void a_model_that_answers_has_no_failure() {
        model.answer(QUESTION);

        assertThat(model.failure()).isEmpty();
        assertThat(log).isEmpty();
    }

    @Test
    void the_first_failure_is_logged_once_with_its_cause_and_kept_until_an_answer() {
        failures.add(new ModelException(Trouble.BROKEN, "secret (HTTP 503)", new IOException("secret")));
        failures.add(new ModelException(Trouble.LIMITED, "m (HTTP 429) hit its limit"));

        fail(QUESTION);
        fail(QUESTION);

        assertThat(model.failure()).contains(new ModelFailure(NOW, "m failed: broken (HTTP 503)"));
        assertThat(model.failure().orElseThrow().state()).isEqualTo("failing since 2026-05-08T13:56:00Z");
        assertThat(log).hasSize(1);
        assertThat(log.get(0)).contains("WARNING", "m failed: broken (HTTP 503)", "java.io.IOException");
        assertThat(log.get(0)).doesNotContain("secret");

        model.answer(QUESTION);
        assertThat(model.failure()).isEmpty();
        assertThat(log).hasSize(2).last().asString().contains("INFO", "answers again");
    }

    @Test
    void a_refused_way_of_asking_for_json_is_no_failure() {
        failures.add(new ModelException(Trouble.REFUSED, "no schemas"));

        fail(new ModelRequest("s", "u", OutputMode.JSON_SCHEMA, new JsonSchema("A", "{}"), 10, Duration.ofSeconds(1)));

        assertThat(model.failure()).isEmpty();
    }

    @Test
    void a_foreign_exception_is_named_by_its_type_only() {
        failures.add(new IllegalStateException("the prompt"));

        fail(QUESTION);

        assertThat(model.failure().orElseThrow().cause()).isEqualTo("m threw java.lang.IllegalStateException");
        assertThat(log.get(0)).doesNotContain("the prompt");
    }

    @Test
    void a_call_that_the_closing_interrupts_is_no_failure() {
        failures.add(new ModelException(Trouble.FAILED, "interrupted"));
        model.close();

        fail(QUESTION);

        assertThat(log).isEmpty();
        assertThat(model.failure()).isEmpty();
    }

    private void fail(ModelRequest request) {
        assertThat(catchThrowable(() -> model.answer(request))).isNotNull();
    }

    private final class Failing implements LanguageModel {

        @Override
        public String name() {
            return "m";
        }

        @Override
        public ModelAnswer answer(ModelRequest request) {
            RuntimeException failure = failures.poll();
            if (failure != null) {
                throw failure;
            }
            return new ModelAnswer("a", 1L, true);
        }
    }

    private final class Collecting extends Handler {

        private Collecting() {
            setLevel(Level.ALL);
        }

        @Override
        public void publish(LogRecord record) {
            log.add(record.getLevel() + " " + new SimpleFormatter().formatMessage(record));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
