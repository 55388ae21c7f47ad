package dev.daybook.server.mcp;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.daybook.server.keys.AuthenticatedCaller;
import dev.daybook.server.problem.NotFoundException;
import dev.daybook.server.problem.OverloadedException;
import dev.daybook.testkit.FixedClock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OpenSessionsTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private final FixedClock clock = FixedClock.at(OffsetDateTime.parse("2026-03-04T12:00:00Z"));
    private final OpenSessions sessions = new OpenSessions(HOUR, clock);

    private void fill() {
        IntStream.range(0, OpenSessions.MAX).forEach(i -> sessions.begun(AuthenticatedCaller.ANYBODY, "s" + i));
    }

    private void requireNoRoom() {
        assertThatExceptionOfType(OverloadedException.class)
                .isThrownBy(() -> sessions.requireRoom(AuthenticatedCaller.ANYBODY));
    }

    private void requireRoom() {
        assertThatCode(() -> sessions.requireRoom(AuthenticatedCaller.ANYBODY)).doesNotThrowAnyException();
    }

    @Test
    void one_that_is_ended_makes_room() {
        fill();
        requireNoRoom();

        sessions.ended(AuthenticatedCaller.ANYBODY, "s7");

        requireRoom();
    }

    @Test
    void one_that_did_nothing_for_long_counts_no_more() {
        fill();
        clock.advance(HOUR.plusSeconds(1));

        requireRoom();
    }

    @Test
    void one_that_is_used_counts_on() {
        fill();
        clock.advance(Duration.ofSeconds(60));
        for (int i = 0; i < OpenSessions.MAX; i++) {
            use("s" + i);
        }
        clock.advance(HOUR);

        requireNoRoom();
    }

    @Test
    void using_one_that_has_ended_does_not_bring_it_back() {
        fill();
        sessions.ended(AuthenticatedCaller.ANYBODY, "s7");

        assertThatExceptionOfType(NotFoundException.class).isThrownBy(() -> use("s7"));
        assertThatExceptionOfType(NotFoundException.class)
                .isThrownBy(() -> sessions.ended(AuthenticatedCaller.ANYBODY, "s7"));
        requireRoom();
    }

    @Test
    void one_that_is_not_open_here_takes_one_place_when_it_is_used() {
        fill();
        sessions.ended(AuthenticatedCaller.ANYBODY, "s7");

        use("elsewhere");
        use("elsewhere");

        requireNoRoom();
    }

    @Test
    void one_that_was_idle_for_long_needs_room_again() {
        use("elsewhere");
        clock.advance(HOUR.plusSeconds(1));
        fill();

        assertThatExceptionOfType(OverloadedException.class).isThrownBy(() -> use("elsewhere"));
    }

    @Test
    void one_that_is_not_open_here_needs_room() {
        fill();

        assertThatExceptionOfType(OverloadedException.class).isThrownBy(() -> use("elsewhere"));
    }

    @Test
    void the_last_ended_ones_are_remembered_and_no_more() {
        IntStream.rangeClosed(0, OpenSessions.MAX).forEach(i -> sessions.ended(AuthenticatedCaller.ANYBODY, "s" + i));

        assertThatCode(() -> use("s0")).doesNotThrowAnyException();
        assertThatExceptionOfType(NotFoundException.class).isThrownBy(() -> use("s1"));
    }

    private void use(String id) {
        sessions.used(AuthenticatedCaller.ANYBODY, id);
    }
}
