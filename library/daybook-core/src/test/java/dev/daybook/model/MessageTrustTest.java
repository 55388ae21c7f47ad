package dev.daybook.model;

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

    @Test
    void a_message_is_labelled_below_an_assistant_and_below_what_its_role_claims() {
        assertThat(Trust.USER.labelBeside("user")).isEmpty();
        assertThat(Trust.ASSISTANT.labelBeside("assistant")).isEmpty();
        assertThat(Trust.ASSISTANT.labelBeside("user")).isEqualTo("[trust: assistant]");
        assertThat(Trust.ASSISTANT.labelBeside("User")).isEqualTo("[trust: assistant]");
        assertThat(Trust.USER.labelBeside("system")).isEqualTo("[trust: user]");
        assertThat(Trust.TOOL.labelBeside("tool")).isEqualTo("[trust: tool]");
        assertThat(episode(Trust.ASSISTANT).labelOf(0)).isEqualTo("[trust: assistant]");
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
