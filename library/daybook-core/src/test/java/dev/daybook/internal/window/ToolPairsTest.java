package dev.daybook.internal.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Message;
import dev.daybook.model.ToolCall;
import dev.daybook.model.Trust;
import dev.daybook.outcome.Turn;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ToolPairsTest {

    private static final OffsetDateTime NOON = OffsetDateTime.parse("2026-11-25T12:00:00Z");

    private static List<Turn> turns(Message... messages) {
        List<Turn> turns = new ArrayList<>();
        for (Message message : messages) {
            turns.add(new Turn("e", 1, turns.size(), NOON, message, Trust.USER));
        }
        return turns;
    }

    private static Message calling(String... ids) {
        return Message.assistant("")
                .withToolCalls(
                        Stream.of(ids).map(id -> ToolCall.of(id, "f", "{}")).toList());
    }

    private static Message result(String id) {
        return Message.toolResult(id, "result " + id);
    }

    private static List<String> ordered(Message... messages) {
        return ToolPairs.ordered(turns(messages)).stream()
                .map(Turn::message)
                .map(message -> message.toolCalls().isEmpty()
                        ? message.text()
                        : "calls "
                                + message.toolCalls().stream().map(ToolCall::id).toList())
                .toList();
    }

    @Test
    void results_stand_behind_their_calls_in_the_order_of_the_calls() {
        assertThat(ordered(calling("b"), calling("a", "c"), result("c"), result("b"), result("a")))
                .containsExactly("calls [b]", "result b", "calls [a, c]", "result a", "result c");
    }

    @Test
    void a_call_without_a_result_is_answered_by_a_stand_in_that_has_no_place_in_the_log() {
        List<Turn> ordered = ToolPairs.ordered(turns(calling("a", "b"), result("b"), Message.user("hello")));

        assertThat(ordered)
                .extracting(turn -> turn.message().text())
                .containsExactly("", ToolPairs.NO_RESULT, "result b", "hello");
        assertThat(ordered).filteredOn(ToolPairs::isStandIn).singleElement().satisfies(turn -> {
            assertThat(turn.message().toolCallId()).isEqualTo("a");
            assertThat(ToolPairs.isStandIn(turn.message())).isTrue();
        });
    }

    @Test
    void a_result_without_its_call_is_left_out() {
        assertThat(ordered(result("a"), Message.user("hello"))).containsExactly("hello");
    }

    @Test
    void an_id_that_is_used_again_belongs_to_the_call_before_the_result() {
        assertThat(ordered(calling("0"), Message.user("again"), calling("0"), result("0")))
                .containsExactly("calls [0]", ToolPairs.NO_RESULT, "again", "calls [0]", "result 0");
    }

    @Test
    void the_stand_ins_of_one_episode_have_places_of_their_own() {
        assertThat(ToolPairs.ordered(turns(calling("a", "b"), calling("c"), calling("d"))))
                .extracting(Turn::index)
                .doesNotHaveDuplicates();
    }
}
