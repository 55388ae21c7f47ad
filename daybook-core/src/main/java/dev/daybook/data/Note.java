package dev.daybook.data;

import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A free-text memory that stands for itself. A note is never overwritten: it is superseded by others, and both ends are
 * linked.
 *
 * @param id unique in its scope
 * @param occurredAt when it was written as it stands; the order of the newest notes goes by it
 * @param recordedAt when this version was written down
 * @param supersedes the notes that it took the place of
 * @param supersededBy the notes that took its place; empty: it is live
 * @param sources what it was made from, beside the notes that it supersedes
 * @param method how its text came to be
 */
public record Note(
        String id,
        long position,
        long revision,
        String text,
        OffsetDateTime occurredAt,
        OffsetDateTime recordedAt,
        List<Ref> supersedes,
        List<Ref> supersededBy,
        List<Ref> sources,
        Method method,
        Origin origin,
        Trust trust)
        implements Entry {

    public Note {
        Require.id("note id", id);
        Require.filled("note text", text);
        occurredAt = Require.time("occurredAt", occurredAt);
        recordedAt = Require.time("recordedAt", recordedAt);
        supersedes = Require.list("supersedes", supersedes);
        supersededBy = Require.list("supersededBy", supersededBy);
        sources = Require.list("sources", sources);
        Require.present("method", method);
        Require.present("origin", origin);
        Require.present("trust", trust);
    }

    /** None: it belongs to the scope as a whole. */
    @Override
    public @Nullable String session() {
        return null;
    }

    @Override
    public Kind kind() {
        return Kind.NOTE;
    }

    /** Whether nothing has taken its place. */
    public boolean isLive() {
        return supersededBy.isEmpty();
    }
}
