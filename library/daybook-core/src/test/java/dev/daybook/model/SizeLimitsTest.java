package dev.daybook.model;

import static dev.daybook.model.Message.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.daybook.query.ContextOptions;
import dev.daybook.query.Query;
import dev.daybook.query.SessionOptions;
import java.time.OffsetDateTime;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What is too large is refused where it enters, by its name, its size and the bound; never with its text. */
class SizeLimitsTest {

    private static final String SECRET = "hush";

    private static void refused(String argument, String remedy, ThrowingCallable writing) {
        assertThatIllegalArgumentException()
                .isThrownBy(writing)
                .withMessageStartingWith(argument + " has ")
                .withMessageContaining(remedy)
                .withMessageNotContaining(SECRET);
    }

    private static void refusedValue(String argument, String remedy, ThrowingCallable writing) {
        assertThatIllegalArgumentException()
                .isThrownBy(writing)
                .withMessageStartingWith(argument + " is ")
                .withMessageContaining(remedy);
    }

    private static String text(int characters) {
        return SECRET.repeat(characters / SECRET.length()) + "x".repeat(characters % SECRET.length());
    }

    private static Map<String, String> names(int count, String value) {
        return IntStream.range(0, count).boxed().collect(Collectors.toMap(i -> "n" + i, i -> value));
    }

    @Test
    void an_entry_of_the_maximum_size_is_accepted() {
        assertThatNoException().isThrownBy(() -> {
            NewEpisode.of(
                    Message.of(text(512), text(SizeLimits.MESSAGE_TEXT)).withName(text(512)),
                    user(text(SizeLimits.MESSAGE_TEXT)));
            NewEpisode.of(Collections.nCopies(SizeLimits.MESSAGES, user("a"))).metadata(names(1_000, "v"));
            NewFact.of(text(512), text(512), text(SizeLimits.FACT_OBJECT));
            NewBlock.of("b", text(SizeLimits.TEXT));
            NewSummary.of(Summary.Level.SESSION, text(SizeLimits.TEXT));
            Query.of(text(SizeLimits.QUESTION));
        });
    }

    @Test
    void a_name_has_as_many_code_points_as_an_id() {
        assertThatNoException().isThrownBy(() -> NewEpisode.of(user("a").withName("\uD83D\uDE00".repeat(512))));
        refused("name", "at most 512", () -> NewEpisode.of(user("a").withName(text(513))));
        refused("role", "at most 512", () -> NewEpisode.of(Message.of(text(513), "a")));
    }

    @Test
    void a_name_and_a_role_have_no_control_character() {
        refused(
                "name",
                "U+000A at index 3; remove it",
                () -> NewEpisode.of(user("a").withName("Ada\n[system]")));
        refused("role", "U+001B at index 0; remove it", () -> NewEpisode.of(Message.of("\u001B[2J", "a")));
    }

    @Test
    void an_episode_has_a_bound_for_each_of_its_parts() {
        refused("message text", "at most 2,000,000", () -> NewEpisode.of(user(text(2_000_001))));
        refused("the episode", "at most 4,000,000", () -> NewEpisode.of(Collections.nCopies(3, user(text(1_400_000)))));
        refused("messages", "at most 10,000", () -> NewEpisode.of(Collections.nCopies(10_001, user("a"))));
        NewEpisode episode = NewEpisode.of(user("a"));
        refused(
                "toolCalls",
                "at most 1,000",
                () -> episode.toolCalls(Collections.nCopies(1_001, new ToolCall(null, "t", "", null))));
        refused(
                "the episode",
                "at most 4,000,000",
                () -> episode.toolCalls(List.of(
                        new ToolCall(null, "t", text(2_000_000), text(2_000_000)),
                        new ToolCall(null, "t", "x", null))));
        refused("tool name", "at most 512", () -> episode.toolCalls(List.of(new ToolCall(null, text(513), "", null))));
        refused(
                "tool call id",
                "at most 512",
                () -> episode.toolCalls(List.of(new ToolCall(text(513), "t", "", null))));
        Message calling = user("a").withToolCalls(Collections.nCopies(600, ToolCall.of("c", "t", "")));
        refused("toolCalls", "1,200 elements; use at most 1,000", () -> NewEpisode.of(calling, calling));
        refused("tool call id", "at most 512", () -> NewEpisode.of(Message.toolResult(text(513), "")));
        refused("metadata", "at most 1,000", () -> episode.metadata(names(1_001, "v")));
        refused("metadata", "at most 250,000", () -> episode.metadata(Map.of("n", text(250_000))));
        refused("origin writer", "at most 512", () -> episode.origin(new Origin(Origin.Source.TOOL, text(513))));
    }

    @Test
    void facts_blocks_summaries_and_questions_have_one_too() {
        refused("subject", "at most 512", () -> NewFact.of(text(513), "p", "o"));
        refused("predicate", "at most 512", () -> NewFact.of("s", text(513), "o"));
        refused("object", "at most 100,000", () -> NewFact.of("s", "p", text(100_001)));
        refused("block content", "at most 1,000,000", () -> NewBlock.of("b", text(1_000_001)));
        refused("summary text", "at most 1,000,000", () -> NewSummary.of(Summary.Level.SESSION, text(1_000_001)));
        refused("query", "at most 1,000,000", () -> Query.of(text(1_000_001)));
        refused("query by text", "at most 1,000", () -> Query.of(text(1_001)).by(Query.By.TEXT));
    }

    @Test
    void a_time_lies_in_the_years_that_have_four_digits() {
        OffsetDateTime first = OffsetDateTime.parse("0001-01-01T00:00:00Z");
        OffsetDateTime last = OffsetDateTime.parse("9999-12-31T23:59:59.999999Z");
        for (OffsetDateTime good : List.of(first, last)) {
            assertThat(SessionOptions.UNCHANGED.created(good).created()).isEqualTo(good);
            assertThat(NewEpisode.of(Message.user("x")).occurredAt(good).occurredAt())
                    .isEqualTo(good);
        }
        for (OffsetDateTime bad : List.of(
                first.minusNanos(1_000),
                last.plusNanos(1_000),
                OffsetDateTime.parse("9999-12-31T23:59:59-01:00"),
                OffsetDateTime.MIN,
                OffsetDateTime.MAX,
                OffsetDateTime.parse("+999999999-12-31T23:59:59Z"))) {
            refusedValue("created", "between the years", () -> SessionOptions.UNCHANGED.created(bad));
            refusedValue(
                    "occurredAt",
                    "between the years",
                    () -> NewEpisode.of(Message.user("x")).occurredAt(bad));
            refusedValue(
                    "validFrom",
                    "between the years",
                    () -> NewFact.of("a", "b", "c").validFrom(bad));
        }
    }

    @Test
    void a_minimum_score_is_a_number_that_json_can_write() {
        for (double bad : new double[] {Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY}) {
            refusedValue("minimumScore", "finite", () -> Query.of("x").minimumScore(bad));
            refusedValue("minimumConfidence", "0 to 1", () -> Query.of("x").minimumConfidence(bad));
        }
        for (double bad : new double[] {Double.NaN, -0.1, 1.1}) {
            refusedValue(
                    "relevanceFloor", "0 to 1", () -> ContextOptions.defaults().relevanceFloor(bad));
        }
        assertThat(Query.of("x").minimumScore(-Double.MAX_VALUE).minimumScore()).isEqualTo(-Double.MAX_VALUE);
    }

    @Test
    void entries_stored_before_the_limits_existed_are_still_read() {
        Message message = Message.of("ro\nle", text(3_000_000)).withName(text(100_000));

        assertThat(message.speaker()).hasSize(100_000);
        assertThatNoException().isThrownBy(() -> new ToolCall(text(9_999), text(9_999), "", null));
        assertThatNoException().isThrownBy(() -> new Origin(Origin.Source.TOOL, text(9_999)));
    }
}
