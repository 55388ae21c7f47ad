package dev.daybook.context;

import dev.daybook.data.Episode;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * What stands under one header: what was said in one conversation within one hour of the clock. A header costs a third of
 * what a usual message does, and the minute of each says little that the hour does not.
 *
 * @param inThisConversation whether it is the one that is going on, which is not named again and again
 * @param session null: a conversation of its own, which shares a header only with what was said in the same minute
 */
record Occasion(boolean inThisConversation, @Nullable String session, OffsetDateTime since) {

    static Occasion of(Episode episode, boolean inThisConversation) {
        ChronoUnit within = episode.session() == null ? ChronoUnit.MINUTES : ChronoUnit.HOURS;
        return new Occasion(
                inThisConversation, episode.session(), episode.occurredAt().truncatedTo(within));
    }
}
