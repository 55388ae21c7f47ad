package dev.daybook.bench.quality;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.bench.quality.data.DataTurn;
import dev.daybook.bench.quality.data.TurnTime;
import dev.daybook.model.Message;
import java.util.List;
import org.junit.jupiter.api.Test;

class PackedTurnsTest {

    @Test
    void turns_are_taken_by_rank_as_long_as_they_fit() {
        // "2020-01-01 user: " and the line break are 18 characters; a token is four.
        List<DataTurn> ranked = List.of(turn("short", 22), turn("long", 182), turn("small", 2));

        assertThat(PackedTurns.greedy(ranked, 15)).containsExactlyInAnyOrder("short", "small");
        assertThat(PackedTurns.greedy(ranked, 14)).containsExactlyInAnyOrder("short");
        assertThat(PackedTurns.greedy(ranked, 65)).containsExactlyInAnyOrder("short", "long", "small");
        assertThat(PackedTurns.greedy(ranked, 9)).containsExactly("small");
    }

    private static DataTurn turn(String id, int length) {
        return new DataTurn(id, false, "s", TurnTime.UNKNOWN, Message.user("x".repeat(length)));
    }
}
