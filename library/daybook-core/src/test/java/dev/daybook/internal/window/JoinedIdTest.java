package dev.daybook.internal.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.model.SizeLimits;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class JoinedIdTest {

    private static final String MAX_REST = "s".repeat(SizeLimits.NAME - "event/".length());

    @Test
    void an_id_that_fits_stays_as_it_is() {
        assertThat(JoinedId.of("event/", MAX_REST)).isEqualTo("event/" + MAX_REST);
        String pairs = "\uD83D\uDE00".repeat(SizeLimits.NAME);
        assertThat(JoinedId.of("", pairs)).isEqualTo(pairs);
    }

    @Test
    void longer_ids_become_ids_of_the_adapter_that_differ_as_they_do() {
        List<String> ids = Stream.of(MAX_REST + "s", MAX_REST + "t", MAX_REST + "st", "t" + MAX_REST)
                .map(rest -> JoinedId.of("event/", rest))
                .toList();

        assertThat(ids).doesNotHaveDuplicates().allMatch(id -> id.startsWith("event/sha256:"));
        ids.forEach(id -> ArgumentChecks.id("id", id));
        assertThat(JoinedId.of("event/", MAX_REST + "s")).isEqualTo(ids.get(0));
    }

    @Test
    void half_of_a_surrogate_pair_which_the_digest_would_not_see_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JoinedId.of("event/", MAX_REST + "\uD83D"))
                .withMessageContaining("lone surrogate");
    }
}
