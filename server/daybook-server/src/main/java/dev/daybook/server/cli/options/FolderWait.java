package dev.daybook.server.cli.options;

import dev.daybook.error.StoreInUseException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;

/** Waits for a data folder that another process holds; most commands hold it for less than a second. */
final class FolderWait {

    static final Duration DEFAULT = Duration.ofSeconds(10);

    /** Longer than a person waits, and longer than a script should. */
    private static final Duration MAX_WAIT = Duration.ofHours(1);

    private static final long PAUSE_MILLISECONDS = 50;

    private static final Pattern WORDS = Pattern.compile("(\\d{1,6})(ms|s|m)?");

    private static final Map<String, Duration> UNITS =
            Map.of("ms", Duration.ofMillis(1), "s", Duration.ofSeconds(1), "m", Duration.ofMinutes(1));

    private FolderWait() {}

    /** Converts the value of {@code --lock-wait}. */
    static final class Converter implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return parse(text);
        }
    }

    /** Parses a duration: a number with ms, s or m, from 0 to an hour. */
    private static Duration parse(String text) {
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

    /** Returns the opened resource as soon as no other process holds the folder. */
    static <T> T opened(Duration longest, Supplier<T> opening) {
        long end = System.nanoTime() + longest.toNanos();
        while (true) {
            try {
                return opening.get();
            } catch (StoreInUseException e) {
                if (System.nanoTime() - end >= 0) {
                    throw e;
                }
                pause(e);
            }
        }
    }

    private static void pause(StoreInUseException inUse) {
        try {
            Thread.sleep(PAUSE_MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw inUse;
        }
    }
}
