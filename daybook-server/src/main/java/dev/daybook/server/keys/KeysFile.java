package dev.daybook.server.keys;

import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.data.Trust;
import dev.daybook.json.Fields;
import dev.daybook.json.Times;
import dev.daybook.server.files.PrivateFile;
import dev.daybook.server.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads and writes the keys file: one JSON object, replaced atomically. */
final class KeysFile {

    private KeysFile() {}

    static List<Key> read(String text) {
        Fields file = new Fields(Json.readObject(text));
        List<Key> keys = new ArrayList<>();
        for (Fields key : file.list("keys")) {
            keys.add(key(key));
            key.done();
        }
        file.done();
        return List.copyOf(keys);
    }

    private static Key key(Fields fields) {
        Space space = new Space(fields.text("space"));
        String scope = fields.optionalText("scope");
        Set<Right> rights = new LinkedHashSet<>();
        for (String right : fields.text("rights").split(",")) {
            rights.add(Right.of(right));
        }
        // A file written before trust limits existed has none.
        String trust = fields.optionalText("trust");
        return new Key(
                fields.text("id"),
                space,
                scope == null ? null : Scope.of(space, scope),
                rights,
                trust == null ? null : Trust.of(trust),
                fields.text("hash"),
                fields.time("createdAt"),
                fields.optionalTime("expiresAt"),
                fields.optionalTime("revokedAt"));
    }

    static void write(Path file, List<Key> keys) throws IOException {
        PrivateFile.write(
                file,
                Json.write(Map.of("keys", keys.stream().map(KeysFile::line).toList())) + "\n");
    }

    private static Map<String, @Nullable Object> line(Key key) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("id", key.id());
        line.put("space", key.space().id());
        line.put("scope", key.scope() == null ? null : key.scope().code());
        line.put(
                "rights",
                String.join(
                        ",", key.rights().stream().map(Right::label).sorted().toList()));
        Trust trust = key.trust();
        if (trust != null) {
            line.put("trust", trust.label());
        }
        line.put("hash", key.hash());
        line.put("createdAt", Times.format(key.createdAt()));
        line.put("expiresAt", key.expiresAt() == null ? null : Times.format(key.expiresAt()));
        line.put("revokedAt", key.revokedAt() == null ? null : Times.format(key.revokedAt()));
        return line;
    }
}
