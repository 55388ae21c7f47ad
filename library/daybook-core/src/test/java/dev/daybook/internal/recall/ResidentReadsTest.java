package dev.daybook.internal.recall;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.internal.hash.HashVectors;
import dev.daybook.internal.recall.CountingStore.Read;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Space;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.Turn;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.query.Selection;
import dev.daybook.spi.Embedder;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The reads of the store that a recall and a history cost, and what the entry cache must not change. */
class ResidentReadsTest {

    private static final OffsetDateTime NOON = OffsetDateTime.parse("2026-03-04T12:00:00Z");

    private final CountingStore store = new CountingStore();
    private final Embedder embedder = new HashVectors(8).embedder();
    private final Daybook daybook = Daybook.builder(store).embedder(embedder).open();
    private final Memory memory = daybook.user("mira");

    @AfterEach
    void close() {
        daybook.close();
    }

    private void say(String id, String text) {
        Receipt receipt = memory.remember(NewEpisode.of(Message.user(text), Message.assistant("Noted."))
                .session("s")
                .occurredAt(NOON)
                .id(id)
                .embedding(embedder.embedDocuments(List.of(text)).get(0)));
        memory.operations().await(receipt, Duration.ofSeconds(30));
    }

    private void sayMany(int count) {
        for (int i = 0; i < count; i++) {
            say("e" + i, "The kayak number " + i + ".");
        }
    }

    private List<String> recalled(By by, int limit) {
        return memory.recall(Query.of("kayak").by(by).limit(limit)).stream()
                .map(Hit::id)
                .toList();
    }

    @ParameterizedTest
    @EnumSource(By.class)
    void a_repeated_recall_reads_nothing_but_the_head(By by) {
        sayMany(30);
        List<String> first = recalled(by, 10);
        store.take();

        assertThat(recalled(by, 10)).hasSize(10).isEqualTo(first);
        assertThat(store.heads()).isBetween(1L, 2L);
        assertThat(store.take()).isEmpty();
    }

    @Test
    void a_repeated_history_reads_nothing_but_one_head() {
        sayMany(30);
        assertThat(memory.recall("kayak")).hasSize(10);
        List<Turn> first = memory.session("s").turns(20);
        store.take();

        assertThat(memory.session("s").turns(20)).hasSize(20).isEqualTo(first);
        assertThat(store.heads()).isEqualTo(1);
        assertThat(store.take()).isEmpty();
    }

    @Test
    void a_first_history_of_a_scope_is_one_scan_and_reads_no_head() {
        sayMany(3);
        store.take();

        assertThat(memory.session("s").turns(6)).hasSize(6);
        assertThat(store.heads()).isZero();
        assertThat(store.take()).extracting(Read::method).containsExactly("scan");
    }

    @ParameterizedTest
    @EnumSource(By.class)
    void ten_hits_cost_ten_bodies_in_one_call(By by) {
        sayMany(30);
        memory.recall(Query.of("kayak").by(by).limit(1));
        List<String> one = recalled(by, 1);
        store.take();

        List<String> hits = recalled(by, 10);

        assertThat(store.take())
                .containsExactly(new Read(
                        "get",
                        hits.stream().filter(id -> !one.contains(id)).sorted().toList()));
    }

    @ParameterizedTest
    @EnumSource(By.class)
    void a_write_costs_one_row_and_one_body(By by) {
        sayMany(5);
        recalled(by, 10);
        say("new", "The newest kayak.");
        store.take();

        assertThat(recalled(by, 10)).hasSize(6).contains("new");
        assertThat(store.take()).containsExactly(new Read("rows", List.of("new")), new Read("get", List.of("new")));
    }

    @Test
    void a_recall_with_the_shared_scope_reads_heads_only_too() {
        sayMany(5);
        Memory shared = daybook.space(Space.DEFAULT.id()).shared();
        Receipt receipt = shared.remember(NewEpisode.of(Message.user("A kayak for all.")));
        shared.operations().await(receipt, Duration.ofSeconds(30));
        Query query = Query.of("kayak").by(By.WORDS).shared(true).limit(10);
        assertThat(memory.recall(query)).hasSize(6);
        store.take();

        assertThat(memory.recall(query)).hasSize(6);
        assertThat(store.take()).isEmpty();
    }

    @Test
    void a_second_history_of_a_recalled_scope_reads_nothing() {
        sayMany(30);
        recalled(By.WORDS, 1);
        store.take();

        List<Turn> first = memory.session("s").turns(20);

        assertThat(store.take())
                .as("ten exchanges hold the twenty messages")
                .singleElement()
                .satisfies(read -> assertThat(read.method()).isEqualTo("get"))
                .satisfies(read -> assertThat(read.ids()).hasSizeLessThanOrEqualTo(10));
        assertThat(memory.session("s").turns(20)).hasSize(20).isEqualTo(first);
        assertThat(store.take()).isEmpty();
    }

    @Test
    void a_second_history_of_a_small_scope_loads_its_index_so_that_the_next_one_reads_nothing() {
        sayMany(3);
        store.take();

        assertThat(memory.session("s").turns(6)).hasSize(6);
        assertThat(store.take()).extracting(Read::method).containsExactly("scan");
        assertThat(memory.session("s").turns(6)).hasSize(6);
        assertThat(store.take()).extracting(Read::method).containsExactly("states", "rows", "get");
        assertThat(memory.session("s").turns(6)).hasSize(6);
        assertThat(store.take()).isEmpty();
    }

    @Test
    void a_history_of_a_larger_scope_without_an_index_is_a_scan_and_loads_none() {
        sayMany(65);
        store.take();

        assertThat(memory.session("s").turns(6)).hasSize(6);
        assertThat(store.take()).extracting(Read::method).containsExactly("scan");
        assertThat(memory.session("s").turns(6)).hasSize(6);
        assertThat(store.take()).as("still").extracting(Read::method).containsExactly("scan");
    }

    @Test
    void a_history_after_a_write_reads_the_written_message() {
        sayMany(3);
        recalled(By.WORDS, 1);
        say("new", "The newest kayak.");
        store.take();

        assertThat(memory.session("s").turns(2)).extracting(Turn::episode).containsOnly("new");
        assertThat(store.take()).containsExactly(new Read("rows", List.of("new")), new Read("get", List.of("new")));
    }

    @Test
    void an_export_scans_the_kinds_that_the_scope_has() {
        sayMany(3);
        store.take();

        assertThat(memory.archive().exportAll()).hasSize(3);
        assertThat(store.take()).containsExactly(new Read("scan", List.of("e0", "e1", "e2")));
    }

    @Test
    void a_new_version_replaces_the_cached_one() {
        sayMany(3);
        recalled(By.WORDS, 10);
        say("e1", "The kayak has sunk.");

        assertThat(memory.recall(Query.of("kayak").by(By.WORDS)))
                .filteredOn(hit -> hit.id().equals("e1"))
                .singleElement()
                .satisfies(hit -> assertThat(hit.entry().text()).contains("sunk"));
    }

    @Test
    void a_quarantined_episode_is_hidden_though_it_was_cached() {
        sayMany(3);
        assertThat(recalled(By.WORDS, 10)).contains("e1");
        memory.quarantine().hide(Selection.episode("e1"));

        assertThat(recalled(By.WORDS, 10)).containsExactlyInAnyOrder("e0", "e2");
        assertThat(memory.session("s").turns(10)).extracting(Turn::episode).doesNotContain("e1");
    }

    @Test
    void a_forgotten_episode_is_read_nowhere_and_the_others_are_read_again() {
        sayMany(3);
        recalled(By.WORDS, 10);
        memory.forget(Selection.episode("e1"));
        store.take();

        assertThat(recalled(By.WORDS, 10)).containsExactlyInAnyOrder("e0", "e2");
        assertThat(store.take())
                .contains(new Read("get", List.of("e0", "e2")))
                .allSatisfy(read -> assertThat(read.ids()).doesNotContain("e1"));
    }

    @Test
    void history_and_context_are_the_same_with_and_without_an_index() {
        Random random = new Random(7);
        for (int i = 0; i < 150; i++) {
            List<Message> messages = new ArrayList<>();
            for (int message = random.nextInt(3); message >= 0; message--) {
                messages.add(random.nextInt(4) == 0 ? Message.user("") : Message.user("Message " + random.nextInt()));
            }
            // Late records, equal times, and new versions of earlier ids.
            memory.remember(NewEpisode.of(messages)
                    .id("e" + random.nextInt(120))
                    .session("s" + random.nextInt(2))
                    .occurredAt(NOON.plusMinutes(random.nextInt(40))));
        }
        memory.quarantine().hide(Selection.episode("e3"));
        List<List<Turn>> cold = histories();
        String context = memory.session("s1")
                .context("message", ContextOptions.defaults())
                .text();
        recalled(By.WORDS, 1);
        store.take();

        assertThat(histories()).isEqualTo(cold);
        assertThat(store.take()).extracting(Read::method).doesNotContain("scan");
        assertThat(memory.session("s1")
                        .context("message", ContextOptions.defaults())
                        .text())
                .isEqualTo(context);
    }

    private List<List<Turn>> histories() {
        return IntStream.of(1, 2, 3, 10, 1_000)
                .boxed()
                .flatMap(limit -> IntStream.range(0, 2)
                        .mapToObj(session -> memory.session("s" + session).turns(limit)))
                .toList();
    }
}
