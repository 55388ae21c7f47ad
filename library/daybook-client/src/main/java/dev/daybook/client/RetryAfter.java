package dev.daybook.client;

import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The wait of a {@code Retry-After} header (RFC 9110, section 10.2.3): a number of seconds, or a date. */
final class RetryAfter {

    /** The wait of a value that cannot be read, and of a date that has passed. */
    private static final Duration DEFAULT = Duration.ofSeconds(1);

    /** The forms of a date (RFC 9110, section 5.6.7); the last two are obsolete, and to be read all the same. */
    private static final List<DateTimeFormatter> DATES = List.of(
            DateTimeFormatter.RFC_1123_DATE_TIME,
            DateTimeFormatter.ofPattern("EEEE, dd-MMM-yy HH:mm:ss 'GMT'", Locale.US)
                    .withZone(ZoneOffset.UTC),
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.US).withZone(ZoneOffset.UTC));

    private RetryAfter() {}

    /** Returns the wait, which is never negative; a date counts from the {@code Date} of the answer, or from now without one. */
    static Optional<Duration> of(HttpHeaders headers) {
        return headers.firstValue("Retry-After").map(String::strip).map(value -> {
            try {
                return Duration.ofSeconds(Math.max(0, Long.parseLong(value)));
            } catch (NumberFormatException noNumber) {
                // The clock of the server may be another one than that of this process.
                Instant now =
                        headers.firstValue("Date").flatMap(RetryAfter::date).orElseGet(Instant::now);
                return date(value)
                        .filter(now::isBefore)
                        .map(date -> Duration.between(now, date))
                        .orElse(DEFAULT);
            }
        });
    }

    private static Optional<Instant> date(String value) {
        for (DateTimeFormatter form : DATES) {
            try {
                return Optional.of(form.parse(value.strip(), Instant::from));
            } catch (DateTimeException anotherForm) {
                // The next one may read it.
            }
        }
        return Optional.empty();
    }
}
