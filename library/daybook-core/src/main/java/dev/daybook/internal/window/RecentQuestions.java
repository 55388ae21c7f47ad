package dev.daybook.internal.window;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The episode of the last question of each thread. Chat frameworks save an answer without naming its question; of two
 * requests of one session at one time, the thread tells to which question an answer belongs. Thread-safe.
 */
public final class RecentQuestions {

    private static final int MAX = 1_000;

    private record Asking(Object conversation, long thread) {}

    private final Map<Asking, String> episodes = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Asking, String> eldest) {
            return size() > MAX;
        }
    };

    /** Notes that this thread asked a question. */
    public synchronized void asked(Object conversation, String episode) {
        episodes.put(new Asking(conversation, Thread.currentThread().getId()), episode);
    }

    /** Returns the episode of the last question that this thread asked in a conversation; null: it is unknown. */
    public synchronized @Nullable String asked(Object conversation) {
        return episodes.get(new Asking(conversation, Thread.currentThread().getId()));
    }
}
