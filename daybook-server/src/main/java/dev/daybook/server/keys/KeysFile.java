package dev.daybook.server.keys;

import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.data.Trust;
import dev.daybook.json.IsoTimes;
import dev.daybook.json.JsonFields;
import dev.daybook.server.files.PrivateFile;
import dev.daybook.server.json.JsonText;
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

    static List<ApiKey> read(String text) {
        JsonFields file = new JsonFields(JsonText.readObject(text));
        List<ApiKey> keys = new ArrayList<>();
        for (JsonFields key : file.list("keys")) {
            keys.add(key(key));
            key.done();
        }
        file.done();
        return List.copyOf(keys);
    }

    private static ApiKey key(JsonFields fields) {
        Space space = new Space(fields.text("space"));
        String scope = fields.optionalText("scope");
        Set<AccessRight> rights = new LinkedHashSet<>();
        for (String right : fields.text("rights").split(",")) {
            rights.add(AccessRight.of(right));
        }
        // A file written before trust limits existed has none.
        String trust = fields.optionalText("trust");
        return new ApiKey(
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

    static void write(Path file, List<ApiKey> keys) throws IOException {
        PrivateFile.write(
                file,
                JsonText.write(Map.of("keys", keys.stream().map(KeysFile::line).toList())) + "\n");
    }

    private static Map<String, @Nullable Object> line(ApiKey key) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("id", key.id());
        line.put("space", key.space().id());
        line.put("scope", key.scope() == null ? null : key.scope().code());
        line.put(
                "rights",
                String.join(
                        ",",
                        key.rights().stream().map(AccessRight::label).sorted().toList()));
        Trust trust = key.trust();
        if (trust != null) {
            line.put("trust", trust.label());
        }
        line.put("hash", key.hash());
        line.put("createdAt", IsoTimes.format(key.createdAt()));
        line.put("expiresAt", key.expiresAt() == null ? null : IsoTimes.format(key.expiresAt()));
        line.put("revokedAt", key.revokedAt() == null ? null : IsoTimes.format(key.revokedAt()));
        return line;
    }
}
