package dev.daybook.internal.scoring;

import static dev.daybook.model.Message.assistant;
import static dev.daybook.model.Message.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.index.RowFixture;
import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.internal.scoring.FirstHits.FirstHit;
import dev.daybook.model.Message;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpeakerTurnMatchTest {

    private static Message mira(String text) {
        return user(text).withName("Mira");
    }

    private static Message tomas(String text) {
        return user(text).withName("Tomas");
    }

    private static double[] of(ScopeIndex scopeIndex, FirstHit... hits) {
        return SpeakerTurnMatch.of(scopeIndex, List.of(hits)).values();
    }

    @Test
    void the_turn_of_the_speaker_before_a_hit_counts_in_full_and_the_one_after_half() {
        ScopeIndex chat =
                RowFixture.session(mira("In May."), tomas("Nice."), mira("A kayak."), tomas("Oh."), mira("A red one."));

        assertThat(of(chat, new FirstHit(2, 0.8))).containsExactly(0.8, 0, 0, 0, 0.4);
    }

    @Test
    void the_next_turn_counts_if_it_is_of_the_same_speaker() {
        assertThat(of(RowFixture.session(mira("In May."), mira("A kayak."), mira("A red one.")), new FirstHit(1, 1)))
                .containsExactly(1, 0, 0.5);
    }

    @Test
    void a_turn_further_away_does_not_count() {
        ScopeIndex chat = RowFixture.session(mira("In May."), tomas("Nice."), tomas("Go on."), mira("A kayak."));

        assertThat(of(chat, new FirstHit(3, 1))).containsOnly(0);
    }

    @Test
    void the_user_and_the_assistant_are_different_speakers() {
        ScopeIndex chat = RowFixture.session(user("In May."), assistant("Noted."), user("A kayak."));

        assertThat(of(chat, new FirstHit(2, 1))).containsExactly(1, 0, 0);
        assertThat(of(chat, new FirstHit(1, 1))).containsOnly(0);
    }

    @Test
    void another_session_does_not_count() {
        ScopeIndex chats = new RowFixture()
                .put("one", "s", mira("In May."))
                .put("two", "t", mira("A kayak."))
                .scopeIndex();

        assertThat(of(chats, new FirstHit(1, 1))).containsOnly(0);
    }

    @Test
    void a_turn_beside_two_hits_has_the_higher_score() {
        ScopeIndex chat = RowFixture.session(mira("A kayak."), mira("In May."), mira("A boat."));

        assertThat(of(chat, new FirstHit(0, 1), new FirstHit(2, 0.2))).containsExactly(0, 0.5, 0);
    }

    @Test
    void the_signal_tells_on_which_side_the_hit_is() {
        ScopeIndex chat = RowFixture.session(mira("In May."), mira("A kayak."), mira("A red one."));
        ScoreSignal signal = SpeakerTurnMatch.of(chat, List.of(new FirstHit(1, 1)));

        assertThat(signal.name()).isEqualTo("same speaker");
        assertThat(signal.detail().apply(0)).isEqualTo("its speaker goes on to a hit");
        assertThat(signal.detail().apply(2)).isEqualTo("its speaker goes on from a hit");
    }
}
