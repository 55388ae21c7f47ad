package dev.daybook.server.keys;

import dev.daybook.access.AccessRight;
import dev.daybook.internal.json.IsoTimes;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.model.Trust;
import dev.daybook.server.files.PrivateFile;
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

    static KeyRegister read(String text) {
        JsonFields file = new JsonFields(PlainJson.readObject(text));
        List<ApiKey> keys = new ArrayList<>();
        for (JsonFields key : file.list("keys")) {
            keys.add(key(key));
            key.done();
        }
        List<KeyChange> changes = new ArrayList<>();
        // A file written before the change log existed has none.
        for (JsonFields change : file.has("changes") ? file.list("changes") : List.<JsonFields>of()) {
            changes.add(change(change));
            change.done();
        }
        file.done();
        return new KeyRegister(keys, changes);
    }

    private static KeyChange change(JsonFields fields) {
        return new KeyChange(
                fields.time("at"),
                KeyChange.Action.of(fields.text("action")),
                fields.text("key"),
                fields.text("fingerprint"),
                fields.text("by"),
                fields.text("hash"));
    }

    private static ApiKey key(JsonFields fields) {
        Space space = new Space(fields.text("space"));
        String scope = fields.optionalText("scope");
        Set<AccessRight> rights = new LinkedHashSet<>();
        for (String right : fields.text("rights").split(",")) {
            rights.add(AccessRight.of(right));
        }
        // A file written before limits existed has none.
        String trust = fields.optionalText("trust");
        return new ApiKey(
                fields.text("id"),
                space,
                scope == null ? null : Scope.of(space, scope),
                rights,
                new KeyLimits(trust == null ? null : Trust.of(trust), rate(fields)),
                fields.text("hash"),
                fields.time("createdAt"),
                fields.optionalTime("expiresAt"),
                fields.optionalTime("revokedAt"));
    }

    private static @Nullable Integer rate(JsonFields fields) {
        return fields.optionalNumber("rate");
    }

    static void write(Path file, KeyRegister register) throws IOException {
        Map<String, @Nullable Object> content = new LinkedHashMap<>();
        content.put("keys", register.keys().stream().map(KeysFile::line).toList());
        content.put("changes", register.changes().stream().map(KeysFile::line).toList());
        PrivateFile.write(file, PlainJson.write(content) + "\n");
    }

    /** Returns the hash of the fields of a key that never change. */
    static String fingerprint(ApiKey key) {
        return KeyHash.of(PlainJson.write(lasting(key)));
    }

    private static Map<String, @Nullable Object> lasting(ApiKey key) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("id", key.id());
        line.put("space", key.space().id());
        line.put("scope", key.scope() == null ? null : key.scope().code());
        line.put(
                "rights",
                String.join(
                        ",",
                        key.rights().stream().map(AccessRight::label).sorted().toList()));
        Trust trust = key.limits().trust();
        if (trust != null) {
            line.put("trust", trust.label());
        }
        Integer rate = key.limits().rate();
        if (rate != null) {
            line.put("rate", rate);
        }
        line.put("hash", key.hash());
        line.put("createdAt", IsoTimes.format(key.createdAt()));
        line.put("expiresAt", key.expiresAt() == null ? null : IsoTimes.format(key.expiresAt()));
        return line;
    }

    private static Map<String, @Nullable Object> line(ApiKey key) {
        Map<String, @Nullable Object> line = lasting(key);
        line.put("revokedAt", key.revokedAt() == null ? null : IsoTimes.format(key.revokedAt()));
        return line;
    }

    private static Map<String, @Nullable Object> line(KeyChange change) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("at", IsoTimes.format(change.at()));
        line.put("action", change.action().label());
        line.put("key", change.key());
        line.put("fingerprint", change.fingerprint());
        line.put("by", change.by());
        line.put("hash", change.hash());
        return line;
    }
}
