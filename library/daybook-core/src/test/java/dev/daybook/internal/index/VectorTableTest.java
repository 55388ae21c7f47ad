package dev.daybook.internal.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.daybook.model.Embedding;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VectorTableTest {

    private static final int DIMENSIONS = 384;
    private static final int LARGE = 24_000;

    /** As many subjects as a long session has: each holds fewer vectors than are rescored. */
    private static final int CLUSTERS = 60;

    /** Tables of at most this number of vectors are exact in these tests. */
    private static final int EXACT = 1_000;

    private static final int RESCORED = 1_000;

    /** Generating them takes longer than any search. */
    private static final List<Embedding> LARGE_TABLE = clustered(LARGE, new Random(4));

    private final Random random = new Random(5);

    private float[] around(float[] centre, double noise) {
        return around(centre, noise, random);
    }

    private static float[] around(float[] centre, double noise, Random random) {
        float[] values = new float[centre.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (centre[i] + noise * random.nextGaussian());
        }
        return values;
    }

    private List<Embedding> clustered(int count) {
        return clustered(count, random);
    }

    /** Generates vectors in clusters, like those of texts. */
    private static List<Embedding> clustered(int count, Random random) {
        List<float[]> centres = IntStream.range(0, CLUSTERS)
                .mapToObj(unused -> around(new float[DIMENSIONS], 1, random))
                .toList();
        List<Embedding> vectors = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            vectors.add(Embedding.of(around(centres.get(random.nextInt(CLUSTERS)), 0.8, random)));
        }
        return vectors;
    }

    private static VectorTable table(List<Embedding> vectors) {
        VectorBlocks blocks = new VectorBlocks();
        VectorTable table = new VectorTable(blocks);
        for (int number = 0; number < vectors.size(); number++) {
            table.put(number, blocks.add(vectors.get(number).toArray()));
        }
        return table;
    }

    /** Returns the numbers with the exact cosine. */
    private static List<Integer> equal(double[] cosines, double[] exact) {
        return IntStream.range(0, cosines.length)
                .filter(number -> cosines[number] == exact[number])
                .boxed()
                .toList();
    }

    private static List<Integer> best(double[] cosines, int count) {
        return IntStream.range(0, cosines.length)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer number) -> cosines[number])
                        .reversed())
                .limit(count)
                .toList();
    }

    @Test
    void cosines_are_exact_up_to_the_limit() {
        List<Embedding> vectors = clustered(EXACT);
        VectorTable table = table(vectors);
        Embedding question = Embedding.of(around(vectors.get(7).toArray(), 0.5));

        double[] cosines = table.cosines(question, vectors.size(), EXACT, RESCORED);

        for (int number = 0; number < cosines.length; number++) {
            assertThat(cosines[number]).isCloseTo(question.cosine(vectors.get(number)), within(1e-6));
        }
    }

    @Test
    void any_number_of_dimensions_works() {
        for (int dimensions : new int[] {1, 2, 3, 5, 63, 64, 65, 130}) {
            Embedding one = Embedding.of(around(new float[dimensions], 3));
            Embedding other = Embedding.of(around(new float[dimensions], 3));

            assertThat(table(List.of(one)).cosines(other, 1, EXACT, RESCORED)[0])
                    .isCloseTo(one.cosine(other), within(1e-6));
        }
    }

    @Test
    void the_cosine_of_a_missing_vector_is_zero() {
        VectorBlocks blocks = new VectorBlocks();
        VectorTable table = new VectorTable(blocks);
        table.put(40, blocks.add(new float[] {1, 1}));

        double[] cosines = table.cosines(Embedding.of(1, 0), 50, EXACT, RESCORED);

        assertThat(table.has(40)).isTrue();
        assertThat(table.has(39)).isFalse();
        assertThat(table.present().stream()).containsExactly(40);
        for (int number = 0; number < cosines.length; number++) {
            assertThat(cosines[number]).isCloseTo(number == 40 ? Math.sqrt(0.5) : 0, within(1e-6));
        }
    }

    @Test
    void one_vector_may_have_several_numbers() {
        VectorBlocks blocks = new VectorBlocks();
        int shared = blocks.add(new float[] {3, 4});
        VectorTable table = new VectorTable(blocks);
        table.put(0, shared);
        table.put(1, shared);
        table.put(2, blocks.add(new float[] {0, 2}));
        table.put(3, shared);

        double[] expected = {0.6, 0.6, 0, 0.6};
        assertThat(table.cosines(Embedding.of(5, 0), 4, EXACT, RESCORED)).containsExactly(expected, within(1e-6));
    }

    @Test
    void the_zero_vector_has_cosine_zero() {
        Embedding none = Embedding.of(0, 0);

        VectorTable table = table(List.of(none, Embedding.of(1, 0)));
        assertThat(table.cosines(Embedding.of(1, 0), 2, EXACT, RESCORED)).containsExactly(0, 1);
        assertThat(table.cosines(none, 2, EXACT, RESCORED)).containsOnly(0);
    }

    @Test
    void a_vector_of_other_dimensions_is_refused() {
        VectorBlocks blocks = new VectorBlocks();
        blocks.add(new float[] {1, 0});
        VectorTable table = new VectorTable(blocks);
        table.put(0, 0);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> blocks.add(new float[] {1, 0, 0}))
                .withMessageStartingWith("vector has 3 dimensions, the scope's vectors have 2");
        assertThatIllegalArgumentException().isThrownBy(() -> table.exactCosines(Embedding.of(1), 1));
    }

    @Test
    void vectors_lie_in_blocks_that_waste_little() {
        VectorBlocks blocks = new VectorBlocks();
        long before = 0;
        for (int number = 0; number < 300; number++) {
            assertThat(blocks.add(new float[DIMENSIONS])).isEqualTo(number);
            long added = blocks.bytes() - before;
            assertThat(added).as("never a copy of all").isLessThan(50_000);
            before = blocks.bytes();
        }
        long components = 300L * DIMENSIONS * Float.BYTES;
        assertThat(before).isBetween(components, components + components / 4);
    }

    /** Of the ten best of each of 100 questions; measured: 1.0 and 1.0. */
    @Test
    void in_a_large_table_the_best_are_the_exact_best() {
        assertThat(recall(LARGE_TABLE, LARGE)).isGreaterThanOrEqualTo(0.99);
        assertThat(recall(clustered(EXACT + 100), EXACT + 100)).isGreaterThanOrEqualTo(0.99);
    }

    /** Encoders whose texts all have a high cosine: the errors of the estimates are as large as the distances of the cosines. */
    @Test
    void vectors_with_a_large_common_part_have_exact_first_ranks() {
        float[] common = around(new float[DIMENSIONS], 1.4);
        List<Embedding> vectors = new ArrayList<>();
        while (vectors.size() < 5_000) {
            float[] centre = around(common, 0.7);
            IntStream.range(0, 5).forEach(unused -> vectors.add(Embedding.of(around(centre, 0.7))));
        }

        assertThat(recall(vectors, vectors.size())).isGreaterThanOrEqualTo(0.99);
    }

    @Test
    void a_text_in_many_copies_does_not_hide_the_error_of_the_others() {
        float[] subject = around(new float[DIMENSIONS], 1);
        int best = 0;
        for (int trial = 0; trial < 20; trial++) {
            Embedding question = Embedding.of(around(subject, 0.8));
            Embedding copy = Embedding.of(around(subject, 0.85));
            List<Embedding> vectors = new ArrayList<>(clustered(2_000));
            IntStream.range(0, 600).forEach(unused -> vectors.add(copy));
            IntStream.range(0, 300).forEach(unused -> vectors.add(Embedding.of(around(subject, 0.8))));
            VectorTable table = table(vectors);
            List<Integer> near = best(table.nearest(question, vectors.size(), EXACT, null), 10);
            best += (int) best(table.exactCosines(question, vectors.size()), 10).stream()
                    .filter(near::contains)
                    .count();
        }
        assertThat(best).isEqualTo(200);
    }

    /** A cluster stands out from the others, so that the error of the estimates decides how many may belong to the first ranks. */
    @Test
    void only_the_cosines_that_may_belong_to_the_first_ranks_are_exact() {
        List<Embedding> vectors = LARGE_TABLE;
        VectorTable table = table(vectors);
        Embedding question = Embedding.of(around(vectors.get(11).toArray(), 0.8));
        double[] exact = table.exactCosines(question, LARGE);
        double[] near = table.nearest(question, LARGE, EXACT, null);

        List<Integer> rescored = equal(near, exact);
        assertThat(rescored).hasSizeLessThan(LARGE / 20).containsAll(best(exact, 10));
        assertThat(best(near, 32)).isSubsetOf(rescored);
    }

    private double recall(List<Embedding> vectors, int count) {
        VectorTable table = table(vectors);
        int found = 0;
        for (int asked = 0; asked < 100; asked++) {
            Embedding question =
                    Embedding.of(around(vectors.get(random.nextInt(count)).toArray(), 0.8));
            List<Integer> near = best(table.nearest(question, count, EXACT, null), 10);
            found += (int) best(table.exactCosines(question, count), 10).stream()
                    .filter(near::contains)
                    .count();
        }
        return found / 1_000.0;
    }

    @Test
    void no_estimate_ranks_before_an_exact_cosine() {
        // Without clusters the highest of thousands of estimates is higher than most exact cosines.
        List<Embedding> vectors = IntStream.range(0, LARGE)
                .mapToObj(unused -> Embedding.of(around(new float[DIMENSIONS], 1)))
                .toList();
        VectorTable table = table(vectors);
        Embedding question = Embedding.of(around(new float[DIMENSIONS], 1));
        double[] exact = table.exactCosines(question, LARGE);
        double[] near = table.nearest(question, LARGE, EXACT, null);

        List<Integer> rescored = equal(near, exact);
        assertThat(rescored).hasSizeLessThan(LARGE);
        // The highest estimate is as high as the lowest exact cosine.
        assertThat(new HashSet<>(rescored).containsAll(best(near, rescored.size() - 1)))
                .isTrue();
    }

    @Test
    void vectors_of_few_dimensions_are_exact() {
        List<Embedding> vectors = IntStream.range(0, LARGE)
                .mapToObj(unused -> Embedding.of(around(new float[16], 1)))
                .toList();
        VectorTable table = table(vectors);
        Embedding question = Embedding.of(around(new float[16], 1));

        assertThat(table.nearest(question, LARGE, EXACT, null)).isEqualTo(table.exactCosines(question, LARGE));
        assertThat(table.cosines(question, LARGE, EXACT, RESCORED)).isEqualTo(table.exactCosines(question, LARGE));
    }

    @Test
    void few_wanted_vectors_are_all_exact() {
        List<Embedding> vectors = LARGE_TABLE;
        VectorTable table = table(vectors);
        BitSet wanted = new BitSet();
        IntStream.range(0, EXACT).forEach(unused -> wanted.set(random.nextInt(LARGE)));
        Embedding question = Embedding.of(around(new float[DIMENSIONS], 1));
        double[] exact = table.exactCosines(question, LARGE);
        double[] near = table.nearest(question, LARGE, EXACT, wanted);

        assertThat(wanted.stream()).allMatch(number -> near[number] == exact[number]);
        assertThat(near).isNotEqualTo(exact);
    }

    @Test
    void in_a_large_table_the_best_are_exact_and_the_others_estimated() {
        List<Embedding> vectors = LARGE_TABLE;
        VectorTable table = table(vectors);
        Embedding question = Embedding.of(around(vectors.get(11).toArray(), 0.8));

        double[] exact = table.exactCosines(question, LARGE);
        double[] estimated = table.cosines(question, LARGE, EXACT, RESCORED);

        assertThat(equal(estimated, exact)).hasSizeBetween(LARGE / 20, LARGE / 10);
        for (int number = 0; number < LARGE; number++) {
            assertThat(estimated[number]).isCloseTo(exact[number], within(0.2));
        }
    }

    @Test
    void in_a_large_table_an_equal_vector_is_still_the_best() {
        List<Embedding> vectors = LARGE_TABLE;
        VectorTable table = table(vectors);

        for (int number = 0; number < LARGE; number += 500) {
            double[] cosines = table.cosines(vectors.get(number), LARGE, EXACT, RESCORED);
            assertThat(best(cosines, 1)).containsExactly(number);
            assertThat(cosines[number]).isCloseTo(1, within(1e-6));
        }
    }

    @Test
    void in_a_large_table_the_zero_vector_has_cosine_zero() {
        List<Embedding> vectors = new ArrayList<>(LARGE_TABLE);
        Embedding none = Embedding.of(new float[DIMENSIONS]);
        vectors.set(3, none);
        VectorTable table = table(vectors);

        assertThat(table.cosines(none, LARGE, EXACT, RESCORED))
                .usingComparatorWithPrecision(1e-9)
                .containsOnly(0);
        for (int number = 0; number < 20; number++) {
            assertThat(table.cosines(vectors.get(number), LARGE, EXACT, RESCORED)[3])
                    .isCloseTo(0, within(1e-6));
        }
    }
}
