package dev.daybook.testkit.agent;

import dev.daybook.Memory;
import dev.daybook.outcome.Hit;
import dev.daybook.query.Query;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.opentest4j.AssertionFailedError;

/** The recorded hits of some questions: a file in the sources of a test, and its comparison with a memory. */
final class RecallRecording {

    /** Chooses between writing and comparing. */
    static final String PROPERTY = "daybook.testkit.record";

    private final Memory memory;
    private final Path file;
    private final List<String> questions;

    RecallRecording(Memory memory, Path file, List<String> questions) {
        this.memory = memory;
        this.file = file;
        this.questions = questions.stream().distinct().toList();
    }

    void check() {
        String mode = System.getProperty(PROPERTY, "missing");
        switch (mode) {
            case "all" -> record();
            case "missing" -> {
                if (Files.exists(file)) {
                    compare();
                } else {
                    record();
                }
            }
            case "never" -> compare();
            default ->
                throw new IllegalArgumentException(
                        PROPERTY + " is '" + mode + "'; use 'missing' (the default), 'all' or 'never'");
        }
    }

    private void record() {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            Files.writeString(file, RecordedHits.write(texts(hits())));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
        }
        Assumptions.abort("recorded " + questions.size() + " questions in " + file.toAbsolutePath()
                + ", so nothing was compared; review the file, commit it and run again without -D" + PROPERTY);
    }

    private void compare() {
        if (!Files.exists(file)) {
            throw new FailureReport("there is no recording to compare with")
                    .field("file", file.toAbsolutePath().toString())
                    .field("remedy", "run the test once without -D" + PROPERTY + "=never, and commit the file")
                    .error();
        }
        Map<String, List<String>> recorded = read();
        Map<String, List<Hit>> hits = hits();
        Map<String, List<String>> now = texts(hits);
        if (!recorded.equals(now)) {
            throw new AssertionFailedError(
                    difference(recorded, hits), RecordedHits.write(recorded), RecordedHits.write(now));
        }
    }

    private String difference(Map<String, List<String>> recorded, Map<String, List<Hit>> hits) {
        Map<String, List<Hit>> changed = new LinkedHashMap<>(hits);
        changed.entrySet()
                .removeIf(asked -> RecordedHits.lines(asked.getValue()).equals(recorded.get(asked.getKey())));
        List<String> notAsked = recorded.keySet().stream()
                .filter(question -> !hits.containsKey(question))
                .toList();
        FailureReport report = new FailureReport("recall differs from the recording")
                .memory(memory.scope())
                .field("file", file.toAbsolutePath().toString())
                .field("changed", changed.size() + " of " + hits.size() + " questions");
        changed.forEach((question, now) -> compare(report, question, recorded.get(question), now));
        return report.lines("no longer asked", notAsked)
                .field(
                        "remedy",
                        "if the new order is as good, record it: run with -D" + PROPERTY
                                + "=all, review the change of the file, commit it; otherwise stay with the earlier version")
                .text();
    }

    private static void compare(FailureReport report, String question, @Nullable List<String> recorded, List<Hit> now) {
        report.field("question", TextMatch.quoted(question));
        if (recorded == null) {
            report.lines("recorded", List.of("nothing: the question is new"));
            return;
        }
        report.lines("recorded rank, rank now", RecordedHits.moves(recorded, RecordedHits.lines(now)))
                .lines("hits now", HitLines.of(now));
    }

    private Map<String, List<Hit>> hits() {
        Map<String, List<Hit>> hits = new LinkedHashMap<>();
        questions.forEach(question -> hits.put(question, memory.recall(Query.of(question))));
        return hits;
    }

    private static Map<String, List<String>> texts(Map<String, List<Hit>> hits) {
        Map<String, List<String>> texts = new LinkedHashMap<>();
        hits.forEach((question, found) -> texts.put(question, RecordedHits.lines(found)));
        return texts;
    }

    private Map<String, List<String>> read() {
        try {
            return RecordedHits.read(Files.readAllLines(file), file.toString());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }
}
