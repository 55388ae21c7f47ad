package dev.daybook.server.importing.memory;

import dev.daybook.internal.interchange.InterchangeLine;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.model.Scope;
import dev.daybook.server.importing.memory.ChromaRows.Row;
import dev.daybook.server.importing.source.ImportRequest;
import dev.daybook.server.importing.source.ImportSink;
import dev.daybook.server.importing.source.ImportSource;
import dev.daybook.server.importing.source.SourceLocation;
import dev.daybook.server.importing.source.UserMapping;
import dev.daybook.server.json.LocalTimes;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The ChromaMemory of jeevesagent: its episodes, and its facts if it has any. It has no blocks. */
public final class ChromaSource implements ImportSource {

    private static final String EPISODES = "jeeves_episodes";
    private static final String FACTS = "jeeves_facts";

    private final ChromaRows rows;
    private final UserMapping userMapping;
    private final String episodes;
    private final String facts;
    private final LocalTimes times;

    private ChromaSource(ChromaRows rows, ImportRequest request) {
        this.rows = rows;
        this.userMapping = request.users();
        this.times = request.times();
        this.episodes = Optional.ofNullable(request.collection()).orElse(EPISODES);
        this.facts = Optional.ofNullable(request.factsCollection()).orElse(FACTS);
    }

    public static ChromaSource open(ImportRequest request) {
        request.users();
        ChromaRows rows = ChromaClient.isAddress(request.from())
                ? ChromaClient.open(request.from())
                : ChromaFolder.open(Path.of(request.from()));
        try {
            ChromaSource source = new ChromaSource(rows, request);
            rows.require(source.episodes, "name one with --collection");
            if (request.factsCollection() != null) {
                rows.require(source.facts, "name one with --facts-collection");
            }
            return source;
        } catch (RuntimeException e) {
            rows.close();
            throw e;
        }
    }

    @Override
    public void read(ImportSink importSink) {
        rows.each(episodes, row -> take(importSink, "episode", row, () -> episode(row)));
        if (rows.collections().contains(facts)) {
            rows.each(facts, row -> take(importSink, "fact", row, () -> fact(row)));
        }
    }

    private static void take(ImportSink importSink, String kind, Row row, Supplier<Optional<InterchangeLine>> reading) {
        importSink.take(new SourceLocation(kind, row.id()), reading);
    }

    /** Reads a foreign row: its document is the text, and its metadata is kept. */
    private Optional<InterchangeLine> episode(Row row) {
        Map<String, @Nullable Object> rest = new LinkedHashMap<>(row.metadata());
        List.of("user_id", "session_id", "input", "output", "occurred_at").forEach(rest::remove);
        // Our own store in a Chroma adds metadata that is not content.
        rest.keySet().removeIf(name -> name.startsWith("daybook_"));
        JsonFields fields = new JsonFields(row.metadata());
        boolean foreign = !fields.has("input") && !fields.has("output");
        return userMapping
                .scope(fields.optionalText("user_id"))
                .map(scope -> JeevesRecords.episode(
                        scope,
                        row.id(),
                        fields.optionalText("session_id"),
                        times.of(fields, "occurred_at", row.id()),
                        foreign ? row.document() : fields.optionalText("input"),
                        foreign ? null : fields.optionalText("output"),
                        rest));
    }

    private Optional<InterchangeLine> fact(Row row) {
        JsonFields fields = new JsonFields(row.metadata());
        return userMapping.scope(fields.optionalText("user_id")).map(scope -> fact(scope, row.id(), fields));
    }

    private static InterchangeLine fact(Scope scope, String id, JsonFields fields) {
        Object open = fields.get("currently_valid");
        boolean closed = Boolean.FALSE.equals(open);
        return JeevesRecords.fact(
                scope,
                id,
                fields,
                EpochTime.of("valid_from_ts", fields.get("valid_from_ts")),
                closed ? EpochTime.of("valid_until_ts", fields.get("valid_until_ts")) : null,
                EpochTime.of("recorded_at_ts", fields.get("recorded_at_ts")));
    }

    @Override
    public void close() {
        rows.close();
    }
}
