package dev.daybook.context;

import dev.daybook.data.Episode;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The messages under one header: those of one session within one hour of the clock. A header costs a third of a usual
 * message, and the exact minute adds little to the hour.
 *
 * @param inThisConversation whether it is the current session, which is not named in each header
 * @param session null for an episode without a session, which shares a header only with others of the same minute
 */
record Occasion(boolean inThisConversation, @Nullable String session, OffsetDateTime since) {

    static Occasion of(Episode episode, boolean inThisConversation) {
        ChronoUnit within = episode.session() == null ? ChronoUnit.MINUTES : ChronoUnit.HOURS;
        return new Occasion(
                inThisConversation, episode.session(), episode.occurredAt().truncatedTo(within));
    }
}
