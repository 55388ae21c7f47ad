package dev.daybook.server.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.daybook.Memory;
import dev.daybook.internal.codec.HmacSha256;
import dev.daybook.model.Episode;
import dev.daybook.model.NewEpisode;
import dev.daybook.query.VersionCondition;
import dev.daybook.server.mcp.WritingTools.EpisodeChange;
import java.util.HexFormat;
import java.util.Optional;

/** Calls of {@code remember} with an idempotency key, which makes the id of their episode. */
final class RepeatedCalls {

    private static final String PREFIX = "key-";
    private static final int LENGTH = 32;

    private RepeatedCalls() {}

    /**
     * Returns the change that a call makes: an episode with the id of its key, which must not be there, or, if the call is a
     * repetition, the time and session of the first one, so that the write changes nothing.
     *
     * @param isNamed whether the call names its session, which is compared then
     * @throws IllegalArgumentException if the key belongs to another content
     */
    static EpisodeChange once(Memory memory, String key, NewEpisode episode, boolean isNamed) {
        if (key.isBlank() || key.length() > WritingTools.MAX_KEY_LENGTH) {
            throw new IllegalArgumentException("field '" + WritingTools.IDEMPOTENCY_KEY + "' has " + key.length()
                    + " characters; give 1 to " + WritingTools.MAX_KEY_LENGTH);
        }
        byte[] hash = HmacSha256.of(PREFIX.getBytes(UTF_8), key.getBytes(UTF_8));
        String id = PREFIX + HexFormat.of().formatHex(hash).substring(0, LENGTH);
        Optional<Episode> first = memory.find(Episode.class, id);
        if (first.isEmpty()) {
            return new EpisodeChange(episode.id(id), VersionCondition.absent());
        }
        Episode there = first.get();
        boolean isSame = there.messages().equals(episode.messages())
                && there.origin().source() == episode.origin().source()
                && (!isNamed || there.session().equals(episode.session()))
                && (episode.occurredAt() == null
                        || there.occurredAt()
                                .toInstant()
                                .equals(episode.occurredAt().toInstant()))
                && (episode.expiresAt() == null || episode.expiresAt().equals(there.expiresAt()));
        if (!isSame) {
            throw new IllegalArgumentException("field '" + WritingTools.IDEMPOTENCY_KEY
                    + "' belongs to a call with other content; give each statement a key of its own");
        }
        return new EpisodeChange(
                episode.id(id).session(there.session()).occurredAt(there.occurredAt()),
                VersionCondition.of(there.revision()));
    }
}
