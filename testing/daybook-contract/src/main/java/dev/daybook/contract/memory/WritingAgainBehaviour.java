package dev.daybook.contract.memory;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.by;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.error.StaleVersionException;
import dev.daybook.model.Embedding;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.Origin;
import dev.daybook.model.ToolCall;
import dev.daybook.model.Trust;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.Query.By;
import dev.daybook.query.Selection;
import dev.daybook.query.VersionCondition;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same id again. */
public abstract class WritingAgainBehaviour {

    private static final NewEpisode FULL = said("e1", "s1", NOON.minusDays(1), "The key is under the mat.")
            .toolCalls(List.of(new ToolCall("c1", "look", "{}", "mat")))
            .metadata(Map.of("room", "hall"))
            .origin(Origin.IMPORT)
            .trust(Trust.TOOL)
            .embedding(Embedding.of(1, 2));

    private final MemoryContract contract;

    protected WritingAgainBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private static NewEpisode bare() {
        return said("e1", "The key is under the mat.");
    }

    @Test
    void the_same_content_again_is_the_same_write() {
        Memory ada = contract.ada();
        Receipt first = ada.remember(FULL);
        ada.remember(said("e2", "In between."));
        contract.clock().advance(Duration.ofHours(1));

        assertThat(ada.remember(FULL)).isEqualTo(first);
        assertThat(ada.find(Episode.class, "e1").orElseThrow().recordedAt()).isEqualTo(NOON);
    }

    @Test
    void a_write_under_a_condition_replaces_the_version_that_was_read_and_no_other() {
        Memory ada = contract.ada();
        NewFact tea = NewFact.of("ada", "likes", "tea").id("f1");
        VersionCondition read = VersionCondition.of(
                ada.remember(bare(), VersionCondition.absent()).revision());
        VersionCondition stated = VersionCondition.of(
                ada.facts().remember(tea, VersionCondition.absent()).revision());

        ada.remember(said("e1", "The key is lost."), read);
        ada.facts().remember(tea.object("coffee"), stated);

        assertThatThrownBy(() -> ada.remember(said("e1", "The key is found."), read))
                .isInstanceOf(StaleVersionException.class);
        assertThatThrownBy(() -> ada.facts().remember(tea.object("milk"), stated))
                .isInstanceOf(StaleVersionException.class);
        assertThat(ada.find(Episode.class, "e1").orElseThrow().input()).isEqualTo("The key is lost.");
        assertThat(ada.facts().find("f1").orElseThrow().object()).isEqualTo("coffee");
    }

    @Test
    void a_write_under_a_condition_brings_back_nothing_that_was_forgotten_or_is_in_quarantine() {
        Memory ada = contract.ada();
        ada.remember(bare());
        ada.remember(said("e2", "The door is blue."));
        ada.facts().remember(NewFact.of("ada", "likes", "tea").id("f1"));
        ada.forget(Selection.episode("e1"));
        ada.quarantine().hide(Selection.episode("e2"));
        ada.facts().forget("f1");

        for (String id : List.of("e1", "e2")) {
            assertThatThrownBy(() -> ada.remember(said(id, "Back."), VersionCondition.existing()))
                    .isInstanceOf(StaleVersionException.class);
        }
        assertThatThrownBy(() ->
                        ada.facts().remember(NewFact.of("ada", "likes", "tea").id("f1"), VersionCondition.existing()))
                .isInstanceOf(StaleVersionException.class);
        assertThat(ada.archive().exportAll()).isEmpty();
    }

    @Test
    void a_condition_needs_an_id_to_be_about() {
        Memory ada = contract.ada();
        assertThatThrownBy(() -> ada.remember(NewEpisode.of(Message.user("x")), VersionCondition.existing()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("condition is given, and the episode has no id; give the id");
        assertThatThrownBy(() -> ada.facts().remember(NewFact.of("a", "b", "c"), VersionCondition.existing()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the fact has no id");
        assertThat(ada.remember(NewEpisode.of(Message.user("x")), VersionCondition.NONE)
                        .revision())
                .isPositive();
    }

    @Test
    void the_same_instant_in_another_offset_is_the_same_write() {
        Memory ada = contract.ada();
        Receipt first = ada.remember(FULL);

        assertThat(ada.remember(FULL.occurredAt(NOON.minusDays(1).withOffsetSameInstant(ZoneOffset.ofHours(2)))))
                .isEqualTo(first);
        assertThat(ada.remember(FULL.occurredAt(NOON)).revision()).isGreaterThan(first.revision());
    }

    @Test
    void fields_that_were_not_given_are_not_compared() {
        Memory ada = contract.ada();
        Receipt first = ada.remember(FULL);
        Episode stored = ada.find(Episode.class, "e1").orElseThrow();
        contract.clock().advance(Duration.ofHours(1));

        assertThat(ada.remember(bare())).isEqualTo(first);
        assertThat(ada.find(Episode.class, "e1")).contains(stored);
    }

    static List<UnaryOperator<NewEpisode>> changes() {
        return List.of(
                episode ->
                        NewEpisode.of(Message.user("The key is in the lock.")).id("e1"),
                episode -> NewEpisode.of(Message.assistant("The key is under the mat."))
                        .id("e1"),
                episode -> episode.session("s2"),
                episode -> episode.occurredAt(NOON),
                episode -> episode.toolCalls(List.of(new ToolCall("c2", "look", "{}", "mat"))),
                episode -> episode.metadata(Map.of("room", "cellar")),
                episode -> episode.origin(Origin.USER),
                episode -> episode.trust(Trust.SYSTEM),
                episode -> episode.embedding(Embedding.of(2, 1)));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void any_field_that_was_given_otherwise_replaces_the_episode(UnaryOperator<NewEpisode> change) {
        Memory ada = contract.ada();
        Receipt first = ada.remember(FULL);
        Receipt second = ada.remember(change.apply(bare()));

        assertThat(second.position()).isEqualTo(first.position());
        assertThat(second.revision()).isGreaterThan(first.revision());
        assertThat(ada.archive().profile().count(Kind.EPISODE)).isEqualTo(1);
    }

    @Test
    void a_replaced_episode_is_found_by_its_new_words_only() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "The key is under the mat."));
        ada.remember(said("e1", "The key hangs on a nail."));

        for (By by : List.of(By.BEST, By.WORDS, By.TEXT)) {
            assertThat(ids(ada.recall(by(by, "mat")))).isEmpty();
            assertThat(ids(ada.recall(by(by, "nail")))).containsExactly("e1");
        }
        assertThat(ids(ada.recall(by(By.NEWEST, "")))).containsExactly("e1");
        assertThat(ids(ada.archive().exportAll())).containsExactly("e1");
        assertThat(ada.find(Episode.class, "e1").orElseThrow().messages())
                .extracting(Message::text)
                .containsExactly("The key hangs on a nail.");
    }

    @Test
    void the_earlier_version_is_found_as_of_its_time() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "The key is under the mat.").occurredAt(NOON));
        contract.clock().advance(Duration.ofHours(1));
        OffsetDateTime between = NOON.plusMinutes(59);
        ada.remember(said("e1", "The key hangs on a nail.").occurredAt(NOON));

        for (By by : List.of(By.BEST, By.WORDS, By.TEXT)) {
            assertThat(ada.recall(by(by, "mat").asOf(between.toInstant())))
                    .extracting(hit -> hit.text())
                    .containsExactly("user: The key is under the mat.");
            assertThat(ada.recall(by(by, "nail").asOf(between.toInstant()))).isEmpty();
            assertThat(ids(ada.recall(by(by, "nail").asOf(NOON.plusHours(1).toInstant()))))
                    .containsExactly("e1");
            assertThat(ada.recall(by(by, "key").asOf(NOON.minusSeconds(1).toInstant())))
                    .isEmpty();
        }
        assertThat(ada.recall(by(By.NEWEST, "").asOf(between.toInstant())))
                .extracting(hit -> hit.text())
                .containsExactly("user: The key is under the mat.");
    }

    @Test
    void history_does_not_go_back_when_the_clock_does() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "The key is under the mat."));
        contract.clock().advance(Duration.ofDays(-1));
        ada.remember(said("e1", "The key hangs on a nail."));

        assertThat(ada.find(Episode.class, "e1").orElseThrow().input()).isEqualTo("The key hangs on a nail.");
        assertThat(ids(ada.recall(by(By.WORDS, "nail").asOf(NOON.toInstant())))).containsExactly("e1");
        assertThat(ada.recall(by(By.NEWEST, "").asOf(NOON.minusHours(12).toInstant())))
                .isEmpty();
    }

    @Test
    void a_batch_with_an_id_twice_is_refused_whole() {
        Memory ada = contract.ada();
        assertThatThrownBy(() -> ada.remember(List.of(said("a", "one"), said("b", "two"), said("a", "one"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'a'")
                .hasMessageContaining("twice");

        assertThat(ada.archive().exportAll()).isEmpty();
        assertThat(ada.remember(said("c", "three")).position()).isEqualTo(1);
    }

    @Test
    void a_batch_may_mix_old_and_new() {
        Memory ada = contract.ada();
        Receipt old = ada.remember(said("old", "one"));
        ada.remember(said("changed", "two"));
        List<Receipt> receipts =
                ada.remember(List.of(said("new", "three"), said("old", "one"), said("changed", "other")));

        assertThat(receipts).extracting(Receipt::id).containsExactly("new", "old", "changed");
        assertThat(receipts).extracting(Receipt::position).containsExactly(3L, 1L, 2L);
        assertThat(receipts.get(1)).isEqualTo(old);
        assertThat(receipts.get(2).revision()).isGreaterThan(2);
        assertThat(ada.find(Episode.class, "changed").orElseThrow().input()).isEqualTo("other");
    }
}
