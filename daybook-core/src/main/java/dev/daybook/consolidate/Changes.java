package dev.daybook.consolidate;

import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.spi.Page;
import dev.daybook.spi.Put;
import dev.daybook.spi.Row;
import dev.daybook.spi.Store;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The episodes of a scope whose content is newer than a revision, in order of revision. A vector gives an entry a new
 * revision too; it is no news, and up to where there was none is kept in memory, so that it is not read again.
 */
final class Changes {

    private static final int ROWS = 1_000;

    /** A few numbers for each scope that was written to lately. */
    private static final int SCOPES = 10_000;

    private final Store store;
    private final Map<Scope, Looked> looked = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Scope, Looked> eldest) {
            return size() > SCOPES;
        }
    };

    /** Between the two revisions there is no episode with new content. */
    private record Looked(long from, long upTo) {}

    Changes(Store store) {
        this.store = store;
    }

    /** At most so many; fewer only if there are no more. */
    List<Row> since(Scope scope, long revision, int limit) {
        List<Row> found = new ArrayList<>();
        long from = from(scope, revision);
        while (true) {
            Page<Row> page = store.rows(scope, from, ROWS);
            for (Row row : page.items()) {
                if (isNews(row, revision)) {
                    found.add(row);
                    if (found.size() == limit) {
                        return found;
                    }
                }
                from = row.revision();
                if (found.isEmpty()) {
                    remember(scope, revision, from);
                }
            }
            if (page.cursor() == null) {
                return found;
            }
        }
    }

    private static boolean isNews(Row row, long revision) {
        return row.key().kind() == Kind.EPISODE
                && row.contentRevision() > revision
                && row.status().equals(Put.LIVE);
    }

    private synchronized long from(Scope scope, long revision) {
        Looked known = looked.get(scope);
        return known != null && known.from() <= revision && revision <= known.upTo() ? known.upTo() : revision;
    }

    private synchronized void remember(Scope scope, long revision, long upTo) {
        Looked known = looked.get(scope);
        long from = known != null && known.from() <= revision && revision <= known.upTo() ? known.from() : revision;
        looked.put(scope, new Looked(from, upTo));
    }
}
