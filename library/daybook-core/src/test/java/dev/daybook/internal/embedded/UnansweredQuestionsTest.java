package dev.daybook.internal.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.consolidate.RunUrgency;
import dev.daybook.internal.options.ModelOptions;
import dev.daybook.internal.settings.WritePolicy;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.query.ExtractionOptions;
import dev.daybook.query.VersionCondition;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A model waits for the answer to a question, for a while. */
class UnansweredQuestionsTest {

    private static final Scope ADA = new Scope.User(Space.DEFAULT, "ada");

    private final List<String> asked = new ArrayList<>();

    private final class AskedModel implements LanguageModel {

        @Override
        public String name() {
            return "asked";
        }

        @Override
        public ModelAnswer answer(ModelRequest request) {
            asked.add(request.user());
            return ModelAnswer.of(request.user().contains("session") ? "{\"summary\":\"\"}" : "{\"statements\":[]}");
        }
    }

    private final SettableClock clock = new SettableClock("2026-11-25T12:00:00Z");
    private final InMemoryStore store = new InMemoryStore();
    private final DaybookWiring wiring = new DaybookWiring(
            store,
            WiringFixture.options(
                    null,
                    clock,
                    ModelOptions.DEFAULTS
                            .model(new AskedModel())
                            .extraction(ExtractionOptions.DEFAULTS.idle(Duration.ZERO))
                            .background(false)));

    @AfterEach
    void close() {
        wiring.stop();
        store.close();
    }

    private void write(NewEpisode episode) {
        wiring.episodes.write(ADA, List.of(episode), WritePolicy.DERIVED, VersionCondition.NONE);
    }

    private static NewEpisode question(String id) {
        return NewEpisode.of(Message.user("Is it warm? " + id))
                .id(id)
                .session("s")
                .metadata(Map.of(Episode.UNANSWERED, true));
    }

    private static NewEpisode exchange(String id) {
        return NewEpisode.of(Message.user("Is it warm? " + id), Message.assistant("It is."))
                .id(id)
                .session("s");
    }

    private void derive() {
        wiring.consolidation.run(ADA, RunUrgency.BACKGROUND);
    }

    @Test
    void a_model_reads_an_exchange_once_when_it_is_complete() {
        write(question("e1"));
        derive();
        assertThat(asked).isEmpty();

        write(exchange("e1"));
        derive();
        assertThat(asked).singleElement().satisfies(prompt -> assertThat(prompt).contains("Is it warm?", "It is."));
    }

    @Test
    void a_question_that_nobody_answers_is_read_after_two_minutes() {
        write(question("e1"));
        clock.advance(Duration.ofSeconds(119));
        derive();
        assertThat(asked).isEmpty();

        clock.advance(Duration.ofSeconds(1));
        derive();
        assertThat(asked).hasSize(1);
    }

    @Test
    void a_clock_that_was_set_back_holds_no_question() {
        write(question("e1"));
        clock.advance(Duration.ofDays(-1));
        derive();

        assertThat(asked).hasSize(1);
    }

    @Test
    void a_gist_waits_for_the_answer_to_the_newest_question() {
        for (int i = 1; i < 20; i++) {
            write(exchange("e" + i));
        }
        write(question("e20"));
        derive();
        int readAlone = asked.size();
        write(exchange("e20"));
        derive();

        assertThat(readAlone).as("the facts of what is complete").isEqualTo(1);
        assertThat(asked).as("and those of the last, with a gist").hasSizeGreaterThan(2);
    }
}
