package dev.daybook.server.cli;

import dev.daybook.server.importing.Place;
import dev.daybook.server.json.Answers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an import did, line by line or row by row, and in sum. */
final class ImportReport {

    /** A document with a million problems helps nobody; stderr has them all. */
    private static final int PROBLEMS_IN_DOCUMENT = 1_000;

    private final Terminal terminal;
    private final Progress progress;
    private final boolean quiet;
    private final String unit;
    private final List<Object> problems = new ArrayList<>();
    private long read;
    private long created;
    private long unchanged;
    private long changed;
    private long bad;

    /**
     * @param quiet whether problems go into the document only
     * @param unit what is read: lines or rows
     */
    ImportReport(Terminal terminal, Progress progress, boolean quiet, String unit) {
        this.terminal = terminal;
        this.progress = progress;
        this.quiet = quiet;
        this.unit = unit;
    }

    void read() {
        read++;
    }

    void bad(Place place, @Nullable String problem) {
        bad++;
        if (!quiet) {
            progress.clear();
            terminal.note(place.text() + ": " + problem);
        }
        if (problems.size() < PROBLEMS_IN_DOCUMENT) {
            Map<String, @Nullable Object> document = Answers.with(place.what(), place.which());
            document.put("detail", problem);
            problems.add(document);
        }
    }

    void written(Optional<Long> before, long revision) {
        if (before.isEmpty()) {
            created++;
        } else if (before.get() == revision) {
            unchanged++;
        } else {
            changed++;
        }
    }

    boolean isClean() {
        return bad == 0;
    }

    String summary() {
        return created + " new, " + unchanged + " unchanged, " + changed + " changed, "
                + Shown.count(bad, "bad " + unit);
    }

    Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> document = Answers.with(unit + "s", read);
        document.put("new", created);
        document.put("unchanged", unchanged);
        document.put("changed", changed);
        document.put("bad", bad);
        document.put("problems", problems);
        return document;
    }
}
