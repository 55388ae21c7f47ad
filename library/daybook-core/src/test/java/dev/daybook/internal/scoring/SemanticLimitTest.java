package dev.daybook.internal.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.index.RowFixture;
import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.internal.index.VectorTable;
import dev.daybook.model.Embedding;
import dev.daybook.query.Filter;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import java.time.Instant;
import java.util.BitSet;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The queries of a large scope by meaning that estimate cosines, and those that compute each. */
class SemanticLimitTest {

    private static final int ENTRIES = 4_000;
    private static final int DIMENSIONS = 128;

    private final Random random = new Random(8);
    private final Embedding question = vector();
    private final ScopeIndex scopeIndex = scopeIndex();

    private Embedding vector() {
        float[] values = new float[DIMENSIONS];
        for (int i = 0; i < DIMENSIONS; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return Embedding.of(values);
    }

    private ScopeIndex scopeIndex() {
        RowFixture rowFixture = new RowFixture();
        for (int i = 0; i < ENTRIES; i++) {
            rowFixture.put("e" + i, "s" + i % 20, "Text.").vectors("e" + i, vector());
        }
        return rowFixture.scopeIndex();
    }

    /** Returns the entries with an exact cosine. */
    private int[] exact(Query query) {
        AnalyzedQuery analyzedQuery = AnalyzedQuery.of("", question);
        double[] values = HybridScoring.score(scopeIndex, query, new QueryFilter(query, Instant.EPOCH), analyzedQuery)
                .values();
        double[] all = scopeIndex.entryVectors().exactCosines(question, ENTRIES);
        return IntStream.range(0, ENTRIES)
                .filter(slot -> values[slot] == all[slot])
                .toArray();
    }

    @Test
    void a_usual_query_computes_a_part_of_the_cosines() {
        assertThat(exact(Query.of("x").by(By.MEANING))).hasSizeBetween(32, ENTRIES - 1);
    }

    @Test
    void a_query_for_many_hits_or_with_a_condition_on_bodies_computes_each_cosine() {
        Query query = Query.of("x").by(By.MEANING);

        assertThat(exact(query.limit(26))).hasSize(ENTRIES);
        assertThat(exact(query.filter(Filter.equal("a", "b")))).hasSize(ENTRIES);
        assertThat(exact(query.validAt(RowFixture.NOON.toInstant()))).hasSize(ENTRIES);
        assertThat(exact(query.shared(true))).hasSize(ENTRIES);
        assertThat(exact(HybridScoring.exact(query))).as("to explain an entry").hasSize(ENTRIES);
    }

    @Test
    void earlier_versions_of_an_entry_take_no_place_among_the_exact_cosines() {
        RowFixture rowFixture = new RowFixture();
        for (int i = 0; i < 2 * VectorTable.ALL_EXACT; i++) {
            rowFixture.put("e" + i, "s", "Text.").vectors("e" + i, vector());
        }
        for (int i = 0; i < VectorTable.ALL_EXACT; i++) {
            rowFixture.put("e0", "s", "Text " + i).vectors("e0", question);
        }
        ScopeIndex edited = rowFixture.scopeIndex();
        int slots = edited.slots().size();
        BitSet live = new BitSet();
        live.set(0, slots);
        edited.removeDead(live);

        double[] values = HybridScoring.score(
                        edited,
                        Query.of("x").by(By.MEANING),
                        new QueryFilter(Query.of("x").by(By.MEANING), Instant.EPOCH),
                        AnalyzedQuery.of("", question))
                .values();

        double[] all = edited.entryVectors().exactCosines(question, slots);
        assertThat(live.stream().filter(slot -> values[slot] == all[slot])).hasSizeGreaterThan(VectorTable.ALL_EXACT);
    }

    @Test
    void a_condition_that_few_entries_pass_computes_the_cosines_of_these() {
        int[] exact = exact(Query.of("x").by(By.MEANING).sessions("s7"));

        assertThat(exact).hasSize(ENTRIES / 20);
        assertThat(IntStream.of(exact)).allMatch(slot -> slot % 20 == 7);
    }
}
