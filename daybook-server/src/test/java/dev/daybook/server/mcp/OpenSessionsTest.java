package dev.daybook.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.daybook.server.keys.AuthenticatedCaller;
import dev.daybook.server.problem.OverloadedException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OpenSessionsTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private Instant now = Instant.parse("2026-03-04T12:00:00Z");
    private final OpenSessions sessions = new OpenSessions(HOUR, new Clock() {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    });

    private void fill() {
        IntStream.range(0, OpenSessions.MOST).forEach(i -> sessions.begun(AuthenticatedCaller.ANYBODY, "s" + i, null));
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
        now = now.plus(HOUR).plusSeconds(1);

        requireRoom();
    }

    @Test
    void one_that_is_used_counts_on() {
        fill();
        now = now.plusSeconds(60);
        IntStream.range(0, OpenSessions.MOST).forEach(i -> sessions.used(AuthenticatedCaller.ANYBODY, "s" + i));
        now = now.plus(HOUR);

        requireNoRoom();
    }

    @Test
    void using_one_that_has_ended_does_not_bring_it_back() {
        fill();
        sessions.ended(AuthenticatedCaller.ANYBODY, "s7");
        sessions.used(AuthenticatedCaller.ANYBODY, "s7");

        requireRoom();
    }

    @Test
    void each_client_has_its_own_session_and_a_new_handshake_continues_it() {
        sessions.begun(AuthenticatedCaller.ANYBODY, "s1", null);
        sessions.begun(AuthenticatedCaller.ANYBODY, "s2", null);
        String first = sessions.memorySession(AuthenticatedCaller.ANYBODY, "s1");
        now = now.plus(HOUR);

        sessions.begun(AuthenticatedCaller.ANYBODY, "s3", "s1");

        assertThat(first).matches("mcp-2026-03-04-[0-9a-f]{8}");
        assertThat(sessions.memorySession(AuthenticatedCaller.ANYBODY, "s1")).isEqualTo(first);
        assertThat(sessions.memorySession(AuthenticatedCaller.ANYBODY, "s2")).isNotEqualTo(first);
        assertThat(sessions.memorySession(AuthenticatedCaller.ANYBODY, "s3")).isEqualTo(first);
    }
}
