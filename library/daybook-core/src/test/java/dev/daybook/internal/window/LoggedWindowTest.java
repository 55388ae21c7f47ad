package dev.daybook.internal.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.outcome.Turn;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoggedWindowTest {

    private static final String WINDOW = "a.window";
    private static final String SESSION = "s";
    private static final OffsetDateTime NOON = OffsetDateTime.of(2026, 1, 1, 12, 0, 0, 0, ZoneOffset.UTC);

    private final Daybook daybook =
            Daybook.builder(new InMemoryStore()).noEmbedder().background(false).open();
    private final Memory ada = daybook.user("ada");

    @AfterEach
    void close() {
        daybook.close();
    }

    /** Adds a message to the window, as an adapter does. */
    private void say(String text, OffsetDateTime time) {
        LoggedWindow before = LoggedWindow.read(ada, SESSION, WINDOW);
        List<@Nullable TurnPlace> places = new ArrayList<>(before.places());
        places.add(null);
        ada.remember(NewEpisode.of(Message.user(text))
                .session(SESSION)
                .occurredAt(time)
                .metadata(Map.of(WINDOW, WindowRecord.write(places, before.history()))));
    }

    private List<String> window() {
        return LoggedWindow.read(ada, SESSION, WINDOW).turns().stream()
                .map(turn -> turn.message().text())
                .toList();
    }

    private void sayMany(int count) {
        IntStream.rangeClosed(1, count).forEach(i -> say("message " + i, NOON.plusSeconds(i)));
    }

    @Test
    void the_newest_window_is_the_one_written_last_after_a_clock_went_back() {
        sayMany(12);
        say("after the clock went back", NOON.minusYears(1));

        assertThat(window()).hasSize(13).endsWith("message 12", "after the clock went back");
    }

    @Test
    void messages_of_two_replicas_whose_clocks_differ_are_all_in_the_window() {
        for (int i = 1; i <= 12; i++) {
            say("ahead " + i, NOON.plusSeconds(2 * i + 10));
            say("behind " + i, NOON.plusSeconds(2 * i + 1));
        }

        assertThat(window()).hasSize(24).endsWith("ahead 12", "behind 12");
    }

    @Test
    void the_newest_window_is_found_behind_messages_of_others() {
        sayMany(12);
        say("after the clock went back", NOON.minusSeconds(3));
        IntStream.range(0, 10)
                .forEach(i -> ada.remember(
                        NewEpisode.of(Message.user("elsewhere " + i)).session(SESSION)));

        assertThat(window()).hasSize(13).endsWith("after the clock went back");
    }

    @Test
    void a_window_of_the_whole_session_is_one_range_although_its_times_are_in_disorder() {
        for (int i : List.of(5, 2, 9, 1, 7)) {
            say("message " + i, NOON.plusSeconds(i));
        }
        LoggedWindow logged = LoggedWindow.read(ada, SESSION, WINDOW);

        assertThat(logged.history()).extracting(Turn::position).isSorted();
        assertThat(WindowRecord.write(Arrays.asList(logged.places().toArray(TurnPlace[]::new)), logged.history()))
                .isEqualTo("1:0-5:0");
    }
}
