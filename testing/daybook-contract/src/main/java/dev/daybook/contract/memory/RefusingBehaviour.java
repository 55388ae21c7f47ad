package dev.daybook.contract.memory;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.by;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.model.Embedding;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.model.ToolCall;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.query.Selection;
import dev.daybook.testkit.HashEmbedder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A refused call changes nothing. */
public abstract class RefusingBehaviour {

    private static final String LONE = "a\ud800b";

    private final MemoryContract contract;

    protected RefusingBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    /** Invalid ids. */
    static Stream<Named<String>> badIds() {
        return Stream.of(
                Named.of("empty", ""),
                Named.of("blank", " \t "),
                Named.of("with a NUL", "a\u0000b"),
                Named.of("with a line break", "a\nb"),
                Named.of("with a C1 control", "a\u0085b"),
                Named.of("with a lone surrogate", LONE),
                Named.of("with a lone low surrogate", "\udc00"),
                Named.of("of 513 code points", "n".repeat(513)),
                Named.of("of 513 emoji", "\ud83d\ude00".repeat(513)));
    }

    @ParameterizedTest
    @MethodSource("badIds")
    void a_bad_id_is_refused_wherever_it_stands(String id) {
        Memory ada = contract.ada();
        List<Runnable> calls = List.of(
                () -> contract.daybook().user(id),
                () -> contract.daybook().space(id),
                () -> ada.remember(said(id, "text")),
                () -> ada.session(id).remember(Message.user("text")),
                () -> ada.remember(said("e", "text").metadata(Map.of(id, "value"))),
                () -> ada.session(id).change(options -> options.name("name")),
                () -> ada.forget(Selection.session(id)),
                () -> ada.forget(Selection.episode(id)),
                () -> ada.session(id).context("prompt"));
        for (Runnable call : calls) {
            assertThatIllegalArgumentException().isThrownBy(call::run);
        }
        holdsNothing(ada);
    }

    /** UTF-8 has no half characters, so an encoder that does not check writes a question mark. */
    static Stream<Named<Consumer<Memory>>> callsForHalfACharacter() {
        String half = "\ud800";
        return Stream.of(
                Named.of(
                        "episode",
                        ada -> assertThat(ada.find(Episode.class, half)).isEmpty()),
                Named.of("entry", ada -> assertThat(ada.find(Fact.class, half)).isEmpty()),
                Named.of("find fact", ada -> assertThat(ada.facts().find(half)).isEmpty()),
                Named.of(
                        "list facts",
                        ada -> assertThat(ada.facts().list(FactQuery.all().subject(half)))
                                .isEmpty()),
                Named.of(
                        "history of a fact",
                        ada -> assertThat(ada.facts().history(half)).isEmpty()),
                Named.of(
                        "remove fact",
                        ada -> assertThat(ada.facts().forget(half)).isFalse()),
                Named.of(
                        "find block", ada -> assertThat(ada.blocks().find(half)).isEmpty()),
                Named.of("put block", ada -> ada.blocks().remember(half, "other")),
                Named.of("append to block", ada -> ada.blocks().append(half, "more")),
                Named.of(
                        "move block",
                        ada -> assertThat(ada.blocks().move(half, 1)).isEmpty()),
                Named.of(
                        "history of a block",
                        ada -> assertThat(ada.blocks().history(half)).isEmpty()),
                Named.of(
                        "remove block",
                        ada -> assertThat(ada.blocks().end(half)).isFalse()),
                Named.of("find note", ada -> assertThat(ada.notes().find(half)).isEmpty()),
                Named.of(
                        "find session",
                        ada -> assertThat(ada.session(half).info()).isEmpty()),
                Named.of("put session", ada -> ada.session(half).change(options -> options.name("other"))),
                Named.of(
                        "history",
                        ada -> assertThat(ada.session(half).turns(10)).isEmpty()),
                Named.of("put summary", ada -> ada.session(half).rememberSummary("other", 1)),
                Named.of(
                        "find summary",
                        ada -> assertThat(ada.session(half).summary()).isEmpty()),
                Named.of(
                        "pending",
                        ada -> assertThat(ada.session(half).pending()).isZero()),
                Named.of(
                        "history of a summary",
                        ada -> assertThat(ada.session(half).summaryHistory()).isEmpty()),
                Named.of(
                        "recall",
                        ada -> assertThat(ada.recall(Query.of("asked").sessions(half)))
                                .isEmpty()),
                Named.of(
                        "context",
                        ada -> assertThat(ada.session(half).context("asked").text())
                                .isEmpty()),
                Named.of(
                        "forget",
                        ada -> assertThat(ada.forget(Selection.session(half)).count())
                                .isZero()));
    }

    @ParameterizedTest
    @MethodSource("callsForHalfACharacter")
    void half_a_character_is_never_the_id_of_another_entry(Consumer<Memory> call) {
        Memory ada = contract.ada();
        ada.remember(said("?", "asked").session("?"));
        ada.facts().remember(NewFact.of("?", "likes", "tea").id("?"));
        ada.blocks().remember("?", "kept");
        ada.session("?").rememberSummary("kept", 1);
        List<Entry> before = ada.archive().exportAll().toList();

        try {
            call.accept(ada);
        } catch (IllegalArgumentException refused) {
            assertThat(refused).hasMessageNotContaining("\ud800");
        }

        assertThat(ada.archive().exportAll().toList()).isEqualTo(before);
        assertThat(ada.session("?").info().orElseThrow().name()).isNull();
    }

    static Stream<Named<Consumer<Memory>>> badEpisodes() {
        return Stream.of(
                Named.of("text", ada -> ada.remember(said("e", LONE))),
                Named.of("name", ada -> ada.session("s").remember(MessageFixture.named(LONE, "text"))),
                Named.of("role", ada -> ada.session("s").remember(Message.of(LONE, "text"))),
                Named.of("metadata text", ada -> ada.remember(said("e", "text").metadata(Map.of("k", LONE)))),
                Named.of(
                        "metadata of another type",
                        ada -> ada.remember(said("e", "text").metadata(Map.of("k", List.of())))),
                Named.of(
                        "metadata that is not a number",
                        ada -> ada.remember(said("e", "text").metadata(Map.of("k", Double.NaN)))),
                Named.of(
                        "tool call",
                        ada -> ada.remember(said("e", "text").toolCalls(List.of(new ToolCall(null, "t", LONE, null))))),
                Named.of("empty vector", ada -> ada.remember(said("e", "text").embedding(Embedding.of()))),
                Named.of(
                        "infinite vector",
                        ada -> ada.remember(said("e", "text").embedding(Embedding.of(Float.POSITIVE_INFINITY)))),
                Named.of(
                        "vector of another width",
                        ada -> ada.remember(said("e", "text").embedding(Embedding.of(1, 2, 3)))),
                Named.of(
                        "vector of another width in a batch",
                        ada -> ada.remember(
                                List.of(said("a", "text"), said("b", "text").embedding(Embedding.of(1))))));
    }

    @ParameterizedTest
    @MethodSource("badEpisodes")
    void a_refused_episode_changes_nothing_and_takes_no_position(Consumer<Memory> write) {
        Memory ada = contract.openedWith(new HashEmbedder(8)).user("ada");
        assertThatIllegalArgumentException().isThrownBy(() -> write.accept(ada));
        holdsNothing(ada);
    }

    @Test
    void a_message_that_is_null_is_refused() {
        Memory ada = contract.ada();
        // The compiler of a caller without null checks lets it through.
        Message[] more = new Message[1];
        org.assertj.core.api.Assertions.assertThatThrownBy(
                        () -> ada.session("s").remember(Message.user("hello"), more))
                .isInstanceOfAny(IllegalArgumentException.class, NullPointerException.class);
        holdsNothing(ada);
    }

    private void holdsNothing(Memory memory) {
        assertThat(memory.archive().exportAll()).isEmpty();
        assertThat(memory.sessions()).isEmpty();
        assertThat(contract.daybook().space("default").scopes()).isEmpty();
        assertThat(memory.remember(said("next", "text")).position()).isEqualTo(1);
    }

    @Test
    void the_message_names_the_argument_and_the_remedy() {
        Memory ada = contract.openedWith(new HashEmbedder(8)).user("ada");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ada.remember(said("e", "text").embedding(Embedding.of(1, 2, 3))))
                .withMessageContaining("embedding has 3 dimensions")
                .withMessageContaining("hash-embedder-8 has 8")
                .withMessageContaining("supply");
    }

    @Test
    void a_refused_replacement_leaves_the_episode_as_it_was() {
        Memory ada = contract.openedWith(new HashEmbedder(8)).user("ada");
        ada.remember(said("e", "kept"));
        Entry before = ada.archive().exportAll().findFirst().orElseThrow();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ada.remember(said("e", "other").embedding(Embedding.of(1))));

        assertThat(ada.archive().exportAll()).containsExactly(before);
        assertThat(ada.recall(by(By.WORDS, "other"))).isEmpty();
    }

    @Test
    void a_time_that_no_request_can_hold_is_refused_by_every_door() {
        Memory ada = contract.ada();
        Instant time = Instant.parse("+10000-01-01T00:00:00Z");
        Map<String, Runnable> calls = Map.of(
                "until", () -> ada.notes().due(time, 5),
                "asOf", () -> ada.blocks().list(time),
                "validAt", () -> ada.facts().list(FactQuery.all().validAt(time)),
                "from", () -> ada.recall(Query.of("tea").from(time)),
                "to", () -> ada.recall(Query.of("tea").to(time)));

        calls.forEach((argument, call) -> assertThatIllegalArgumentException()
                .isThrownBy(call::run)
                .withMessage(argument + " is " + time + "; use a time between the years 0001 and 9999 in UTC"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> contract.daybook().space("default").bank().preview(100, time))
                .withMessage("asOf is " + time + "; use a time between the years 0001 and 9999 in UTC");
    }

    @Test
    void a_scope_of_another_space_is_refused() {
        Scope elsewhere = new Scope.User(new Space("elsewhere"), "ada");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> contract.daybook().space("default").memory(elsewhere))
                .withMessageContaining("elsewhere")
                .withMessageContaining("default");
        assertThat(contract.daybook().space("elsewhere").memory(elsewhere).scope())
                .isEqualTo(elsewhere);
    }

    @Test
    void the_longest_ids_are_taken() {
        String longest = "\ud83d\ude00".repeat(512);
        NewEpisode episode = said(longest, longest, NOON, "text");
        contract.daybook().space(longest).user(longest).remember(episode);

        assertThat(contract.daybook().space(longest).user(longest).find(Episode.class, longest))
                .isPresent();
    }
}
