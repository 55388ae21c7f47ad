package dev.daybook.internal.vectors;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The entries of a scope that failed while the embedder works, each with the time of its next try. Kept in memory only:
 * after an opening they are tried like any other. Times are {@link System#nanoTime}. Not thread-safe; guarded by
 * {@link VectorProgress}.
 */
final class FailedEmbeddings {

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration MAX_PAUSE = Duration.ofHours(1);

    /** The doublings of the first pause up to the longest. */
    private static final int MAX_DOUBLINGS = 12;

    /** One failure may be chance; after this many no caller waits for the entry. */
    private static final int MAX_AWAITED_FAILURES = 3;

    /** @param refused whether the embedder does not take the text, so that another try is in vain */
    private record FailedEntry(UnembeddedEntry entry, int failures, long notBefore, boolean refused) {}

    /** Keyed by content revision: a new version of an entry is tried at once. */
    private final Map<Long, FailedEntry> entries = new HashMap<>();

    /** Adds a failure of an entry with its cause; returns whether it is the first. */
    boolean add(UnembeddedEntry entry, Throwable cause, long now) {
        FailedEntry before = entries.get(entry.contentRevision());
        int failures = before == null ? 1 : before.failures() + 1;
        entries.put(
                entry.contentRevision(),
                new FailedEntry(entry, failures, now + pause(failures), cause instanceof IllegalArgumentException));
        return before == null;
    }

    private static long pause(int failures) {
        long pause = FIRST_PAUSE.toNanos() << Math.min(failures - 1, MAX_DOUBLINGS);
        return Math.min(pause, MAX_PAUSE.toNanos());
    }

    void remove(UnembeddedEntry entry) {
        entries.remove(entry.contentRevision());
    }

    boolean contains(long contentRevision) {
        return entries.containsKey(contentRevision);
    }

    boolean isRefused(long contentRevision) {
        FailedEntry entry = entries.get(contentRevision);
        return entry != null && entry.refused();
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    int size() {
        return entries.size();
    }

    /** Returns the entries due for a retry, longest due first. */
    List<UnembeddedEntry> due(long now, int limit) {
        return entries.values().stream()
                .filter(failure -> !failure.refused() && failure.notBefore() - now <= 0)
                .sorted(Comparator.comparingLong(failure -> failure.notBefore() - now))
                .limit(limit)
                .map(FailedEntry::entry)
                .toList();
    }

    /** Returns the nanoseconds until the next retry. */
    long untilNext(long now) {
        return entries.values().stream()
                .filter(failure -> !failure.refused())
                .mapToLong(failure -> failure.notBefore() - now)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** Tests whether an entry is still expected to succeed soon. */
    boolean isRecoveryExpected() {
        return entries.values().stream()
                .anyMatch(failure -> !failure.refused() && failure.failures() < MAX_AWAITED_FAILURES);
    }

    /** Returns the row revisions of the entries. */
    List<Long> revisions() {
        List<Long> revisions = new ArrayList<>();
        entries.values().forEach(failure -> revisions.add(failure.entry().revision()));
        return revisions;
    }
}
