package dev.daybook.server.http.routes;

import dev.daybook.Memory;
import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.query.Query;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of episodes, newest first.
 *
 * @param next start of the next page; null: this is the last
 */
record EpisodePage(List<Episode> episodes, @Nullable EpisodeCursor next) {

    static EpisodePage read(Memory memory, Query query, @Nullable EpisodeCursor after, int limit) {
        if (limit <= 0) {
            return new EpisodePage(List.of(), null);
        }
        Query within = query.kinds(Kind.EPISODE);
        Instant to = query.to();
        Instant last = after == null ? null : after.time().toInstant();
        // Episodes of earlier versions may have a time that no query can name. Behind the last of these all are read.
        if (last != null && (to == null || last.isBefore(to)) && !last.isAfter(ArgumentChecks.nearest(last))) {
            within = within.to(ArgumentChecks.nearest(last));
        }
        // One more than the limit shows whether there is a next page. Episodes with the time of the cursor are read
        // again, in
        // any number; then the limit is doubled.
        for (int wanted = limit + 1; ; wanted = Math.multiplyExact(wanted, 2)) {
            List<Episode> found = memory.recall(within.limit(wanted)).stream()
                    .map(hit -> (Episode) hit.entry())
                    .toList();
            List<Episode> further = after == null
                    ? found
                    : found.stream().filter(after::isBefore).toList();
            if (further.size() > limit) {
                List<Episode> page = further.subList(0, limit);
                return new EpisodePage(List.copyOf(page), EpisodeCursor.after(page.get(limit - 1)));
            }
            if (found.size() < wanted) {
                return new EpisodePage(further, null);
            }
        }
    }
}
