package dev.daybook.chroma;

import dev.daybook.error.DaybookException;
import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.store.EntryPut;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Encodes an episode in jeevesagent's layout of {@code jeeves_episodes}: five keys, with input and output as one text.
 */
final class SeedEpisode {

    private static final String SESSION = "session_id";
    private static final String INPUT = "input";
    private static final String OUTPUT = "output";
    private static final String TIME = "occurred_at";

    static final List<String> KEYS = List.of(SESSION, SeedRow.USER, INPUT, OUTPUT, TIME);

    private static final int MAX_ID_LENGTH = 512;

    /** Python's format: microseconds if there are any. */
    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssxxxxx", Locale.ROOT);

    private static final DateTimeFormatter MICROSECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSxxxxx", Locale.ROOT);

    private SeedEpisode() {}

    /** A body in an unknown format, for instance of a later version, appears as an empty episode. */
    static SeedRow of(Scope scope, EntryPut put) {
        Optional<Episode> episode = decode(put);
        String input = episode.map(Episode::input).orElse("");
        String output = episode.map(Episode::output).orElse("");
        OffsetDateTime time = episode.map(Episode::occurredAt).orElse(put.time().atOffset(ZoneOffset.UTC));
        return new SeedRow(
                RowFilters.object()
                        .put(SESSION, put.session() == null ? "" : put.session())
                        .put(SeedRow.USER, SeedRow.user(scope))
                        .put(INPUT, input)
                        .put(OUTPUT, output)
                        .put(TIME, text(time)),
                Stream.of(input, output).filter(part -> !part.isEmpty()).collect(Collectors.joining("\n")));
    }

    private static Optional<Episode> decode(EntryPut put) {
        try {
            return Optional.of((Episode) EntryCodec.decode(EntryDocuments.unplaced(put)));
        } catch (DaybookException unknown) {
            return Optional.empty();
        }
    }

    private static String text(OffsetDateTime time) {
        return time.format(time.getNano() == 0 ? SECONDS : MICROSECONDS);
    }

    /**
     * Decodes the episode of a foreign row. Missing keys are empty texts. A time without an offset is UTC. A missing or
     * invalid time is taken from a ULID id, else 1970: it must not depend on the time of reading.
     *
     * @throws IllegalArgumentException if the row cannot be an episode
     */
    static Episode read(String id, ChromaDocument row, OffsetDateTime now) {
        List<Message> messages = new ArrayList<>();
        add(messages, Message.USER, row.metadata().path(INPUT).asString(""));
        add(messages, Message.ASSISTANT, row.metadata().path(OUTPUT).asString(""));
        OffsetDateTime time = time(row.metadata().path(TIME).asString(""))
                .or(() -> UlidTime.of(id))
                .orElse(OffsetDateTime.ofInstant(Instant.EPOCH, ZoneOffset.UTC));
        return new Episode(
                id,
                session(row.metadata().path(SESSION).asString("")),
                time,
                time.isAfter(now) ? now : time,
                messages,
                List.of(),
                Map.of(),
                new Provenance(1, 1, Origin.IMPORT, Origin.IMPORT.source().trust()),
                false,
                null);
    }

    /** Reads the session; an empty text, or an id that Daybook does not allow, means none. */
    private static @Nullable String session(String session) {
        boolean fits = !session.isBlank()
                && session.codePointCount(0, session.length()) <= MAX_ID_LENGTH
                && session.chars().noneMatch(Character::isISOControl);
        return fits ? session : null;
    }

    private static void add(List<Message> messages, String role, String text) {
        if (!text.isEmpty()) {
            messages.add(Message.of(role, text));
        }
    }

    private static Optional<OffsetDateTime> time(@Nullable String text) {
        try {
            return Optional.of(OffsetDateTime.parse(String.valueOf(text)).truncatedTo(ChronoUnit.MICROS));
        } catch (DateTimeException noOffset) {
            try {
                return Optional.of(LocalDateTime.parse(String.valueOf(text))
                        .atOffset(ZoneOffset.UTC)
                        .truncatedTo(ChronoUnit.MICROS));
            } catch (DateTimeException unreadable) {
                return Optional.empty();
            }
        }
    }
}
