package dev.daybook.contract.memory;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.ToolCall;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.Turn;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tool calls on messages. */
public abstract class ToolCallsBehaviour {

    private static final ToolCall WEATHER = ToolCall.of("c1", "weather", "{\"place\":\"Porto\"}");
    private static final ToolCall CLOCK = ToolCall.of("c2", "clock", "");

    /** Two calls in one message without text, answered in the other order; the answer to the second is empty. */
    private static final List<Message> TALK = List.of(
            Message.user("Is it warm in Porto?"),
            Message.assistant("").withToolCalls(WEATHER, CLOCK),
            Message.toolResult("c2", ""),
            Message.toolResult("c1", "{\"degrees\":21}"),
            Message.assistant(""),
            Message.assistant("It is, and late."));

    private final MemoryContract contract;

    protected ToolCallsBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private static NewEpisode talk() {
        return NewEpisode.of(TALK).id("e1").session("s1");
    }

    private static NewEpisode episode(int message, UnaryOperator<Message> change) {
        return NewEpisode.of(IntStream.range(0, TALK.size())
                        .mapToObj(i -> i == message ? change.apply(TALK.get(i)) : TALK.get(i))
                        .toList())
                .id("e1")
                .session("s1");
    }

    @Test
    void calls_and_answers_come_back_on_their_messages() {
        Memory ada = contract.ada();
        ada.remember(talk());
        Episode stored = ada.find(Episode.class, "e1").orElseThrow();

        assertThat(stored.messages()).isEqualTo(TALK);
        assertThat(stored.toolCalls()).containsExactly(WEATHER, CLOCK);
        assertThat(stored.standaloneToolCalls()).isEmpty();
    }

    @Test
    void history_has_calls_and_answers_in_order_and_leaves_out_only_empty_messages() {
        Memory ada = contract.ada();
        ada.remember(talk().occurredAt(NOON));
        ada.remember(said("e2", "s1", NOON.plusHours(1), "Thanks."));

        assertThat(ada.session("s1").turns(10)).extracting(Turn::index).containsExactly(0, 1, 2, 3, 5, 0);
        assertThat(ada.session("s1").turns(5))
                .extracting(Turn::message)
                .startsWith(TALK.get(1), TALK.get(2), TALK.get(3), TALK.get(5));
    }

    @Test
    void calls_of_the_episode_alone_come_after_those_of_its_messages() {
        Memory ada = contract.ada();
        ToolCall bell = new ToolCall(null, "bell", "", "rung");
        ada.remember(talk().toolCalls(List.of(bell)));
        Episode stored = ada.find(Episode.class, "e1").orElseThrow();

        assertThat(stored.toolCalls()).containsExactly(WEATHER, CLOCK, bell);
        assertThat(stored.standaloneToolCalls()).containsExactly(bell);
        assertThat(stored.messages()).isEqualTo(TALK);
    }

    @Test
    void the_same_calls_again_are_the_same_write() {
        Memory ada = contract.ada();
        Receipt first = ada.remember(talk());

        assertThat(ada.remember(talk())).isEqualTo(first);
    }

    static List<NewEpisode> changes() {
        return List.of(
                episode(1, message -> message.withToolCalls(CLOCK, WEATHER)),
                episode(1, message -> message.withToolCalls(WEATHER)),
                episode(1, message -> message.withToolCalls(ToolCall.of("c1", "weather", "{}"), CLOCK)),
                episode(2, message -> message.answering("c1")),
                episode(3, message -> message.answering(null)));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void any_other_call_or_answer_replaces_the_episode(NewEpisode changed) {
        Memory ada = contract.ada();
        Receipt first = ada.remember(talk());
        Receipt second = ada.remember(changed);

        assertThat(second.position()).isEqualTo(first.position());
        assertThat(second.revision()).isGreaterThan(first.revision());
        assertThat(ada.find(Episode.class, "e1").orElseThrow().messages()).isEqualTo(changed.messages());
    }

    @Test
    void an_export_takes_calls_along_and_an_import_of_it_twice_is_one() {
        Memory ada = contract.ada();
        Memory bob = contract.daybook().user("bob");
        ada.remember(talk().toolCalls(List.of(new ToolCall("c9", "bell", "", "rung"))));

        List<Receipt> receipts =
                bob.archive().importAll(ada.archive().exportAll().toList());

        Episode copy = bob.find(Episode.class, "e1").orElseThrow();
        assertThat(copy.messages()).isEqualTo(TALK);
        assertThat(copy.toolCalls()).extracting(ToolCall::id).containsExactly("c1", "c2", "c9");
        assertThat(bob.archive().importAll(ada.archive().exportAll().toList())).isEqualTo(receipts);
    }
}
