package dev.daybook.contract.recall;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.by;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.model.Embedding;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Receipt.Progress;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.testkit.HashEmbedder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Semantic search. */
public abstract class SemanticSearchBehaviour {

    private static final int WIDTH = 32;

    private final MemoryContract contract;

    protected SemanticSearchBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private static Embedding vectorOf(String text) {
        return new HashEmbedder(WIDTH).embedQueries(List.of(text)).get(0);
    }

    private static Embedding random(Random random) {
        float[] values = new float[WIDTH];
        IntStream.range(0, WIDTH).forEach(i -> values[i] = random.nextFloat() * 20 - 10);
        return Embedding.of(values);
    }

    @Test
    void the_score_is_the_cosine_of_the_supplied_vector() {
        Memory ada = contract.openedWith(new HashEmbedder(WIDTH)).user("ada");
        Random random = new Random(7);
        List<Embedding> vectors =
                IntStream.range(0, 50).mapToObj(i -> random(random)).toList();
        ada.remember(IntStream.range(0, 50)
                .mapToObj(i -> said("e" + i, "text " + i).embedding(vectors.get(i)))
                .toList());
        Embedding asked = vectorOf("question");
        List<Integer> expected = new ArrayList<>(IntStream.range(0, 50).boxed().toList());
        expected.sort(Comparator.comparingDouble((Integer i) -> asked.cosine(vectors.get(i)))
                .reversed());
        List<Hit> hits = ada.recall(by(By.MEANING, "question").limit(50));

        assertThat(ids(hits)).isEqualTo(expected.stream().map(i -> "e" + i).toList());
        for (int i = 0; i < 50; i++) {
            assertThat(hits.get(i).score()).isCloseTo(asked.cosine(vectors.get(expected.get(i))), within(1e-6));
        }
        assertThat(ids(ada.recall(by(By.MEANING, "question").minimumScore(0.0).limit(50))))
                .isEqualTo(hits.stream()
                        .filter(hit -> hit.score() >= 0)
                        .map(Hit::id)
                        .toList());
    }

    @Test
    void without_a_supplied_vector_input_and_output_are_embedded_joined_by_a_newline() {
        Memory ada = contract.openedWith(new HashEmbedder(WIDTH)).user("ada");
        NewEpisode pair = NewEpisode.of(
                        Message.user("Where?"), Message.assistant("There."), Message.user("When?"), Message.tool("x"))
                .id("pair");
        ada.operations().await(ada.remember(pair), Duration.ofSeconds(30));
        ada.operations()
                .await(ada.remember(NewEpisode.of(Message.user("Where?")).id("one")), Duration.ofSeconds(30));
        Hit hit = ada.recall(by(By.MEANING, "Where?\nWhen?\nThere.").limit(1)).get(0);

        assertThat(hit.id()).isEqualTo("pair");
        assertThat(hit.score()).isCloseTo(1, within(1e-6));
        assertThat(ids(ada.recall(by(By.MEANING, "Where?").limit(1)))).containsExactly("one");
    }

    @Test
    void a_supplied_vector_is_used_at_once_and_kept() {
        WatchedEmbedder embedder = new WatchedEmbedder(WIDTH);
        Memory ada = contract.openedWith(embedder).user("ada");
        ada.remember(said("mine", "one").embedding(vectorOf("zeppelin")));
        assertThat(ids(ada.recall(by(By.MEANING, "zeppelin")))).containsExactly("mine");

        ada.operations().await(ada.remember(said("other", "two")), Duration.ofSeconds(30));
        Hit hit = ada.recall(by(By.MEANING, "zeppelin").limit(1)).get(0);
        assertThat(hit.id()).isEqualTo("mine");
        assertThat(hit.score()).isCloseTo(1, within(1e-6));
        assertThat(embedder.documents()).isEqualTo(1);
    }

    @Test
    void a_new_version_has_a_new_vector() {
        Memory ada = contract.openedWith(new HashEmbedder(WIDTH)).user("ada");
        ada.operations().await(ada.remember(said("e1", "zeppelin")), Duration.ofSeconds(30));
        ada.operations().await(ada.remember(said("e1", "balloon")), Duration.ofSeconds(30));

        assertThat(ada.recall(by(By.MEANING, "balloon")).get(0).score()).isCloseTo(1, within(1e-6));
        assertThat(ada.recall(by(By.MEANING, "zeppelin")).get(0).score()).isLessThan(0.9);
    }

    @Test
    void without_an_embedder_the_remedy_is_named() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "heron").embedding(Embedding.of(1, 2)));

        for (String text : List.of("heron", "")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ada.recall(by(By.MEANING, text)))
                    .withMessageContaining("meaning")
                    .withMessageContaining("embedder(");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ada.explain(by(By.MEANING, "heron"), new EntryRef(ada.scope(), Kind.EPISODE, "e1")));
    }

    @Test
    void vectors_of_two_embedders_never_meet() {
        Memory first = contract.openedWith(new HashEmbedder(8)).user("ada");
        first.operations().await(first.remember(said("e1", "heron")), Duration.ofSeconds(30));
        Memory second = contract.openedWith(new HashEmbedder(16)).user("ada");
        assertThat(second.operations()
                        .await(second.remember(said("e1", "heron")), Duration.ofSeconds(30))
                        .vector())
                .isEqualTo(Progress.DONE);

        assertThat(second.recall(by(By.MEANING, "heron")).get(0).score()).isCloseTo(1, within(1e-6));
    }

    @Test
    void a_point_in_time_semantic_search_covers_the_entries_of_that_time() {
        Memory ada = contract.openedWith(new HashEmbedder(WIDTH)).user("ada");
        ada.remember(said("early", "one").embedding(vectorOf("heron")));
        contract.clock().advance(Duration.ofHours(1));
        ada.remember(said("late", "two").embedding(vectorOf("heron")));
        Query then = by(By.MEANING, "heron").asOf(NOON.toInstant());

        assertThat(ids(ada.recall(then))).containsExactly("early");
    }
}
