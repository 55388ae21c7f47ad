package dev.daybook.internal.recall;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.index.EntrySlot;
import dev.daybook.internal.index.RowFixture;
import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.internal.scoring.EntryScores;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EntryRankingTest {

    private static List<String> ranked(ScopeIndex scopeIndex, Predicate<EntrySlot> filter, double... values) {
        BitSet eligible = new BitSet();
        IntStream.range(0, values.length)
                .filter(slot -> !Double.isNaN(values[slot]))
                .forEach(eligible::set);
        EntryScores scores = new EntryScores(values, eligible, slot -> List.of(), slot -> List.of());
        BitSet passing = new BitSet();
        IntStream.range(0, values.length)
                .filter(slot -> filter.test(scopeIndex.slots().get(slot)))
                .forEach(passing::set);
        List<String> ranked = ranked(scopeIndex, scores, passing, 10);
        assertThat(ranked(scopeIndex, scores, passing, 1)).isEqualTo(ranked);
        assertThat(ranked(scopeIndex, scores, passing, Integer.MAX_VALUE)).isEqualTo(ranked);
        return ranked;
    }

    private static List<String> ranked(ScopeIndex scopeIndex, EntryScores scores, BitSet passing, int wanted) {
        EntryRanking ranking = new EntryRanking(
                new ScoredScope(new Scope.Anonymous(Space.DEFAULT), scopeIndex, scores, ids -> Map.of()),
                (BitSet) passing.clone(),
                wanted);
        List<String> ranked = new ArrayList<>();
        while (!ranking.isEmpty()) {
            assertThat(ranking.first().key().id()).isNotIn(ranked);
            ranked.add(ranking.next().key().id());
        }
        return ranked;
    }

    @Test
    void the_best_come_first() {
        ScopeIndex scopeIndex = new RowFixture()
                .put("a", "s", "x")
                .put("b", "s", "x")
                .put("c", "s", "x")
                .scopeIndex();

        assertThat(ranked(scopeIndex, slot -> true, -1, 3, 2)).containsExactly("b", "c", "a");
    }

    @Test
    void equal_ones_come_newest_first_and_of_one_time_the_first_written() {
        ScopeIndex scopeIndex = new RowFixture()
                .put("first", "s", "x")
                .put("second", "s", "x")
                .at(RowFixture.NOON.plusDays(1))
                .put("later", "s", "x")
                .at(RowFixture.NOON.minusDays(1))
                .put("earlier", "s", "x")
                .scopeIndex();

        assertThat(ranked(scopeIndex, slot -> true, 0, 0, 0, 0)).containsExactly("later", "first", "second", "earlier");
    }

    @Test
    void filtered_entries_and_entries_without_a_score_are_left_out() {
        ScopeIndex scopeIndex = new RowFixture()
                .put("a", "s", "x")
                .put("b", "t", "x")
                .put("c", "s", "x")
                .put("d", "s", "x")
                .scopeIndex();

        assertThat(ranked(scopeIndex, slot -> "s".equals(slot.row().session()), 1, 9, Double.NaN, 2))
                .containsExactly("d", "a");
        assertThat(ranked(scopeIndex, slot -> false, 1, 9, 3, 2)).isEmpty();
    }

    @Test
    void any_number_of_entries_comes_in_order() {
        Random random = new Random(9);
        for (int count : new int[] {1, 2, 3, 10, 63, 64, 65, 66, 100, 500}) {
            RowFixture rowFixture = new RowFixture();
            double[] values = new double[count];
            for (int i = 0; i < count; i++) {
                rowFixture.put(Integer.toString(i), "s", "x");
                values[i] = random.nextInt(20);
            }
            List<String> expected = IntStream.range(0, count)
                    .boxed()
                    .sorted((one, other) -> values[one] == values[other]
                            ? Integer.compare(one, other)
                            : Double.compare(values[other], values[one]))
                    .map(String::valueOf)
                    .toList();

            assertThat(ranked(rowFixture.scopeIndex(), slot -> true, values)).isEqualTo(expected);
        }
    }
}
