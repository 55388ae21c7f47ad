package dev.daybook.server.importing;

import dev.daybook.internal.json.PlainJson;
import dev.daybook.server.importing.source.SourceLocation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The report of an import: the result of each line or row, and the totals. Not thread-safe. */
public final class ImportReport {

    /** The maximum number of listed problems. */
    private static final int PROBLEMS_IN_DOCUMENT = 1_000;

    /** The maximum number of listed things that are left out; a format may have any number of types. */
    private static final int MAX_LEFT_OUT = 50;

    private static final int PREVIEW = 3;

    private final String unit;
    private final BiConsumer<SourceLocation, String> problemListener;
    private final List<Object> problems = new ArrayList<>();
    private final List<String> preview = new ArrayList<>();
    private final Map<String, Long> leftOut = new LinkedHashMap<>();
    private long read;
    private long created;
    private long unchanged;
    private long changed;
    private long bad;
    private List<String> assumed = List.of();

    /**
     * Creates an empty report.
     *
     * @param unit the input unit: lines or rows
     * @param problemListener receives each problem, also those beyond the limit of the document
     */
    public ImportReport(String unit, BiConsumer<SourceLocation, String> problemListener) {
        this.unit = unit;
        this.problemListener = problemListener;
    }

    void read() {
        read++;
    }

    void bad(SourceLocation sourceLocation, String problem) {
        bad++;
        problemListener.accept(sourceLocation, problem);
        if (problems.size() < PROBLEMS_IN_DOCUMENT) {
            Map<String, @Nullable Object> document = PlainJson.object(sourceLocation.what(), sourceLocation.which());
            document.put("detail", problem);
            problems.add(document);
        }
    }

    /** Adds a warning about a converted value. */
    public void assumed(List<String> assumptions) {
        assumed = List.copyOf(assumptions);
    }

    /** Adds an entry as it would be stored, as a line of the interchange format; only the first ones are kept. */
    void preview(Supplier<String> line) {
        if (preview.size() < PREVIEW) {
            preview.add(line.get());
        }
    }

    /** Returns the first entries as they would be stored; empty unless it is a dry run. */
    public List<String> preview() {
        return preview;
    }

    /** Counts parts of the source that are not imported. */
    void leaveOut(String what, long count) {
        if (count == 0) {
            return;
        }
        String name = leftOut.size() < MAX_LEFT_OUT || leftOut.containsKey(what) ? what : "others";
        leftOut.merge(name, count, Long::sum);
    }

    void written(@Nullable Long before, long revision) {
        if (before == null) {
            created++;
        } else if (before == revision) {
            unchanged++;
        } else {
            changed++;
        }
    }

    public boolean isClean() {
        return bad == 0;
    }

    public String summary() {
        return created + " new, " + unchanged + " unchanged, " + changed + " changed, " + bad + " bad " + unit
                + (bad == 1 ? "" : "s")
                + assumed.stream().map(assumption -> "; " + assumption).collect(Collectors.joining())
                + (leftOut.isEmpty() ? "" : "; left out: ")
                + leftOut.entrySet().stream()
                        .map(each -> each.getKey() + " (" + each.getValue() + ")")
                        .collect(Collectors.joining(", "));
    }

    public Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> document = PlainJson.object(unit + "s", read);
        document.put("new", created);
        document.put("unchanged", unchanged);
        document.put("changed", changed);
        document.put("bad", bad);
        if (!assumed.isEmpty()) {
            document.put("assumed", assumed);
        }
        if (!leftOut.isEmpty()) {
            document.put("leftOut", leftOut);
        }
        if (!preview.isEmpty()) {
            document.put("preview", preview.stream().map(PlainJson::read).toList());
        }
        document.put("problems", problems);
        return document;
    }
}
