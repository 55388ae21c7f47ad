package dev.daybook.testkit.memory;

import static dev.daybook.testkit.MemoryContract.NOON;
import static dev.daybook.testkit.memory.MessageFixture.by;
import static dev.daybook.testkit.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.Memory;
import dev.daybook.data.Embedding;
import dev.daybook.data.Entry;
import dev.daybook.data.Message;
import dev.daybook.data.NewEpisode;
import dev.daybook.data.Query.By;
import dev.daybook.data.Scope;
import dev.daybook.data.Selection;
import dev.daybook.data.Space;
import dev.daybook.data.ToolCall;
import dev.daybook.testkit.HashEmbedder;
import dev.daybook.testkit.MemoryContract;
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
                () -> ada.remember(id, Message.user("text")),
                () -> ada.remember(said("e", "text").withMetadata(Map.of(id, "value"))),
                () -> ada.sessions().name(id, "name"),
                () -> ada.forget(Selection.session(id)),
                () -> ada.forget(Selection.episode(id)),
                () -> ada.context(id, "prompt"));
        for (Runnable call : calls) {
            assertThatIllegalArgumentException().isThrownBy(call::run);
        }
        holdsNothing(ada);
    }

    static Stream<Named<Consumer<Memory>>> badEpisodes() {
        return Stream.of(
                Named.of("text", ada -> ada.remember(said("e", LONE))),
                Named.of("name", ada -> ada.remember("s", MessageFixture.named(LONE, "text"))),
                Named.of("role", ada -> ada.remember("s", Message.of(LONE, "text"))),
                Named.of("metadata text", ada -> ada.remember(said("e", "text").withMetadata(Map.of("k", LONE)))),
                Named.of(
                        "metadata of another type",
                        ada -> ada.remember(said("e", "text").withMetadata(Map.of("k", List.of())))),
                Named.of(
                        "metadata that is not a number",
                        ada -> ada.remember(said("e", "text").withMetadata(Map.of("k", Double.NaN)))),
                Named.of(
                        "tool call",
                        ada -> ada.remember(
                                said("e", "text").withToolCalls(List.of(new ToolCall(null, "t", LONE, null))))),
                Named.of("empty vector", ada -> ada.remember(said("e", "text").withEmbedding(Embedding.of()))),
                Named.of(
                        "infinite vector",
                        ada -> ada.remember(said("e", "text").withEmbedding(Embedding.of(Float.POSITIVE_INFINITY)))),
                Named.of(
                        "vector of another width",
                        ada -> ada.remember(said("e", "text").withEmbedding(Embedding.of(1, 2, 3)))),
                Named.of(
                        "vector of another width in a batch",
                        ada -> ada.rememberAll(
                                List.of(said("a", "text"), said("b", "text").withEmbedding(Embedding.of(1))))));
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
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> ada.remember("s", Message.user("hello"), more))
                .isInstanceOfAny(IllegalArgumentException.class, NullPointerException.class);
        holdsNothing(ada);
    }

    private void holdsNothing(Memory memory) {
        assertThat(memory.exportAll()).isEmpty();
        assertThat(memory.sessions().list()).isEmpty();
        assertThat(contract.daybook().space("default").scopes()).isEmpty();
        assertThat(memory.remember(said("next", "text")).position()).isEqualTo(1);
    }

    @Test
    void the_message_names_the_argument_and_the_remedy() {
        Memory ada = contract.openedWith(new HashEmbedder(8)).user("ada");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ada.remember(said("e", "text").withEmbedding(Embedding.of(1, 2, 3))))
                .withMessageContaining("embedding has 3 dimensions")
                .withMessageContaining("hash-embedder-8 has 8")
                .withMessageContaining("supply");
    }

    @Test
    void a_refused_replacement_leaves_the_episode_as_it_was() {
        Memory ada = contract.openedWith(new HashEmbedder(8)).user("ada");
        ada.remember(said("e", "kept"));
        Entry before = ada.exportAll().findFirst().orElseThrow();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ada.remember(said("e", "other").withEmbedding(Embedding.of(1))));

        assertThat(ada.exportAll()).containsExactly(before);
        assertThat(ada.recall(by(By.WORDS, "other"))).isEmpty();
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

        assertThat(contract.daybook().space(longest).user(longest).episode(longest))
                .isPresent();
    }
}
