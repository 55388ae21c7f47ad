package dev.daybook.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Trust is a property of each message. */
class MessageTrustTest {

    private static final OffsetDateTime NOW = OffsetDateTime.parse("2026-05-01T12:00:00Z");

    @Test
    void a_message_has_at_most_the_trust_of_its_role() {
        Episode episode = episode(Trust.SYSTEM);
        assertThat(episode.trustOf(0)).isEqualTo(Trust.USER);
        assertThat(episode.trustOf(1)).isEqualTo(Trust.TOOL);
        assertThat(episode.trustOf(2)).isEqualTo(Trust.UNKNOWN);
    }

    @Test
    void a_message_has_at_most_the_trust_of_its_episode() {
        Episode episode = episode(Trust.IMPORT);
        assertThat(episode.trustOf(0)).isEqualTo(Trust.IMPORT);
        assertThat(episode.trustOf(1)).isEqualTo(Trust.IMPORT);
    }

    private static Episode episode(Trust trust) {
        List<Message> messages = List.of(
                Message.user("What does the page say?"),
                Message.of("Tool", "Nothing.").withName("browser"),
                Message.of("narrator", "Time passes."));
        return new Episode(
                "ep_1",
                "s1",
                NOW,
                NOW,
                messages,
                List.of(),
                Map.of(),
                new Provenance(1, 1, Origin.USER, trust),
                false,
                null);
    }
}
