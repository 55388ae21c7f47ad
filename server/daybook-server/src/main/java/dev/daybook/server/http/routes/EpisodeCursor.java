package dev.daybook.server.http.routes;

import dev.daybook.internal.json.IsoTimes;
import dev.daybook.model.Episode;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The end of a page of episodes: the next page starts with older episodes, or episodes of the same time and a later position.
 *
 * @param time time of the last episode of the page
 * @param position its position in the scope
 */
record EpisodeCursor(OffsetDateTime time, long position) {

    static EpisodeCursor after(Episode last) {
        return new EpisodeCursor(last.occurredAt(), last.position());
    }

    static @Nullable EpisodeCursor read(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            String plain = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.US_ASCII);
            int bar = plain.indexOf('|');
            return new EpisodeCursor(
                    OffsetDateTime.parse(plain.substring(0, bar)), Long.parseLong(plain.substring(bar + 1)));
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "parameter 'cursor' is not the cursor of an earlier page; leave it out to begin with the newest");
        }
    }

    String text() {
        String plain = IsoTimes.format(time.withOffsetSameInstant(ZoneOffset.UTC)) + "|" + position;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(plain.getBytes(StandardCharsets.US_ASCII));
    }

    /** Returns whether an episode comes after the cursor: newest first, equal times by position. */
    boolean isBefore(Episode episode) {
        int order = episode.occurredAt().toInstant().compareTo(time.toInstant());
        return order < 0 || order == 0 && episode.position() > position;
    }
}
