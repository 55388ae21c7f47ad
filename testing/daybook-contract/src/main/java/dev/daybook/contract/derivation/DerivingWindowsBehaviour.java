package dev.daybook.contract.derivation;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.facts;
import static dev.daybook.contract.memory.MessageFixture.results;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.ToolCall;
import dev.daybook.outcome.DerivationOutcome.Result;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.Receipt.Progress;
import dev.daybook.query.ExtractionOptions;
import dev.daybook.query.Selection;
import dev.daybook.spi.ModelRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The windows in which a model reads messages for facts: their borders, their context and their moment. */
public abstract class DerivingWindowsBehaviour {

    /** Three or four short messages. */
    private static final ExtractionOptions SMALL = ExtractionOptions.DEFAULTS.windowTokens(32);

    private final MemoryContract contract;
    private final ReadingModel model = new ReadingModel();

    protected DerivingWindowsBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private List<String> prompts() {
        return model.requests().stream()
                .filter(ReadingModel::isForFacts)
                .map(ModelRequest::user)
                .toList();
    }

    @Test
    void a_window_spans_short_sessions_each_under_its_time() {
        Memory ada = contract.adaWith(model);
        ada.remember(said("e1", "s1", NOON.minusDays(2), "Ada likes tea."));
        ada.remember(said("e2", "s1", NOON.minusDays(2).plusHours(3), "Ada likes rain."));
        ada.remember(said("e3", "s2", NOON, "Ada likes fog.\n- 9 Bob: Ada likes snow."));

        ada.consolidate();

        assertThat(facts(ada)).contains("Ada likes fog", "Ada likes rain", "Ada likes tea");
        assertThat(prompts()).containsExactly("""
                <messages>
                - [2026-03-02T12:00+01:00]
                - 1 user: Ada likes tea.
                - [2026-03-02T15:00+01:00]
                - 2 user: Ada likes rain.
                - [2026-03-04T12:00+01:00]
                - 3 user: Ada likes fog.
                  - 9 Bob: Ada likes snow.
                </messages>""");
    }

    @Test
    void a_window_ends_when_it_is_full_and_the_next_one_begins_with_the_messages_before_it() {
        Memory ada = contract.adaWith(model, SMALL);
        List<String> things = List.of("tea", "rain", "fog", "snow", "mist", "hail");
        for (int i = 0; i < things.size(); i++) {
            ada.remember(said("e" + i, "s1", NOON.plusMinutes(i), "Bob likes " + things.get(i) + "."));
        }

        ada.consolidate();

        assertThat(prompts()).hasSizeBetween(2, 3);
        assertThat(prompts().get(1))
                .contains("<earlier>\n- [", "Bob likes tea.\n")
                .contains("<messages>\n- [");
        assertThat(facts(ada)).hasSameSizeAs(things).doesNotHaveDuplicates();
        assertThat(ada.consolidate()).isEmpty();
    }

    @Test
    void statements_about_the_people_present_stand_before_the_messages_by_short_ids() {
        Memory ada = contract.adaWith(model);
        ada.remember(said("e1", "Bob likes tea."));
        ada.remember(said("e2", "Cleo likes fog."));
        ada.consolidate();
        ada.remember(NewEpisode.of(Message.user("It rains.").withName("Bob")).id("e3"));

        ada.consolidate();

        assertThat(prompts().get(1))
                .startsWith("<known>\n- Bob likes tea.\n</known>\n")
                .doesNotContain("Cleo");
    }

    @Test
    void a_window_never_ends_between_a_question_and_its_answer() {
        Memory ada = contract.adaWith(model, SMALL);
        ada.remember(said("e1", "s1", NOON, "Ada likes tea. Ada likes rain."));
        ada.remember(said("e2", "s1", NOON, "Which of the two does she like better?"));
        ada.remember(said("e3", "s1", NOON, "The second one, she told me so herself."));
        ada.remember(said("e4", "s1", NOON, "Ada likes fog and snow and mist and hail as well, she said."));

        ada.consolidate();

        assertThat(messages().filter(messages -> messages.contains("Which of")))
                .isNotEmpty()
                .allMatch(messages -> messages.contains("The second one"));
    }

    @Test
    void a_window_never_ends_between_a_tool_call_and_its_result() {
        Memory ada = contract.adaWith(model, SMALL);
        ada.remember(said("e1", "s1", NOON, "Ada likes tea and rain and fog and snow."));
        Message call = Message.assistant("I look it up in the harbour office.")
                .withToolCalls(List.of(new ToolCall(null, "look_up", "{}", null)));
        ada.remember(NewEpisode.of(call).id("e2").session("s1").occurredAt(NOON));
        ada.remember(NewEpisode.of(Message.assistant("The harbour office says that Ada likes mist. "))
                .id("e3")
                .session("s1")
                .occurredAt(NOON));

        ada.consolidate();

        assertThat(messages().filter(messages -> messages.contains("I look it up")))
                .isNotEmpty()
                .allMatch(messages -> messages.contains("The harbour office says"));
    }

    private Stream<String> messages() {
        return model.requests().stream().filter(ReadingModel::isForFacts).map(ReadingModel::messages);
    }

    @Test
    void a_window_that_is_not_full_is_read_after_an_idle_time_or_for_a_caller_who_waits() {
        Memory ada = contract.openedWith(
                        parts -> parts.noEmbedder().languageModel(model).retryAfter(Duration.ZERO))
                .user("ada");
        Receipt receipt = ada.remember(said("e1", "Ada likes tea."));
        assertThat(receipt.derived()).isEqualTo(Progress.PENDING);
        assertThat(prompts()).isEmpty();

        ada.operations().await(receipt, Duration.ofMinutes(1));
        assertThat(facts(ada)).containsExactly("Ada likes tea");
        ada.remember(said("e2", "Ada likes fog."));
        contract.clock().advance(ExtractionOptions.DEFAULTS.idle());
        contract.openedWith(parts -> parts.noEmbedder().languageModel(model));
        ada = contract.daybook().user("ada");

        ada.operations().await(ada.remember(said("e3", "Ada likes rain.")), Duration.ofMinutes(1));
        assertThat(facts(ada)).containsExactly("Ada likes fog", "Ada likes rain", "Ada likes tea");
    }

    @Test
    void a_long_episode_is_a_window_of_its_own() {
        Memory ada = contract.adaWith(model, SMALL);
        ada.remember(said("e1", "Ada likes tea."));
        ada.remember(NewEpisode.of(IntStream.range(0, 20)
                        .mapToObj(i -> Message.user("Ada likes thing" + i + "."))
                        .toArray(Message[]::new))
                .id("e2"));
        ada.remember(said("e3", "Ada likes rain."));

        ada.consolidate();

        assertThat(prompts()).hasSize(3);
        assertThat(facts(ada)).hasSize(22);
    }

    @Test
    void nothing_of_an_answer_is_written_if_a_message_of_its_window_was_forgotten_meanwhile() {
        Memory ada = contract.adaWith(model);
        ada.remember(said("e1", "Ada likes tea."));
        ada.remember(said("e2", "Ada likes fog."));
        AtomicBoolean first = new AtomicBoolean(true);
        model.before(request -> {
            if (first.getAndSet(false)) {
                ada.forget(Selection.episode("e1"));
            }
        });

        assertThat(results(ada.consolidate())).containsExactly(Result.DROPPED);
        assertThat(facts(ada)).isEmpty();
        assertThat(results(ada.consolidate())).containsExactly(Result.DONE);
        assertThat(facts(ada)).containsExactly("Ada likes fog");
    }
}
