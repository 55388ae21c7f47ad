package dev.daybook.server.cli.options;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;

/** Converts the value of {@code --lock-wait}. */
final class LockWaitConverter implements ITypeConverter<Duration> {

    /** Most commands hold the folder for less than a second. */
    static final Duration DEFAULT = Duration.ofSeconds(10);

    /** Longer than a person waits, and longer than a script should. */
    private static final Duration MAX_WAIT = Duration.ofHours(1);

    private static final Pattern WORDS = Pattern.compile("(\\d{1,6})(ms|s|m)?");

    private static final Map<String, Duration> UNITS =
            Map.of("ms", Duration.ofMillis(1), "s", Duration.ofSeconds(1), "m", Duration.ofMinutes(1));

    /** Parses a duration: a number with ms, s or m, from 0 to an hour. */
    @Override
    public Duration convert(String text) {
        Matcher words = WORDS.matcher(text);
        if (words.matches()) {
            Duration unit = Objects.requireNonNull(UNITS.get(words.group(2) == null ? "s" : words.group(2)));
            Duration longest = unit.multipliedBy(Long.parseLong(words.group(1)));
            if (longest.compareTo(MAX_WAIT) <= 0) {
                return longest;
            }
        }
        throw new IllegalArgumentException("--lock-wait is '" + text
                + "'; use a number with ms, s or m up to an hour, such as 30s, or 0 not to wait");
    }
}
