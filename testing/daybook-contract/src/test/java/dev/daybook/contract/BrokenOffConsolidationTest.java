package dev.daybook.contract;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.contract.derivation.ReadingModel;
import dev.daybook.error.StoreException;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Summary;
import dev.daybook.query.ExtractionOptions;
import dev.daybook.query.FactQuery;
import dev.daybook.spi.GroundingPolicy;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.store.Store;
import dev.daybook.testkit.DocumentDisk;
import dev.daybook.testkit.FlakyStore;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Consolidation, killed at each of its writes: no source is lost, nothing is derived twice, and the rest is done later. */
class BrokenOffConsolidationTest {

    private static final int EPISODES = 22;
    private static final int MIN_WRITES = 100;
    private static final int ENOUGH = 1_000;

    /** The distance between two writes at which it is killed; {@code .ci/nightly} asks for 1, each write. */
    private static final int STRIDE = Integer.getInteger("daybook.kills.stride", 4);

    private final long seed = Long.getLong("daybook.seed", System.nanoTime());

    /** After the crash it finds other words for the same. */
    private static final class Another implements LanguageModel {

        private final ReadingModel model = new ReadingModel();

        @Override
        public String name() {
            return "another";
        }

        @Override
        public ModelAnswer answer(ModelRequest request) {
            String answer = model.answer(request).text();
            return ModelAnswer.of(
                    ReadingModel.isForFacts(request)
                            ? "{\"statements\":" + answer.replace("likes", "enjoys") + "}"
                            : answer.replaceFirst("\\w+ ", "Again "));
        }
    }

    @Test
    void it_goes_on_after_reopening_wherever_it_was_cut_off() {
        boolean done = false;
        int writes = new Random(seed).nextInt(STRIDE);
        for (; writes < ENOUGH && !done; writes += STRIDE) {
            DocumentDisk disk = new DocumentDisk();
            try (Daybook daybook = open(new FlakyStore(disk), new ReadingModel())) {
                fill(daybook.user("ada"));
            }
            try (Store store = FlakyStore.dyingAfter(writes, disk)) {
                done = consolidates(store);
            }
            try (Daybook reopened = open(new FlakyStore(disk), new Another())) {
                Memory ada = reopened.user("ada");
                checkMarks(ada);
                ada.consolidate();
                checkWhole(ada);
                assertThat(ada.consolidate()).as("after %d writes", writes).isEmpty();
            }
        }
        assertThat(done).isTrue();
        assertThat(writes).isGreaterThan(MIN_WRITES);
    }

    private static Daybook open(Store store, LanguageModel model) {
        return Daybook.builder(store)
                .noEmbedder()
                .languageModel(model)
                .grounding(GroundingPolicy.off())
                // Several windows, most of more than one episode.
                .extraction(ExtractionOptions.DEFAULTS.windowTokens(16))
                .background(false)
                .open();
    }

    private static void fill(Memory ada) {
        ada.remember(IntStream.range(0, EPISODES)
                .mapToObj(i -> said(
                        "e" + i,
                        "s1",
                        NOON.plusMinutes(i),
                        i % 5 == 0 ? "Ada likes tea" + i + ". Ada lives_in Town" + i + "." : "It rained."))
                .toList());
    }

    private static boolean consolidates(Store store) {
        try (Daybook daybook = open(new UnclosedStore(store), new ReadingModel())) {
            daybook.user("ada").consolidate();
            return true;
        } catch (StoreException death) {
            return false;
        }
    }

    /** Checks that a gist covers exactly the messages that it lists. */
    private static void checkMarks(Memory ada) {
        assertThat(ada.session("s1").turns(100)).hasSize(EPISODES);
        for (Summary gist : ada.archive().summaries()) {
            assertThat(gist.covers()).hasSize((int) gist.upTo()).doesNotHaveDuplicates();
            assertThat(ada.session("s1").pending()).isEqualTo(EPISODES - gist.upTo());
        }
    }

    private static void checkWhole(Memory ada) {
        assertThat(ada.archive().exportAll().filter(entry -> entry.kind() == Kind.EPISODE))
                .hasSize(EPISODES);
        List<Fact> facts = ada.facts().list(FactQuery.all());
        assertThat(facts).hasSize(10);
        assertThat(facts.stream().map(fact -> fact.sources() + fact.object())).doesNotHaveDuplicates();
        assertThat(facts.stream().filter(fact -> fact.predicate().equals("lives_in") && fact.validUntil() == null))
                .extracting(Fact::object)
                .containsExactly("Town20");
        assertThat(ada.archive().summaries())
                .singleElement()
                .satisfies(gist -> assertThat(gist.covers()).hasSize(EPISODES).doesNotHaveDuplicates());
        assertThat(ada.session("s1").pending()).isZero();
    }
}
