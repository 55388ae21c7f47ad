package dev.daybook.server.importing.memory;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.server.importing.source.SqliteFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a Chroma without a running server, as 1.5.9 writes it. Texts and metadata are in its SQLite file; the
 * vectors in the other files are not needed, because the texts are embedded again.
 */
final class ChromaFolder implements ChromaRows {

    static final String FILE = "chroma.sqlite3";

    /** Name of the metadata row with the text. */
    static final String DOCUMENT = "chroma:document";

    /** The scope of the segment with texts and metadata. */
    private static final String SEGMENT = """
            SELECT s.id FROM segments s JOIN collections c ON c.id = s.collection
            JOIN databases d ON d.id = c.database_id
            WHERE c.name = ? AND s.scope = 'METADATA' AND d.name = 'default_database'
            AND d.tenant_id = 'default_tenant' ORDER BY s.id""";

    /** The default tenant and database, as on a server; other tenants are not read. */
    private static final String COLLECTIONS = """
            SELECT c.name FROM collections c JOIN databases d ON d.id = c.database_id
            WHERE d.name = 'default_database' AND d.tenant_id = 'default_tenant' ORDER BY c.name""";

    private static final String ROWS = """
            SELECT e.id AS row, e.embedding_id, m.key, m.string_value, m.int_value, m.float_value, m.bool_value
            FROM embeddings e LEFT JOIN embedding_metadata m ON m.id = e.id
            WHERE e.segment_id = ? ORDER BY e.id, m.key""";

    private final Path folder;
    private final SqliteFile file;
    private final List<String> collections = new ArrayList<>();

    private ChromaFolder(Path folder, SqliteFile file) {
        this.folder = folder;
        this.file = file;
    }

    static ChromaFolder open(Path folder) {
        Path path = folder.resolve(FILE);
        if (!Files.isRegularFile(path)) {
            throw new IllegalArgumentException("no " + FILE + " in " + folder
                    + "; name the data folder of Chroma, or the http address of its server");
        }
        ChromaFolder opened = new ChromaFolder(folder, SqliteFile.open(path, null));
        try {
            for (String table : List.of("databases", "collections", "segments", "embeddings", "embedding_metadata")) {
                opened.file.require(table, "Chroma");
            }
            opened.file.each(COLLECTIONS, row -> opened.collections.add(row.text("name")));
            return opened;
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    @Override
    public String name() {
        return folder.toString();
    }

    @Override
    public List<String> collections() {
        return List.copyOf(collections);
    }

    @Override
    public void each(String collection, Consumer<Row> reader) {
        file.each(SEGMENT, segment -> eachOf(segment.text("id"), reader), collection);
    }

    private void eachOf(String segment, Consumer<Row> reader) {
        ChromaQueue queue = ChromaQueue.of(file, segment);
        RowCollector rows = new RowCollector(row -> queue.over(row).ifPresent(reader));
        file.each(ROWS, rows::add, segment);
        rows.flush();
        queue.added().forEach(reader);
    }

    /** Collects the metadata of a row, one table row for each name. */
    private static final class RowCollector {

        private final Consumer<Row> reader;
        private @Nullable Object current;
        private String id = "";
        private Map<String, @Nullable Object> metadata = new LinkedHashMap<>();

        private RowCollector(Consumer<Row> reader) {
            this.reader = reader;
        }

        private void add(JsonFields line) {
            Object row = line.get("row");
            if (!Objects.equals(row, current)) {
                flush();
                current = row;
                id = line.text("embedding_id");
            }
            String key = line.optionalText("key");
            if (key != null) {
                metadata.put(key, value(line));
            }
        }

        private static @Nullable Object value(JsonFields line) {
            for (String column : List.of("string_value", "int_value", "float_value")) {
                Object value = line.get(column);
                if (value != null) {
                    return value;
                }
            }
            Object truth = line.get("bool_value");
            return truth == null ? null : !truth.equals(0L);
        }

        private void flush() {
            if (current != null) {
                reader.accept(row(id, metadata));
            }
            current = null;
            metadata = new LinkedHashMap<>();
        }
    }

    /** Moves the text of a row out of its metadata. */
    static Row row(String id, Map<String, @Nullable Object> all) {
        Map<String, @Nullable Object> metadata = new LinkedHashMap<>(all);
        Object document = metadata.remove(DOCUMENT);
        return new Row(id, document instanceof String text ? text : null, metadata);
    }

    @Override
    public void close() {
        file.close();
    }
}
