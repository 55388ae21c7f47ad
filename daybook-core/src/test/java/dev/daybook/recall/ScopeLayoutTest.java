package dev.daybook.recall;

import static dev.daybook.recall.RowFixture.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScopeLayoutTest {

    /** Builds one session, "s", with a message after each of these pauses. */
    private static ScopeIndex after(long... minutes) {
        RowFixture rowFixture = new RowFixture();
        long time = 0;
        for (int i = 0; i < minutes.length; i++) {
            time += minutes[i];
            rowFixture.at(NOON.plusMinutes(time)).put("e" + i, "s", "Bees number " + i);
        }
        return rowFixture.scopeIndex();
    }

    private static int[] sessions(ScopeIndex scopeIndex) {
        int[] sessions = new int[scopeIndex.messageCount()];
        for (int i = 0; i < sessions.length; i++) {
            sessions[i] = scopeIndex.sessionOf(RowFixture.message(scopeIndex, "e" + i));
        }
        return sessions;
    }

    @Test
    void a_session_that_went_on_after_more_than_six_hours_counts_as_several() {
        ScopeIndex scopeIndex = after(0, 360, 361, 5);

        assertThat(sessions(scopeIndex)).containsExactly(0, 0, 1, 1);
        assertThat(scopeIndex.sessions()).containsExactly("s", "s");
        assertThat(scopeIndex.sessionLength(0)).isEqualTo(scopeIndex.sessionLength(1));
    }

    @Test
    void an_entry_recorded_late_splits_its_session_as_well() {
        assertThat(sessions(after(0, 5, -1_000, 1_000))).containsExactly(0, 0, 1, 2);
    }

    @Test
    void a_pause_does_not_change_the_neighbours() {
        ScopeIndex scopeIndex = after(0, 1_000);

        assertThat(scopeIndex.next(RowFixture.message(scopeIndex, "e0")))
                .isEqualTo(RowFixture.message(scopeIndex, "e1"));
        assertThat(scopeIndex.previous(RowFixture.message(scopeIndex, "e1")))
                .isEqualTo(RowFixture.message(scopeIndex, "e0"));
    }

    @Test
    void sessions_are_never_joined_and_an_entry_without_one_is_in_none() {
        ScopeIndex scopeIndex = new RowFixture()
                .put("e0", "s", "Bees.")
                .put("e1", "t", "Bees.")
                .put("e2", null, "Bees.")
                .put("e3", "s", "Bees.")
                .scopeIndex();

        assertThat(sessions(scopeIndex)).containsExactly(0, 1, -1, 0);
    }
}
