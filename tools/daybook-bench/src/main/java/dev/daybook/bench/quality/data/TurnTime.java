package dev.daybook.bench.quality.data;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The time of a turn in the forms of data sets: ISO 8601 (UTC if it has no offset) or {@code March-05-2024}. */
public final class TurnTime {

    /** For a conversation that begins without a time: any instant will do, but always the same. */
    public static final OffsetDateTime UNKNOWN = OffsetDateTime.of(2020, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);

    private static final DateTimeFormatter NAMED_MONTH = new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .appendPattern("MMMM-d-uuuu")
            .toFormatter(Locale.ENGLISH)
            .withResolverStyle(ResolverStyle.STRICT);

    private static final List<Function<String, OffsetDateTime>> WAYS = List.of(
            OffsetDateTime::parse,
            text -> LocalDateTime.parse(text).atOffset(ZoneOffset.UTC),
            text -> midnight(LocalDate.parse(text)),
            text -> midnight(LocalDate.parse(text, NAMED_MONTH)));

    private TurnTime() {}

    /** The time a text names; empty if it names none. */
    public static Optional<OffsetDateTime> of(@Nullable String text) {
        if (text == null) {
            return Optional.empty();
        }
        for (Function<String, OffsetDateTime> way : WAYS) {
            try {
                return Optional.of(way.apply(text.strip()));
            } catch (DateTimeException e) {
                // Not written this way; the next may fit.
            }
        }
        return Optional.empty();
    }

    private static OffsetDateTime midnight(LocalDate day) {
        return day.atStartOfDay().atOffset(ZoneOffset.UTC);
    }
}
