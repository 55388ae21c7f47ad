package dev.daybook.server.cli;

import dev.daybook.server.json.Answers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an import did, line by line and in sum. */
final class ImportReport {

    /** A document with a million problems helps nobody; stderr has them all. */
    private static final int PROBLEMS_IN_DOCUMENT = 1_000;

    private final Terminal terminal;
    private final Progress progress;
    private final boolean quiet;
    private final List<Object> problems = new ArrayList<>();
    private long lines;
    private long created;
    private long unchanged;
    private long changed;
    private long bad;

    /** @param quiet whether problems go into the document only */
    ImportReport(Terminal terminal, Progress progress, boolean quiet) {
        this.terminal = terminal;
        this.progress = progress;
        this.quiet = quiet;
    }

    void read() {
        lines++;
    }

    void bad(long line, @Nullable String problem) {
        bad++;
        if (!quiet) {
            progress.clear();
            terminal.note("line " + line + ": " + problem);
        }
        if (problems.size() < PROBLEMS_IN_DOCUMENT) {
            Map<String, @Nullable Object> document = Answers.with("line", line);
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
        return created + " new, " + unchanged + " unchanged, " + changed + " changed, " + Shown.count(bad, "bad line");
    }

    Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> document = Answers.with("lines", lines);
        document.put("new", created);
        document.put("unchanged", unchanged);
        document.put("changed", changed);
        document.put("bad", bad);
        document.put("problems", problems);
        return document;
    }
}
