package dev.daybook.internal.scoring;

import dev.daybook.model.Scope;
import dev.daybook.store.Head;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * In how many messages of a scope each term of a query occurs.
 *
 * @param messages the number of messages
 * @param words the number of words in them
 * @param messagesWith the number of messages with each term, by its place in the query
 */
public record TermStatistics(int messages, long words, List<Integer> messagesWith) {

    public TermStatistics {
        messagesWith = List.copyOf(messagesWith);
    }

    public double meanLength() {
        return messages == 0 ? 0 : (double) words / messages;
    }

    /**
     * The statistics of the last queries. The searches of one context have the same terms, and differ in their conditions
     * only, which the statistics disregard. Thread-safe.
     */
    public static final class Recent {

        /** As many contexts are assembled at once. */
        private static final int MAX_QUERIES = 16;

        private final Map<Question, TermStatistics> recent = new LinkedHashMap<>();

        private record Question(Scope scope, long revision, long epoch, List<String> terms) {}

        /** Returns the statistics of a query at a head of its scope, and computes them if the query is not a recent one. */
        public TermStatistics of(Scope scope, Head head, List<String> terms, Supplier<TermStatistics> computed) {
            Question question = new Question(scope, head.revision(), head.epoch(), terms);
            synchronized (recent) {
                TermStatistics known = recent.get(question);
                if (known != null) {
                    return known;
                }
            }
            TermStatistics statistics = computed.get();
            synchronized (recent) {
                if (recent.size() >= MAX_QUERIES) {
                    recent.remove(recent.keySet().iterator().next());
                }
                recent.put(question, statistics);
            }
            return statistics;
        }

        /** Drops all. Call it after an erasure, because a query may contain the erased text. */
        public void clear() {
            synchronized (recent) {
                recent.clear();
            }
        }
    }
}
