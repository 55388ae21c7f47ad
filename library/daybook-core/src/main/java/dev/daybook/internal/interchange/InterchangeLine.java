package dev.daybook.internal.interchange;

import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.SizeLimits;
import dev.daybook.query.SpaceSettings;
import java.time.OffsetDateTime;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A line of the interchange format, as {@link InterchangeReader} reads it. */
public sealed interface InterchangeLine {

    /** Returns the scope of the line; null if the line is about the space as a whole. */
    @Nullable
    Scope scope();

    /**
     * Returns the entry of this line for {@code Archive.importAll}; empty for a session and for settings.
     *
     * @param now the time of an episode or fact whose line has none
     */
    default Optional<Entry> entryAt(OffsetDateTime now) {
        return Optional.empty();
    }

    /**
     * An episode, always with an id.
     *
     * @param idGiven whether the line contains the id; otherwise the id was generated from the content
     */
    record OfEpisode(Scope scope, NewEpisode episode, boolean idGiven) implements InterchangeLine {

        @Override
        public Optional<Entry> entryAt(OffsetDateTime now) {
            Origin origin = Objects.requireNonNullElse(episode.origin(), Origin.IMPORT);
            OffsetDateTime time = Objects.requireNonNullElse(episode.occurredAt(), now);
            return Optional.of(new Episode(
                    Objects.requireNonNull(episode.id()),
                    episode.session(),
                    time,
                    time,
                    episode.messages(),
                    episode.toolCalls(),
                    episode.metadata(),
                    Provenance.unwritten(
                                    origin,
                                    Objects.requireNonNullElse(
                                            episode.trust(), origin.source().trust()))
                            .expiring(episode.expiresAt()),
                    false,
                    episode.embedding()));
        }
    }

    /** An entry of another kind, always with an id. */
    record OfEntry(Scope scope, Entry entry) implements InterchangeLine {

        public OfEntry {
            SizeLimits.check(entry);
        }

        @Override
        public Optional<Entry> entryAt(OffsetDateTime now) {
            return Optional.of(entry);
        }
    }

    /**
     * A session.
     *
     * @param name its name, or null
     * @param isPrivate whether the bank skips it; null keeps the present state
     * @param created its time of creation, or null
     * @param retentionDays its retention period; null keeps the present one
     */
    record OfSession(
            Scope scope,
            String id,
            @Nullable String name,
            @Nullable Boolean isPrivate,
            @Nullable OffsetDateTime created,
            @Nullable Integer retentionDays)
            implements InterchangeLine {}

    /**
     * A fact without a recording time: recorded at the time of the import, unless it is present already.
     *
     * @param at returns the fact, recorded at a time
     */
    record OfUntimedFact(Scope scope, String id, Function<OffsetDateTime, Fact> at) implements InterchangeLine {

        @Override
        public Optional<Entry> entryAt(OffsetDateTime now) {
            return Optional.of(at.apply(now));
        }
    }

    /**
     * The settings of the space.
     *
     * @param change sets the fields of the line and keeps the others; it throws an {@link IllegalArgumentException} if
     *     a number is out of its range
     */
    record OfSettings(UnaryOperator<SpaceSettings> change) implements InterchangeLine {

        @Override
        public @Nullable Scope scope() {
            return null;
        }

        /** Applies the change of this line to settings. */
        public SpaceSettings over(SpaceSettings settings) {
            return change.apply(settings);
        }
    }
}
