package dev.daybook.context;

import dev.daybook.data.Episode;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * What stands under one header: what was said in one conversation within one hour of the clock, under one warning. A header
 * costs a third of what a usual message does, and the minute of each says little that the hour does not.
 *
 * @param session null: a conversation of its own, which shares a header only with what was said in the same minute
 * @param warning empty if the speakers themselves wrote it
 */
record Occasion(@Nullable String session, String warning, OffsetDateTime since) {

    static Occasion of(Episode episode) {
        ChronoUnit within = episode.session() == null ? ChronoUnit.MINUTES : ChronoUnit.HOURS;
        return new Occasion(
                episode.session(), Frame.warning(episode), episode.occurredAt().truncatedTo(within));
    }
}
