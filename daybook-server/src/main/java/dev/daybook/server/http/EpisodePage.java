package dev.daybook.server.http;

import dev.daybook.Memory;
import dev.daybook.data.Episode;
import dev.daybook.data.Kind;
import dev.daybook.data.Query;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Episodes, newest first.
 *
 * @param next where to go on; null: these were the last
 */
record EpisodePage(List<Episode> episodes, @Nullable EpisodeCursor next) {

    static EpisodePage read(Memory memory, Query query, @Nullable EpisodeCursor after, int limit) {
        if (limit <= 0) {
            return new EpisodePage(List.of(), null);
        }
        Query within = query.kinds(Kind.EPISODE);
        OffsetDateTime to = query.to();
        if (after != null && (to == null || after.time().isBefore(to))) {
            within = within.between(query.from(), after.time());
        }
        // One more than wanted shows whether there is a next page. Those of the cursor's own time come again, and there
        // may be any number of them; then twice as many are asked for.
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
