package dev.daybook.internal.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The share of generated secrets that the screen finds, and of harmless texts that it takes for secrets. More texts of each
 * kind: {@code -Ddaybook.secrets=N}; other ones: {@code -Ddaybook.seed=N}.
 */
class SecretShareTest {

    private static final int TEXTS = Integer.getInteger("daybook.secrets", 200);
    private static final double MIN_FOUND = 0.99;
    private static final double MAX_FALSE = 0.01;

    private final long seed = Long.getLong("daybook.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void of_the_secrets_at_least_99_percent_are_found() {
        Map<SecretKind, List<String>> missed = new EnumMap<>(SecretKind.class);
        for (SecretKind kind : SecretKind.values()) {
            for (int i = 0; i < TEXTS; i++) {
                String text = kind.sentence(random);
                if (!SecretScreen.finds(text) || SecretScreen.finds(SecretScreen.redact(text))) {
                    missed.computeIfAbsent(kind, first -> new ArrayList<>()).add(text);
                }
            }
        }
        int all = SecretKind.values().length * TEXTS;
        System.out.printf("secrets: %,d of %,d not found or not redacted%n", count(missed), all);

        assertThat(count(missed)).as("seed %d, %s", seed, examples(missed)).isLessThanOrEqualTo((int)
                (all * (1 - MIN_FOUND)));
    }

    @Test
    void of_the_harmless_texts_less_than_1_percent_are_taken_for_secrets() {
        Map<HarmlessKind, List<String>> taken = new EnumMap<>(HarmlessKind.class);
        for (HarmlessKind kind : HarmlessKind.values()) {
            for (int i = 0; i < TEXTS; i++) {
                String text = kind.text(random);
                if (SecretScreen.finds(text)) {
                    taken.computeIfAbsent(kind, first -> new ArrayList<>()).add(text);
                }
            }
        }
        int all = HarmlessKind.values().length * TEXTS;
        System.out.printf("harmless texts: %,d of %,d taken for secrets%n", count(taken), all);

        assertThat(count(taken)).as("seed %d, %s", seed, examples(taken)).isLessThan((int) (all * MAX_FALSE));
    }

    private static int count(Map<?, List<String>> texts) {
        return texts.values().stream().mapToInt(List::size).sum();
    }

    /** Returns the number of each kind, and a text of it. */
    private static String examples(Map<?, List<String>> texts) {
        StringBuilder examples = new StringBuilder();
        texts.forEach((kind, ofKind) ->
                examples.append(String.format("%n%s: %d, like %s", kind, ofKind.size(), ofKind.get(0))));
        return examples.toString();
    }
}
