package dev.daybook.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.model.Entry;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.query.Query;
import dev.daybook.testkit.FixedClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The system's clock jumps by up to ten years, forward and back, between writes: the order is that of the writes. */
class ClockJumpTest {

    /** More of them in {@code .ci/nightly}. */
    private static final int JUMPS = Integer.getInteger("daybook.clock.jumps", 100);

    private static final int DAYS = 3_650;
    private static final int SESSIONS = 5;
    private static final OffsetDateTime NOON = OffsetDateTime.parse("2026-03-01T12:00:00Z");

    @TempDir
    Path folder;

    @Test
    void order_recall_and_history_are_those_of_a_steady_clock() {
        long seed = Long.getLong("daybook.seed", System.nanoTime());
        Random random = new Random(seed);
        FixedClock jumping = FixedClock.at(NOON);
        FixedClock steady = FixedClock.at(NOON);
        write("steady", steady, () -> steady.advance(Duration.ofSeconds(1)));
        write("jumping", jumping, () -> jumping.set(NOON.plusDays(random.nextInt(2 * DAYS + 1) - DAYS)));

        // Far from the times of both, so that the age of an entry says the same.
        FixedClock later = FixedClock.at(NOON.plusDays(4L * DAYS));
        try (Daybook expected = open("steady", later);
                LocalDaybook found = open("jumping", later)) {
            assertThat(answers(found.user("ada"))).as("seed %d", seed).isEqualTo(answers(expected.user("ada")));
            assertThat(found.maintenance().check(true).ok()).isTrue();
        }
    }

    private void write(String name, FixedClock clock, Runnable jump) {
        for (int half = 0; half < 2; half++) {
            try (Daybook daybook = open(name, clock)) {
                Memory ada = daybook.user("ada");
                for (int i = half * JUMPS / 2; i < (half + 1) * JUMPS / 2; i++) {
                    jump.run();
                    ada.remember(NewEpisode.of(Message.user("heron " + i + " number" + i % 7))
                            .id("e" + i)
                            .session("s" + i % SESSIONS)
                            // Given by the caller, as in a conversation that is imported.
                            .occurredAt(NOON.plusMinutes(i)));
                    ada.blocks().remember("last", "number " + i);
                    if (i % 3 == 0) {
                        ada.remember(NewEpisode.of(Message.user("heron " + i + " again"))
                                .id("e" + i)
                                .session("s" + i % SESSIONS)
                                .occurredAt(NOON.plusMinutes(i)));
                    }
                }
            }
        }
    }

    private LocalDaybook open(String name, FixedClock clock) {
        return Daybook.builder(folder.resolve(name))
                .noEmbedder()
                .background(false)
                .clock(clock)
                .open();
    }

    private static List<List<String>> answers(Memory memory) {
        return List.of(
                ids(memory),
                memory.recall(Query.of("heron number3").limit(JUMPS)).stream()
                        .map(hit -> hit.entry().id())
                        .toList(),
                memory.session("s1").turns(JUMPS).stream()
                        .map(turn -> turn.message().text())
                        .toList(),
                memory.blocks().history("last").stream()
                        .map(block -> block.content())
                        .toList());
    }

    private static List<String> ids(Memory memory) {
        try (Stream<Entry> entries = memory.archive().exportAll()) {
            return entries.map(Entry::id).toList();
        }
    }
}
