package dev.daybook.internal.context;

import dev.daybook.model.Episode;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The messages under one header: messages of one session within one hour of the clock. A header costs a third of a
 * usual message, and the exact minute adds little to the hour.
 *
 * @param inCurrentSession whether it is the current session, which is not named in each header
 * @param session null for an episode without a session, which shares a header only with others of the same minute
 */
record SessionExcerpt(boolean inCurrentSession, @Nullable String session, OffsetDateTime since) {

    static SessionExcerpt of(Episode episode, boolean inCurrentSession) {
        ChronoUnit within = episode.session() == null ? ChronoUnit.MINUTES : ChronoUnit.HOURS;
        return new SessionExcerpt(
                inCurrentSession, episode.session(), episode.occurredAt().truncatedTo(within));
    }
}
