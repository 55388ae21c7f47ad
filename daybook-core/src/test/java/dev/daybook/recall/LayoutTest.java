package dev.daybook.recall;

import static dev.daybook.recall.Rows.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LayoutTest {

    /** Builds one session, "s", with a message after each of these pauses. */
    private static Partition after(long... minutes) {
        Rows rows = new Rows();
        long time = 0;
        for (int i = 0; i < minutes.length; i++) {
            time += minutes[i];
            rows.at(NOON.plusMinutes(time)).put("e" + i, "s", "Bees number " + i);
        }
        return rows.partition();
    }

    private static int[] sessions(Partition partition) {
        int[] sessions = new int[partition.messageCount()];
        for (int i = 0; i < sessions.length; i++) {
            sessions[i] = partition.sessionOf(Rows.message(partition, "e" + i));
        }
        return sessions;
    }

    @Test
    void a_session_that_went_on_after_more_than_six_hours_counts_as_several() {
        Partition partition = after(0, 360, 361, 5);

        assertThat(sessions(partition)).containsExactly(0, 0, 1, 1);
        assertThat(partition.sessions()).containsExactly("s", "s");
        assertThat(partition.sessionLength(0)).isEqualTo(partition.sessionLength(1));
    }

    @Test
    void an_entry_recorded_late_splits_its_session_as_well() {
        assertThat(sessions(after(0, 5, -1_000, 1_000))).containsExactly(0, 0, 1, 2);
    }

    @Test
    void a_pause_does_not_change_the_neighbours() {
        Partition partition = after(0, 1_000);

        assertThat(partition.next(Rows.message(partition, "e0"))).isEqualTo(Rows.message(partition, "e1"));
        assertThat(partition.previous(Rows.message(partition, "e1"))).isEqualTo(Rows.message(partition, "e0"));
    }

    @Test
    void sessions_are_never_joined_and_an_entry_without_one_is_in_none() {
        Partition partition = new Rows()
                .put("e0", "s", "Bees.")
                .put("e1", "t", "Bees.")
                .put("e2", null, "Bees.")
                .put("e3", "s", "Bees.")
                .partition();

        assertThat(sessions(partition)).containsExactly(0, 1, -1, 0);
    }
}
