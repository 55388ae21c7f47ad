package dev.daybook.internal.feed;

import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Scope;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.Page;
import dev.daybook.store.Store;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * The audit entries of scopes by their numbers, from 1. A store knows places in its log by cursors of its own, which no copy
 * has; the cursors of the pages that were read are kept in this process, so that a log is read from its beginning once.
 * Thread-safe.
 */
final class NumberedAudits {

    private static final int MAX_SCOPES = 1_000;

    /** The last pages of a scope; a reader that is further behind reads from the beginning. */
    private static final int MAX_PAGES = 100;

    private final Store store;

    /** By scope the cursors behind the first so many entries. */
    private final Map<Scope, NavigableMap<Long, String>> known = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Scope, NavigableMap<Long, String>> eldest) {
            return size() > MAX_SCOPES;
        }
    };

    NumberedAudits(Store store) {
        this.store = store;
    }

    /** An audit entry and its number. */
    record NumberedAudit(long number, AuditRecord audit) {}

    /** Returns the number of the entries of a scope. */
    long count(Scope scope) {
        return from(scope, Long.MAX_VALUE).mapToLong(NumberedAudit::number).reduce(0, (before, last) -> last);
    }

    /** Streams the entries of a scope from one that has at most this number; pages are read on demand. */
    Stream<NumberedAudit> from(Scope scope, long number) {
        Map.Entry<Long, String> begin = before(scope, number);
        AtomicLong read = new AtomicLong(begin.getKey());
        AtomicLong numbers = new AtomicLong(begin.getKey());
        return PagedReads.all(cursor -> {
                    String place = cursor == null && !begin.getValue().isEmpty() ? begin.getValue() : cursor;
                    Page<AuditRecord> page = store.audits(scope, place, PagedReads.SIZE);
                    long behind = read.addAndGet(page.items().size());
                    if (page.cursor() != null) {
                        remember(scope, behind, page.cursor());
                    }
                    return page;
                })
                .map(audit -> new NumberedAudit(numbers.incrementAndGet(), audit));
    }

    private synchronized Map.Entry<Long, String> before(Scope scope, long number) {
        NavigableMap<Long, String> pages = known.get(scope);
        Map.Entry<Long, String> place = pages == null ? null : pages.lowerEntry(number);
        return place == null ? Map.entry(0L, "") : place;
    }

    private synchronized void remember(Scope scope, long behind, String cursor) {
        NavigableMap<Long, String> pages = known.computeIfAbsent(scope, unused -> new TreeMap<>());
        pages.put(behind, cursor);
        if (pages.size() > MAX_PAGES) {
            pages.pollFirstEntry();
        }
    }
}
