package dev.daybook.remember;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The entries of a scope that could not be embedded although the embedder works, each with the time of its next try. In
 * memory only: after an opening they are tried like any other. Times are those of {@link System#nanoTime}. Not
 * thread-safe; {@link VectorProgress} guards it.
 */
final class SetAside {

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofHours(1);

    /** As many doublings of the first pause as the longest has room for. */
    private static final int MOST_DOUBLINGS = 12;

    /** Once a failure may be chance; after so many an entry is not waited for any more. */
    private static final int HOPE = 3;

    private record Tried(DueEntry entry, int failures, long notBefore) {}

    /** By the revision of the content: another version of an entry is tried at once. */
    private final Map<Long, Tried> entries = new HashMap<>();

    /** Takes an entry that failed; whether it is the first time. */
    boolean add(DueEntry entry, long now) {
        Tried before = entries.get(entry.contentRevision());
        int failures = before == null ? 1 : before.failures() + 1;
        entries.put(entry.contentRevision(), new Tried(entry, failures, now + pause(failures)));
        return before == null;
    }

    private static long pause(int failures) {
        long pause = FIRST_PAUSE.toNanos() << Math.min(failures - 1, MOST_DOUBLINGS);
        return Math.min(pause, LONGEST_PAUSE.toNanos());
    }

    void remove(DueEntry entry) {
        entries.remove(entry.contentRevision());
    }

    boolean holds(long contentRevision) {
        return entries.containsKey(contentRevision);
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    int size() {
        return entries.size();
    }

    /** Entries whose time has come, the longest due first. */
    List<DueEntry> due(long now, int limit) {
        return entries.values().stream()
                .filter(tried -> tried.notBefore() - now <= 0)
                .sorted(Comparator.comparingLong(tried -> tried.notBefore() - now))
                .limit(limit)
                .map(Tried::entry)
                .toList();
    }

    /** How many nanoseconds until the next try. */
    long untilNext(long now) {
        return entries.values().stream()
                .mapToLong(tried -> tried.notBefore() - now)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** Whether one of them may still be embedded soon. */
    boolean hasHope() {
        return entries.values().stream().anyMatch(tried -> tried.failures() < HOPE);
    }

    /** The revisions at which they stood in the rows. */
    List<Long> revisions() {
        List<Long> revisions = new ArrayList<>();
        entries.values().forEach(tried -> revisions.add(tried.entry().revision()));
        return revisions;
    }
}
