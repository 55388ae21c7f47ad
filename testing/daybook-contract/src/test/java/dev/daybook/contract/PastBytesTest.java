package dev.daybook.contract;

import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.local.InMemoryStore;
import dev.daybook.query.Query;
import java.time.OffsetDateTime;
import org.junit.jupiter.api.Test;

/** A memory as it was: read for one question, within the bytes that an image may have. */
class PastBytesTest {

    /** The least that any image may have. */
    private static final int LIMIT = 16_000_000;

    private static final int TEXT = 400_000;

    @Test
    void one_that_takes_more_is_refused_before_it_is_read_to_its_end() {
        try (Daybook daybook = Daybook.builder(new InMemoryStore())
                .noEmbedder()
                .memoryBudget(1)
                .background(false)
                .open()) {
            Memory ada = daybook.user("ada");
            ada.remember(said("e0", "The heron fishes at the weir."));
            Query past = Query.of("heron").asOf(OffsetDateTime.now().plusDays(1).toInstant());
            assertThat(ids(ada.recall(past))).containsExactly("e0");
            for (int i = 1; i <= LIMIT / TEXT + 1; i++) {
                ada.remember(said("e" + i, "weir " + "=".repeat(TEXT)));
            }

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ada.recall(past))
                    .withMessageContaining("asOf is ")
                    .withMessageContaining("query without asOf");
            assertThat(ids(ada.recall(Query.of("heron").limit(1)))).containsExactly("e0");
        }
    }
}
