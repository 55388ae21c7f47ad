package dev.daybook.internal.index;

import static dev.daybook.internal.index.RowFixture.NOON;
import static dev.daybook.model.Message.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.scoring.VectorMatchTest;
import java.time.Instant;
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

    @Test
    void the_slots_of_a_session_are_ordered_by_position_and_without_replaced_ones() {
        ScopeIndex scopeIndex = new RowFixture()
                .put("e0", "s", "Bees.")
                .put("e1", "t", "Bees.")
                .put("e2", "s", "Bees.")
                .put("e0", "s", "Wasps.")
                .scopeIndex();

        assertThat(scopeIndex.slotsOfSession("s")).containsExactly(3, 2);
        assertThat(scopeIndex.slotsOfSession("t")).containsExactly(1);
        assertThat(scopeIndex.slotsOfSession("unknown")).isEmpty();
        assertThat(scopeIndex.activityBySession(Instant.EPOCH).keySet())
                .as("in the order of their first slots")
                .containsExactly("t", "s");
    }

    @Test
    void an_entry_without_a_session_leaves_the_layout_alone() {
        RowFixture rowFixture = new RowFixture()
                .put("e0", "s", "Bees.")
                .put("e1", null, user("Wasps.").withName("Mira"), user("Ants.").withName("Mira"));
        ScopeIndex scopeIndex = rowFixture.scopeIndex();
        assertThat(scopeIndex.isBetweenPeople(1)).isTrue();
        rowFixture.supersede("e1").rows().stream().skip(2).forEach(scopeIndex::add);
        scopeIndex.complete();

        assertThat(scopeIndex.liveMessages()).isOne();
        assertThat(scopeIndex.speakers()).isEmpty();
        assertThat(scopeIndex.next(1)).isEqualTo(-1);
        assertThat(scopeIndex.isBetweenPeople(1)).isFalse();
    }

    @Test
    void a_scope_is_embedded_if_every_live_entry_has_a_vector() {
        RowFixture rowFixture = new RowFixture();
        assertThat(rowFixture.scopeIndex().isEmbedded()).isTrue();
        rowFixture.put("e0", "s", "Bees.").put("e1", "s", "Bees.").vectors("e0", VectorMatchTest.at(1));
        assertThat(rowFixture.scopeIndex().isEmbedded()).isFalse();
        rowFixture.supersede("e1");
        assertThat(rowFixture.scopeIndex().isEmbedded()).as("the other is dead").isTrue();
        rowFixture.put("e0", "s", "Wasps.");
        assertThat(rowFixture.scopeIndex().isEmbedded()).as("a new version").isFalse();
        rowFixture.vectors("e0", VectorMatchTest.at(1)).vectors("e0", VectorMatchTest.at(1));
        assertThat(rowFixture.scopeIndex().isEmbedded()).isTrue();
    }
}
