package dev.daybook.internal.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.daybook.internal.index.EntrySlot;
import dev.daybook.internal.index.RowFixture;
import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.model.Embedding;
import dev.daybook.model.Message;
import dev.daybook.outcome.ScoreReason;
import dev.daybook.query.Query.By;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Compares the hybrid score of random scopes with {@link ReferenceScoring}. */
class HybridReferenceTest {

    private static final String[] WORDS =
            ("boat kayak buy purchase bought mother mom dad kite lamp sail red blue always"
                            + " never prefer travel trip train garden pear house home work job Mira Tomas rain sun cold")
                    .split(" ");

    private final Random random = new Random(21);

    private String text(int most) {
        return IntStream.rangeClosed(0, random.nextInt(most))
                .mapToObj(unused -> WORDS[random.nextInt(WORDS.length)])
                .collect(Collectors.joining(" ", "", random.nextInt(3) == 0 ? "?" : "."));
    }

    private Message message() {
        String text = text(random.nextInt(6) == 0 ? 200 : 12);
        return switch (random.nextInt(4)) {
            case 0 -> Message.assistant(text);
            case 1 -> Message.user(text).withName("Mira");
            case 2 -> Message.user(text).withName("Tomas Berg");
            default -> Message.user(text);
        };
    }

    private Embedding vector() {
        float[] values = new float[9];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return Embedding.of(values);
    }

    private RowFixture scope(int entries) {
        RowFixture rowFixture = new RowFixture();
        for (int i = 0; i < entries; i++) {
            // Some entries are replaced, and some have no session or no vectors.
            String id = "e" + random.nextInt(entries);
            int session = random.nextInt(5);
            Message[] messages = IntStream.rangeClosed(0, random.nextInt(3))
                    .mapToObj(unused -> message())
                    .toArray(Message[]::new);
            rowFixture.at(RowFixture.NOON.plusHours(i)).put(id, session == 0 ? null : "s" + session, messages);
            if (random.nextInt(5) > 0) {
                rowFixture.vectors(
                        id,
                        IntStream.range(0, messages.length)
                                .mapToObj(unused -> vector())
                                .toArray(Embedding[]::new));
            }
            if (random.nextInt(4) == 0) {
                String statement = "f" + random.nextInt(entries);
                rowFixture.state(statement, text(12), id, "e" + random.nextInt(entries), "gone");
                if (random.nextBoolean()) {
                    rowFixture.vectors(statement, vector());
                }
            }
        }
        return rowFixture;
    }

    @Test
    void the_hybrid_score_is_that_of_the_recipe_message_by_message() {
        int compared = 0;
        for (int round = 0; round < 30; round++) {
            ScopeIndex index = scope(10 + random.nextInt(40)).scopeIndex();
            Embedding question = vector();
            AnalyzedQuery analyzedQuery = AnalyzedQuery.of(text(6), question);
            Map<Integer, Double> expected = new ReferenceScoring(index, analyzedQuery, question).scores();
            EntryScores scores = HybridScoring.score(index, By.BEST, analyzedQuery);
            for (int slot = 0; slot < index.slots().size(); slot++) {
                EntrySlot entry = index.slots().get(slot);
                double best = IntStream.range(entry.firstMessage(), entry.firstMessage() + entry.messages())
                        .filter(expected::containsKey)
                        .mapToDouble(expected::get)
                        .max()
                        .orElse(Double.NaN);
                assertThat(scores.eligible().get(slot)).isEqualTo(!Double.isNaN(best));
                if (scores.eligible().get(slot)) {
                    assertThat(scores.values()[slot]).isCloseTo(best, within(1e-9));
                    assertThat(scores.why().apply(slot).stream()
                                    .mapToDouble(ScoreReason::contribution)
                                    .sum())
                            .as("the parts of the score")
                            .isCloseTo(best, within(1e-9));
                    compared++;
                }
            }
        }
        assertThat(compared).isGreaterThan(300);
    }
}
