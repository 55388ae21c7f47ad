package dev.daybook.recall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.daybook.data.Embedding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VectorTableTest {

    private static final int DIMENSIONS = 384;
    private static final int LARGE = 6_000;

    /** As many subjects as a long session has: each holds fewer vectors than are rescored. */
    private static final int CLUSTERS = 60;

    /** The minimum number of rescored estimates. */
    private static final int RESCORED = 200;

    private final Random random = new Random(4);

    private float[] around(float[] centre, double noise) {
        float[] values = new float[centre.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (centre[i] + noise * random.nextGaussian());
        }
        return values;
    }

    /** Generates vectors in clusters, like those of texts. */
    private List<Embedding> clustered(int count) {
        List<float[]> centres = IntStream.range(0, CLUSTERS)
                .mapToObj(unused -> around(new float[DIMENSIONS], 1))
                .toList();
        List<Embedding> vectors = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            vectors.add(Embedding.of(around(centres.get(random.nextInt(CLUSTERS)), 0.8)));
        }
        return vectors;
    }

    private static VectorTable table(List<Embedding> vectors) {
        VectorTable table = new VectorTable();
        for (int number = 0; number < vectors.size(); number++) {
            table.put(number, UnitVector.of(vectors.get(number)));
        }
        return table;
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
        List<Embedding> vectors = clustered(VectorTable.EXACT);
        VectorTable table = table(vectors);
        Embedding question = Embedding.of(around(vectors.get(7).toArray(), 0.5));

        double[] cosines = table.cosines(question, vectors.size());

        for (int number = 0; number < cosines.length; number++) {
            assertThat(cosines[number]).isCloseTo(question.cosine(vectors.get(number)), within(1e-6));
        }
    }

    @Test
    void any_number_of_dimensions_works() {
        for (int dimensions : new int[] {1, 2, 3, 5, 63, 64, 65, 130}) {
            Embedding one = Embedding.of(around(new float[dimensions], 3));
            Embedding other = Embedding.of(around(new float[dimensions], 3));

            assertThat(table(List.of(one)).cosines(other, 1)[0]).isCloseTo(one.cosine(other), within(1e-6));
        }
    }

    @Test
    void the_cosine_of_a_missing_vector_is_zero() {
        VectorTable table = new VectorTable();
        table.put(40, UnitVector.of(Embedding.of(1, 1)));

        double[] cosines = table.cosines(Embedding.of(1, 0), 50);

        assertThat(table.has(40)).isTrue();
        assertThat(table.has(39)).isFalse();
        assertThat(table.present().stream()).containsExactly(40);
        for (int number = 0; number < cosines.length; number++) {
            assertThat(cosines[number]).isCloseTo(number == 40 ? Math.sqrt(0.5) : 0, within(1e-6));
        }
    }

    @Test
    void one_vector_may_have_several_numbers() {
        Embedding shared = Embedding.of(3, 4);
        VectorTable table = table(List.of(shared, shared, Embedding.of(0, 2), shared));

        assertThat(table.cosines(Embedding.of(5, 0), 4)).containsExactly(new double[] {0.6, 0.6, 0, 0.6}, within(1e-6));
    }

    @Test
    void the_zero_vector_has_cosine_zero() {
        Embedding none = Embedding.of(0, 0);

        assertThat(table(List.of(none, Embedding.of(1, 0))).cosines(Embedding.of(1, 0), 2))
                .containsExactly(0, 1);
        assertThat(table(List.of(none, Embedding.of(1, 0))).cosines(none, 2)).containsOnly(0);
    }

    /** Measured: 100 of 100. If a subject holds more vectors than are rescored, the order within it is lost. */
    @Test
    void in_a_large_table_the_best_are_the_exact_best() {
        List<Embedding> vectors = clustered(LARGE);
        VectorTable table = table(vectors);
        int same = 0;
        for (int asked = 0; asked < 100; asked++) {
            Embedding question =
                    Embedding.of(around(vectors.get(random.nextInt(LARGE)).toArray(), 0.8));
            double[] exact = table.exactCosines(question, LARGE);
            double[] estimated = table.cosines(question, LARGE);
            assertThat(estimated).isNotEqualTo(exact);
            same += best(estimated, 10).equals(best(exact, 10)) ? 1 : 0;
        }

        assertThat(same).isGreaterThanOrEqualTo(97);
    }

    @Test
    void in_a_large_table_the_best_are_exact_and_the_others_estimated() {
        List<Embedding> vectors = clustered(LARGE);
        VectorTable table = table(vectors);
        Embedding question = Embedding.of(around(vectors.get(11).toArray(), 0.8));

        double[] exact = table.exactCosines(question, LARGE);
        double[] estimated = table.cosines(question, LARGE);

        long workedOut = IntStream.range(0, LARGE)
                .filter(number -> estimated[number] == exact[number])
                .count();
        assertThat(workedOut).isBetween((long) RESCORED, LARGE / 4L);
        for (int number = 0; number < LARGE; number++) {
            assertThat(estimated[number]).isCloseTo(exact[number], within(0.4));
        }
    }

    @Test
    void in_a_large_table_an_equal_vector_is_still_the_best() {
        List<Embedding> vectors = clustered(LARGE);
        VectorTable table = table(vectors);

        for (int number = 0; number < LARGE; number += 500) {
            double[] cosines = table.cosines(vectors.get(number), LARGE);
            assertThat(best(cosines, 1)).containsExactly(number);
            assertThat(cosines[number]).isCloseTo(1, within(1e-6));
        }
    }

    @Test
    void in_a_large_table_the_zero_vector_has_cosine_zero() {
        List<Embedding> vectors = clustered(LARGE);
        Embedding none = Embedding.of(new float[DIMENSIONS]);
        vectors.set(3, none);
        VectorTable table = table(vectors);

        assertThat(table.cosines(none, LARGE)).containsOnly(0);
        for (int number = 0; number < 20; number++) {
            assertThat(table.cosines(vectors.get(number), LARGE)[3]).isCloseTo(0, within(1e-6));
        }
    }
}
