package dev.daybook.bench.quality.confidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Memory;
import dev.daybook.bench.quality.EmbedderChoice;
import dev.daybook.bench.quality.ScratchDaybook;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class StatedConfidenceTest {

    private static final Offset<Double> ROUNDING = Offset.offset(0.001);

    @Test
    void it_is_what_the_explanation_of_a_recall_states() {
        try (ScratchDaybook scratch = ScratchDaybook.open(EmbedderChoice.NONE)) {
            Memory ada = scratch.daybook().user("ada");
            assertThat(StatedConfidence.of(ada, "violet kayak").coverage())
                    .as("an empty memory")
                    .isZero();
            ada.remember(NewEpisode.of(Message.user("I bought a violet kayak.").withName("Mira")));
            ada.remember(NewEpisode.of(Message.user("Where from?").withName("Tomas")));

            StatedConfidence right = StatedConfidence.of(ada, "Did Mira buy a violet lantern?");
            StatedConfidence wrong = StatedConfidence.of(ada, "Did Tomas buy a violet lantern?");

            assertThat(right.coverage()).isBetween(0.5, 0.75);
            assertThat(right.agreement()).isPositive();
            assertThat(wrong.agreement()).isNegative();
            assertThat(right.value()).isGreaterThan(wrong.value()).isBetween(0.0, 1.0);
            assertThat(StatedConfidence.of(ada, "gravel").value())
                    .isEqualTo(StatedConfidence.of(ada, "heron").value(), ROUNDING);
        }
    }
}
