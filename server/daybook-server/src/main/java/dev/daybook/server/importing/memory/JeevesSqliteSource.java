package dev.daybook.server.importing.memory;

import dev.daybook.internal.interchange.InterchangeLine;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.model.Block;
import dev.daybook.model.Provenance;
import dev.daybook.model.Trust;
import dev.daybook.server.importing.source.ImportRequest;
import dev.daybook.server.importing.source.ImportSink;
import dev.daybook.server.importing.source.ImportSource;
import dev.daybook.server.importing.source.SqliteFile;
import dev.daybook.server.importing.source.UserMapping;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The SqliteMemory of jeevesagent: episodes, blocks and facts in one file. Older files have no user column; their
 * entries go to the anonymous scope.
 */
public record JeevesSqliteSource(SqliteFile file, UserMapping userMapping) implements ImportSource {

    private static final String OWNER = "jeevesagent's SqliteMemory";

    public static JeevesSqliteSource open(ImportRequest request) {
        UserMapping userMapping = request.users();
        return new JeevesSqliteSource(SqliteFile.open(Path.of(request.from()), null, "episodes", OWNER), userMapping);
    }

    @Override
    public void read(ImportSink importSink) {
        file.take(importSink, "SELECT * FROM episodes ORDER BY rowid", "episode", "id", this::episode);
        if (file.has("facts")) {
            file.take(importSink, "SELECT * FROM facts ORDER BY rowid", "fact", "id", this::fact);
        }
        if (file.has("working_blocks")) {
            file.take(
                    importSink,
                    "SELECT * FROM working_blocks ORDER BY pinned_order, rowid",
                    "block",
                    "name",
                    this::block);
        }
    }

    private Optional<InterchangeLine> episode(JsonFields row) {
        return userMapping
                .scope(row.optionalText("user_id"))
                .map(scope -> JeevesRecords.episode(
                        scope,
                        row.text("id"),
                        row.optionalText("session_id"),
                        EpochTime.of("occurred_at", row.get("occurred_at")),
                        row.text("input"),
                        row.text("output"),
                        Map.of()));
    }

    private Optional<InterchangeLine> fact(JsonFields row) {
        return userMapping
                .scope(row.optionalText("user_id"))
                .map(scope -> JeevesRecords.fact(
                        scope,
                        row.text("id"),
                        row,
                        EpochTime.of("valid_from", row.get("valid_from")),
                        row.get("valid_until") == null ? null : EpochTime.of("valid_until", row.get("valid_until")),
                        EpochTime.of("recorded_at", row.get("recorded_at"))));
    }

    private Optional<InterchangeLine> block(JsonFields row) {
        return userMapping
                .scope(row.optionalText("user_id"))
                .map(scope -> new InterchangeLine.OfEntry(
                        scope,
                        new Block(
                                row.text("name"),
                                row.text("content"),
                                row.count("pinned_order"),
                                false,
                                0,
                                EpochTime.of("updated_at", row.get("updated_at")),
                                List.of(),
                                Provenance.unwritten(JeevesRecords.ORIGIN, Trust.IMPORT))));
    }

    @Override
    public void close() {
        file.close();
    }
}
