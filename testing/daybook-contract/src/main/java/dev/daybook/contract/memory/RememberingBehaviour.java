package dev.daybook.contract.memory;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.HOSTILE;
import static dev.daybook.contract.memory.MessageFixture.by;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static dev.daybook.contract.memory.MessageFixture.withoutEmbedder;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.model.Embedding;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.ToolCall;
import dev.daybook.model.Trust;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.Receipt.Progress;
import dev.daybook.query.Query.By;
import dev.daybook.query.Selection;
import dev.daybook.testkit.HashEmbedder;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Writing episodes. */
public abstract class RememberingBehaviour {

    private final MemoryContract contract;

    protected RememberingBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    @Test
    void a_receipt_names_only_reached_entries() {
        Receipt receipt = contract.ada().session("s1").remember(Message.user("I moved to Porto in May."));

        assertThat(receipt)
                .isEqualTo(new Receipt(
                        "ep_1",
                        1,
                        1,
                        contract.store().guarantees().durable(),
                        Progress.DONE,
                        Progress.OFF,
                        Progress.OFF));
    }

    @Test
    void ids_are_made_for_entries_without_one() {
        Memory ada = contract.ada();
        List<Receipt> receipts = ada.remember(
                List.of(NewEpisode.of(Message.user("one")), said("mine", "two"), NewEpisode.of(Message.user("three"))));

        assertThat(receipts).extracting(Receipt::id).containsExactly("ep_1", "mine", "ep_2");
        assertThat(ada.find(Episode.class, "ep_2").orElseThrow().input()).isEqualTo("three");
    }

    @Test
    void a_made_id_never_meets_one_that_is_there() {
        Memory ada = contract.ada();
        ada.remember(said("ep_1", "mine"));
        Receipt made = ada.session("s1").remember(Message.user("yours"));

        assertThat(made.id()).isNotEqualTo("ep_1");
        assertThat(ada.find(Episode.class, "ep_1").orElseThrow().input()).isEqualTo("mine");
    }

    @Test
    void a_made_id_never_meets_one_of_the_same_batch() {
        Memory ada = contract.ada();
        List<Receipt> receipts = ada.remember(List.of(NewEpisode.of(Message.user("yours")), said("ep_1", "mine")));

        assertThat(receipts).extracting(Receipt::id).doesNotHaveDuplicates();
        assertThat(ada.find(Episode.class, "ep_1").orElseThrow().input()).isEqualTo("mine");
        assertThat(ada.archive().profile().count(Kind.EPISODE)).isEqualTo(2);
    }

    @Test
    void positions_count_in_each_scope_from_one() {
        Memory ada = contract.ada();
        Memory bob = contract.daybook().user("bob");

        assertThat(ada.remember(said("a", "one")).position()).isEqualTo(1);
        assertThat(bob.remember(said("a", "one")).position()).isEqualTo(1);
        assertThat(ada.remember(said("b", "two")).position()).isEqualTo(2);
        assertThat(ada.remember(List.of(said("c", "three"), said("d", "four"))))
                .extracting(Receipt::position)
                .containsExactly(3L, 4L);
        assertThat(bob.remember(said("b", "two")).position()).isEqualTo(2);
    }

    @Test
    void everything_that_was_given_comes_back() {
        Memory ada = contract.openedWith(new HashEmbedder(3)).user("ada");
        OffsetDateTime then = OffsetDateTime.parse("2024-02-29T23:59:59.123456-09:30");
        Origin notebook = new Origin(Origin.Source.IMPORT, "a notebook");
        NewEpisode given = NewEpisode.of(
                        Message.of("user", "line one\nline two\r\n\ttab").withName("Ada"),
                        Message.of("critic", ""),
                        Message.tool("{\"degrees\": 21}"))
                .id("e1")
                .session("s1")
                .occurredAt(then)
                .toolCalls(List.of(
                        new ToolCall("c1", "weather", "{\"place\":\"Porto\"}", "sunny"),
                        new ToolCall(null, "clock", "", null)))
                .metadata(Map.of(
                        "text",
                        "a\u0000b \ud83d\ude00",
                        "whole",
                        Long.MIN_VALUE,
                        "decimal",
                        -0.5,
                        "yes",
                        true,
                        "no",
                        false))
                .origin(notebook)
                .trust(Trust.UNKNOWN)
                .embedding(Embedding.of(1, -2.5f, 0));
        Receipt receipt = ada.remember(given);

        assertThat(ada.find(Episode.class, "e1"))
                .contains(new Episode(
                        "e1",
                        given.session(),
                        then,
                        NOON,
                        given.messages(),
                        given.toolCalls(),
                        given.metadata(),
                        new Provenance(receipt.position(), receipt.revision(), notebook, Trust.UNKNOWN),
                        false,
                        given.embedding()));
        assertThat(ada.recall(by(By.NEWEST, "")).get(0).entry())
                .isEqualTo(ada.find(Episode.class, "e1").orElseThrow());
    }

    @Test
    void omitted_fields_are_filled_in() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "hello"));
        ada.remember(NewEpisode.of(Message.assistant("hello")).id("e2"));
        ada.remember(NewEpisode.of(Message.tool("42")).id("e3"));
        ada.remember(NewEpisode.of(List.of()).id("e4").origin(Origin.IMPORT));

        Episode plain = ada.find(Episode.class, "e1").orElseThrow();
        assertThat(plain.session()).isNull();
        assertThat(plain.occurredAt()).isEqualTo(NOON).hasToString(NOON.toString());
        assertThat(plain.origin()).isEqualTo(Origin.USER);
        assertThat(plain.trust()).isEqualTo(Trust.USER);
        assertThat(ada.find(Episode.class, "e2").orElseThrow().trust()).isEqualTo(Trust.ASSISTANT);
        assertThat(ada.find(Episode.class, "e3").orElseThrow().trust()).isEqualTo(Trust.TOOL);
        assertThat(ada.find(Episode.class, "e4").orElseThrow().trust()).isEqualTo(Trust.IMPORT);
    }

    @Test
    void digits_finer_than_a_microsecond_are_cut_off() {
        Memory ada = contract.ada();
        NewEpisode fine = said("e1", "hello").occurredAt(OffsetDateTime.parse("2026-01-01T00:00:00.123456789Z"));
        Receipt first = ada.remember(fine);

        assertThat(ada.find(Episode.class, "e1").orElseThrow().occurredAt()).hasToString("2026-01-01T00:00:00.123456Z");
        assertThat(ada.remember(fine)).isEqualTo(first);

        contract.clock().advance(Duration.ofNanos(1_999));
        ada.remember(said("e2", "now"));
        assertThat(ada.find(Episode.class, "e2").orElseThrow().occurredAt()).isEqualTo(NOON.plusNanos(1_000));
        assertThat(ada.find(Episode.class, "e2").orElseThrow().recordedAt()).isEqualTo(NOON.plusNanos(1_000));
    }

    @Test
    void hostile_ids_are_data() {
        for (String id : HOSTILE) {
            contract.daybook().user(id).remember(said("e", "as a user").session("s"));
            contract.daybook().space(id).anonymous().remember(said("e", "as a space"));
            contract.daybook().user("host").remember(said(id, "as an episode").session(id));
        }
        for (String id : HOSTILE) {
            Memory user = contract.daybook().user(id);
            assertThat(ids(user.archive().exportAll())).containsExactly("e");
            assertThat(contract.daybook()
                            .space(id)
                            .anonymous()
                            .find(Episode.class, "e")
                            .orElseThrow()
                            .input())
                    .isEqualTo("as a space");
            Memory host = contract.daybook().user("host");
            assertThat(host.find(Episode.class, id).orElseThrow().session()).isEqualTo(id);
            assertThat(host.session(id).turns(10)).hasSize(1);
            assertThat(ids(host.recall(by(By.NEWEST, "").sessions(id)))).containsExactly(id);
        }
        for (String id : HOSTILE) {
            assertThat(contract.daybook()
                            .user("host")
                            .forget(Selection.session(id))
                            .count())
                    .isEqualTo(1);
        }
        assertThat(contract.daybook().spaces()).hasSize(HOSTILE.size() + 1);
    }

    @Test
    void a_text_of_a_megabyte_comes_back_and_is_found() {
        String text = "All the fish in the sea, one after the other. ".repeat(23_000) + "Marzipan!";
        assertThat(text.length()).isGreaterThan(1_000_000);
        Memory ada = contract.ada();
        ada.remember(said("big", text));
        ada.remember(said("small", "A fish and a sea."));

        assertThat(ada.find(Episode.class, "big").orElseThrow().input()).isEqualTo(text);
        for (By by : List.of(By.BEST, By.WORDS, By.TEXT)) {
            assertThat(ids(ada.recall(by(by, "marzipan").limit(1)))).containsExactly("big");
        }
    }

    @Test
    void a_write_is_found_by_the_next_recall() {
        Memory ada = contract.ada();
        for (int i = 0; i < 30; i++) {
            ada.remember(said("e" + i, "heron" + i).occurredAt(NOON.plusSeconds(i)));
            for (By by : withoutEmbedder()) {
                assertThat(ids(ada.recall(by(by, "heron" + i).limit(1)))).containsExactly("e" + i);
            }
        }
    }

    @Test
    void a_clock_that_is_set_back_changes_neither_order_nor_recall() {
        Memory ada = contract.ada();
        IntStream.range(0, 5).forEach(i -> ada.remember(said("e" + i, "s1", NOON.plusMinutes(i), "heron " + i)));
        List<String> before = ids(ada.recall(by(By.WORDS, "heron")));
        contract.clock().advance(Duration.ofDays(-1));

        assertThat(ids(ada.recall(by(By.WORDS, "heron")))).isEqualTo(before);
        Receipt late = ada.remember(said("late", "s1", NOON.plusMinutes(5), "heron 5"));
        assertThat(late.position()).isEqualTo(6);
        assertThat(ids(ada.recall(by(By.NEWEST, "").limit(2)))).containsExactly("late", "e4");
        assertThat(ids(ada.archive().exportAll())).containsExactly("e0", "e1", "e2", "e3", "e4", "late");
    }

    @Test
    void an_empty_batch_writes_nothing() {
        assertThat(contract.ada().remember(List.of())).isEmpty();
        assertThat(contract.daybook().space("default").scopes()).isEmpty();
    }
}
