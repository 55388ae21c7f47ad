package dev.daybook.bench.speed;

import static dev.daybook.model.Message.assistant;
import static dev.daybook.model.Message.user;

import dev.daybook.Memory;
import dev.daybook.model.NewEpisode;
import dev.daybook.outcome.Receipt;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** Fills a memory: a question and an answer are an episode, ten of them a session, a session a day. */
final class SampleConversations {

    private static final OffsetDateTime FIRST_DAY = OffsetDateTime.of(2020, 1, 1, 9, 0, 0, 0, ZoneOffset.UTC);
    private static final int EPISODES_A_SESSION = 10;
    private static final int EPISODES_A_BATCH = 500;

    private SampleConversations() {}

    /** The sessions of a memory that was filled with a number of messages: day-0, day-1 and so on. */
    static int sessions(int messages) {
        return Math.max(1, messages / 2 / EPISODES_A_SESSION);
    }

    /** The receipt of the last write. */
    static Receipt fill(Memory memory, int messages, long seed) {
        ZipfText text = new ZipfText(seed);
        List<NewEpisode> episodes = new ArrayList<>();
        for (int i = 0; i < messages / 2; i++) {
            int day = i / EPISODES_A_SESSION;
            episodes.add(NewEpisode.of(user(text.message()), assistant(text.message()))
                    .session("day-" + day)
                    .occurredAt(FIRST_DAY.plusDays(day).plusMinutes(i % EPISODES_A_SESSION)));
        }
        List<Receipt> receipts = List.of();
        for (int from = 0; from < episodes.size(); from += EPISODES_A_BATCH) {
            receipts = memory.remember(episodes.subList(from, Math.min(episodes.size(), from + EPISODES_A_BATCH)));
        }
        return receipts.get(receipts.size() - 1);
    }
}
