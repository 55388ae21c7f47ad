package dev.daybook.server.cli.administration;

import dev.daybook.server.cli.terminal.ProgressLine;
import dev.daybook.server.importing.ImportListener;
import dev.daybook.server.importing.ImportReport;
import dev.daybook.server.importing.source.SourceLocation;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The progress of an import, with its rate and the time left: of reading first, then of the vectors. */
final class ImportProgress implements ImportListener {

    /** Minimum time for an estimate of the time left. */
    private static final Duration FIRST_GUESS = Duration.ofSeconds(2);

    private final ProgressLine progress;
    private final LongSupplier clock;

    /** Number of bytes to read; 0 if unknown. */
    private long bytes;

    private long bytesRead;
    private long read;
    private long readingBegan;
    private long embeddingBegan;
    private boolean isEmbedding;

    ImportProgress(ProgressLine progress) {
        this(progress, System::nanoTime);
    }

    /**
     * @param clock nanoseconds
     */
    ImportProgress(ProgressLine progress, LongSupplier clock) {
        this.progress = progress;
        this.clock = clock;
    }

    @Override
    public InputStream counted(InputStream in, long length) {
        bytes = length;
        return new FilterInputStream(in) {
            @Override
            public int read(byte[] buffer, int from, int size) throws IOException {
                int count = super.read(buffer, from, size);
                bytesRead += Math.max(0, count);
                return count;
            }
        };
    }

    @Override
    public void read(SourceLocation sourceLocation, ImportReport report) {
        if (read == 0) {
            readingBegan = clock.getAsLong();
        }
        read++;
        if (progress.isDue()) {
            Duration passed = Duration.ofNanos(clock.getAsLong() - readingBegan);
            progress.at("Reading, " + sourceLocation.text() + ": " + pace(passed, read, bytesRead, bytes)
                    + report.summary());
        }
    }

    @Override
    public void embedded(long done, long all) {
        if (!isEmbedding) {
            isEmbedding = true;
            embeddingBegan = clock.getAsLong();
        }
        if (progress.isDue()) {
            Duration passed = Duration.ofNanos(clock.getAsLong() - embeddingBegan);
            progress.at("All entries are written. Making vectors for semantic search: " + pace(passed, done, done, all)
                    + done + " of " + all);
        }
    }

    /** Returns the rate and the time left, if known: {@code 210 a second, 3 min left; }. */
    private static String pace(Duration passed, long count, long done, long all) {
        if (passed.compareTo(FIRST_GUESS) < 0 || count == 0) {
            return "";
        }
        double seconds = passed.toMillis() / 1000.0;
        String rate = String.format(Locale.ROOT, "%.0f a second", count / seconds);
        return all > 0 && done > 0 ? rate + ", " + left(seconds * (all - done) / done) + "; " : rate + "; ";
    }

    private static String left(double seconds) {
        long whole = Math.max(0, Math.round(seconds));
        return whole < 100 ? whole + " s left" : TimeUnit.SECONDS.toMinutes(whole + 30) + " min left";
    }
}
