package dev.daybook.contract.recall;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.by;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.DaybookBuilder;
import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Embedding;
import dev.daybook.model.Entry;
import dev.daybook.model.NewBlock;
import dev.daybook.model.NewFact;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.RebuildProgress;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.query.Selection;
import dev.daybook.store.Blob;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Sidecar;
import dev.daybook.store.WriteBatch;
import dev.daybook.testkit.HashEmbedder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Data derived without a model is rebuilt from the entries when it is lost or damaged. */
public abstract class RebuildingBehaviour {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String QUESTION = "where does the heron fish?";

    private final MemoryContract contract;

    protected RebuildingBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private Memory filled() {
        Memory ada = contract.openedWith(new HashEmbedder()).user("ada");
        ada.remember(IntStream.range(0, 70)
                .mapToObj(i -> said("e" + i, "s" + i % 3, NOON.plusMinutes(i), "The heron fishes at weir " + i + "."))
                .toList());
        ada.facts().remember(NewFact.of("Ada", "lives_in", "Faro").id("f1"));
        ada.blocks().remember(NewBlock.of("persona", "Kind."));
        var last = ada.remember(said("last", "The kestrel hovers over the motorway."));
        ada.operations().await(last, SOON);
        return ada;
    }

    private RebuildProgress rebuild() {
        return contract.embedded().maintenance().rebuild(soFar -> {});
    }

    private List<IndexRow> rows(Memory memory) {
        return PagedReads.rows(contract.store(), memory.scope(), 0).toList();
    }

    /** Writes nonsense in the place of everything that lies beside the entries under a name that begins so. */
    private void damage(Memory memory, String prefix) {
        List<Sidecar> nonsense = new ArrayList<>();
        for (IndexRow row : rows(memory)) {
            row.sidecars().keySet().stream()
                    .filter(name -> name.startsWith(prefix))
                    .forEach(name ->
                            nonsense.add(new Sidecar(row.key(), row.contentRevision(), name, Blob.of("nonsense"))));
        }
        assertThat(nonsense).isNotEmpty();
        write(memory, nonsense);
    }

    private void write(Memory memory, List<Sidecar> sidecars) {
        String operation = UUID.randomUUID().toString();
        contract.store().write(new WriteBatch(memory.scope(), operation, List.of(), sidecars, List.of(), null));
    }

    private static List<List<Hit>> hits(Memory memory) {
        return List.of(
                memory.recall(QUESTION),
                memory.recall(by(By.WORDS, QUESTION)),
                memory.recall(by(By.MEANING, QUESTION)),
                memory.recall(Query.of("Faro").limit(100)));
    }

    @Test
    void damaged_words_and_vectors_are_made_again_and_recall_answers_as_before() {
        Memory ada = filled();
        List<List<Hit>> before = hits(ada);
        List<Entry> entries = ada.archive().exportAll().toList();
        damage(ada, "");

        RebuildProgress rebuildProgress = rebuild();

        assertThat(rebuildProgress.complete()).isTrue();
        assertThat(rebuildProgress.entries()).isEqualTo(72);
        assertThat(rebuildProgress.words()).isEqualTo(72);
        assertThat(rebuildProgress.vectors()).isEqualTo(72);
        assertThat(rebuildProgress.failed()).isZero();
        assertThat(hits(ada)).isEqualTo(before);
        assertThat(ada.archive().exportAll()).isEqualTo(entries);
        assertThat(hits(contract.openedWith(new HashEmbedder()).user("ada"))).isEqualTo(before);
    }

    @Test
    void missing_parts_are_created() {
        Memory ada = filled();
        List<List<Hit>> before = hits(ada);
        Memory bare = contract.openedWith(DaybookBuilder::noEmbedder).user("bob");
        bare.remember(said("e1", "The heron fishes at weir 1."));
        damage(bare, "terms/");
        contract.openedWith(new HashEmbedder());

        RebuildProgress rebuildProgress = rebuild();

        assertThat(rebuildProgress.scopes()).isEqualTo(2);
        assertThat(rebuildProgress.words()).isEqualTo(1);
        assertThat(ids(contract.daybook().user("bob").recall(by(By.WORDS, "heron"))))
                .containsExactly("e1");
        assertThat(ids(contract.daybook().user("bob").recall(by(By.MEANING, "heron"))))
                .containsExactly("e1");
        assertThat(hits(contract.ada())).isEqualTo(before);
    }

    @Test
    void correct_data_is_not_written_again() {
        Memory ada = filled();
        damage(ada, "terms/");
        rebuild();
        long revision = contract.store().head(ada.scope()).revision();

        RebuildProgress again = rebuild();

        assertThat(again.entries()).isEqualTo(72);
        assertThat(again.words() + again.vectors()).isZero();
        assertThat(contract.store().head(ada.scope()).revision()).isEqualTo(revision);
    }

    @Test
    void vectors_of_an_embedder_that_is_not_here_are_kept() {
        Memory ada = filled();
        List<List<Hit>> before = hits(ada);
        Memory words = contract.openedWith(DaybookBuilder::noEmbedder).user("ada");
        damage(words, "terms/");

        RebuildProgress rebuildProgress = rebuild();

        assertThat(rebuildProgress.kept()).containsExactly(new HashEmbedder().name());
        assertThat(rebuildProgress.words()).isEqualTo(72);
        assertThat(rebuildProgress.vectors()).isZero();
        assertThat(hits(contract.openedWith(new HashEmbedder()).user("ada"))).isEqualTo(before);
    }

    @Test
    void a_vector_that_was_supplied_stays() {
        Memory ada = contract.openedWith(new HashEmbedder()).user("ada");
        Embedding supplied = new HashEmbedder().embedQueries(List.of("kestrel")).get(0);
        ada.remember(said("e1", "heron").embedding(supplied));
        double score = ada.recall(by(By.MEANING, "kestrel")).get(0).score();
        damage(ada, "terms/");
        rebuild();
        assertThat(ada.recall(by(By.MEANING, "kestrel")).get(0).score()).isEqualTo(score);

        damage(ada, "vector/");
        assertThat(rebuild().vectors()).isEqualTo(1);

        assertThat(ada.recall(by(By.MEANING, "kestrel")).get(0).score()).isEqualTo(score);
    }

    @Test
    void an_embedder_that_does_not_answer_leaves_the_vectors_as_they_were_and_the_words_are_made() {
        Memory ada = filled();
        List<List<Hit>> before = hits(ada);
        Memory later = contract.openedWith(new WatchedEmbedder("other-", 64).away(true))
                .user("ada");
        damage(later, "terms/");

        RebuildProgress rebuildProgress = rebuild();

        assertThat(rebuildProgress.complete()).isFalse();
        assertThat(rebuildProgress.words()).isEqualTo(72);
        assertThat(hits(contract.openedWith(new HashEmbedder()).user("ada"))).isEqualTo(before);
    }

    @Test
    void forgotten_entries_do_not_come_back() {
        Memory ada = filled();
        contract.daybook().user("bob").remember(said("b1", "A bittern booms."));
        ada.forget(Selection.everything());

        rebuild();

        assertThat(contract.daybook().space("default").scopes())
                .containsExactly(contract.daybook().user("bob").scope());
        assertThat(ada.recall(QUESTION)).isEmpty();
    }
}
