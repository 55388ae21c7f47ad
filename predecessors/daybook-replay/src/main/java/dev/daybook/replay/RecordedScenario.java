package dev.daybook.replay;

import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Embedding;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A recorded run, without the answers of the original: those are never read here.
 *
 * @param embeddings the scripted vectors by text; empty: there are none
 * @param otherwise the vector of any other text, if vectors are scripted
 * @param scripted true if the file scripts vectors
 * @param dimensions of the embedder, if the file says so and scripts none
 */
record RecordedScenario(
        Map<String, Embedding> embeddings,
        @Nullable Embedding otherwise,
        boolean scripted,
        @Nullable Integer dimensions,
        Instant start,
        List<Step> steps) {

    /** The clock of a file without one; none of its answers depends on it. */
    private static final Instant SOME_TIME = Instant.parse("2026-01-01T00:00:00Z");

    /**
     * A step.
     *
     * @param clock the time that the clock is set to before the step; null: it stays
     */
    record Step(
            String operation,
            StepArguments arguments,
            @Nullable Instant clock) {

        static Step of(StepArguments step) {
            StepArguments arguments = StepArguments.object("args", step.has("args") ? step.value("args") : Map.of());
            return new Step(
                    step.text("op"),
                    arguments,
                    instant(step.value("clock"))
                            .or(() -> instant(arguments.value("clock")))
                            .orElse(null));
        }
    }

    /** @throws IllegalArgumentException if the text is no recorded run */
    static RecordedScenario read(String text) {
        StepArguments file = StepArguments.object("the file", PlainJson.read(text));
        Map<String, Embedding> embeddings = new LinkedHashMap<>();
        if (file.value("embeddings") instanceof Map<?, ?> scripted) {
            StepArguments vectors = StepArguments.object("embeddings", scripted);
            vectors.values().keySet().forEach(key -> embeddings.put(key, Embedding.of(vectors.floats(key))));
        }
        boolean described = file.value("default_embedding") instanceof String;
        return new RecordedScenario(
                embeddings,
                described ? null : file.embedding("default_embedding"),
                file.has("embeddings") || file.has("default_embedding"),
                file.has("dims") ? file.integer("dims", 0) : null,
                start(file),
                file.objects("steps").stream().map(Step::of).toList());
    }

    private static Instant start(StepArguments file) {
        return file.has("clock_start_ms")
                ? Instant.ofEpochMilli(file.number("clock_start_ms"))
                : instant(file.value("clock_start"))
                        .or(() -> instant(file.value("clock")))
                        .orElse(SOME_TIME);
    }

    /** A time, in UTC if it has no offset; empty for anything else, such as the description of a clock. */
    private static Optional<Instant> instant(@Nullable Object value) {
        if (!(value instanceof String text)) {
            return Optional.empty();
        }
        String time = text.strip().replace(' ', 'T');
        try {
            return Optional.of(OffsetDateTime.parse(time).toInstant());
        } catch (DateTimeParseException noOffset) {
            try {
                return Optional.of(LocalDateTime.parse(time).toInstant(ZoneOffset.UTC));
            } catch (DateTimeParseException noTime) {
                return Optional.empty();
            }
        }
    }
}
