package dev.daybook.internal.scoring;

import static dev.daybook.model.Message.assistant;
import static dev.daybook.model.Message.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.index.RowFixture;
import dev.daybook.internal.index.ScopeIndex;
import org.junit.jupiter.api.Test;

class StandingInstructionsTest {

    private static ScoreSignal of(ScopeIndex scopeIndex) {
        return StandingInstructions.of(scopeIndex, SpeakerMatch.messagesToAssistants(scopeIndex));
    }

    @Test
    void a_standing_instruction_is_recognised_by_a_word() {
        ScopeIndex chat = RowFixture.session(
                user("Always give prices in euros."),
                assistant("I will always do so."),
                user("I preferred the train, by the way."),
                assistant("Noted."),
                user("Never book a night bus."),
                assistant("Noted."),
                user("What does it cost today?"));

        assertThat(of(chat).values()).containsExactly(1, 0, 1, 0, 1, 0, 0);
        assertThat(of(chat).name()).isEqualTo("standing instruction");
        assertThat(of(chat).detail().apply(4)).isEqualTo("never");
    }

    @Test
    void messages_between_people_are_no_instructions() {
        ScopeIndex chat = RowFixture.session(user("I always paddle at dawn."), user("I never do."));

        assertThat(of(chat).values()).containsOnly(0);
    }

    @Test
    void a_replaced_instruction_no_longer_counts() {
        ScopeIndex chat = new RowFixture()
                .put("wish", "s", user("Always give prices in euros."))
                .put("reply", "s", assistant("Noted."))
                .put("wish", "s", user("Give prices in euros today."))
                .scopeIndex();

        assertThat(of(chat).values()).containsOnly(0);
    }
}
