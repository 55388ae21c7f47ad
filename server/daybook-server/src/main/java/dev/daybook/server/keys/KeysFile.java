package dev.daybook.server.keys;

import static dev.daybook.internal.json.FieldType.NUMBER;
import static dev.daybook.internal.json.FieldType.TEXT;
import static dev.daybook.internal.json.FieldType.TIME;
import static dev.daybook.internal.json.FieldType.TRUST;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;

import dev.daybook.access.AccessRight;
import dev.daybook.internal.json.FieldType;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.internal.json.RecordCodec;
import dev.daybook.internal.json.RecordFields;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.model.Trust;
import dev.daybook.server.files.PrivateFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads and writes the keys file: one JSON object, replaced atomically. */
final class KeysFile {

    private static final FieldType<Space> SPACE = FieldType.label(Space::new, Space::id);
    private static final FieldType<Set<AccessRight>> RIGHTS = FieldType.label(KeysFile::rights, KeysFile::rights);
    private static final FieldType<KeyChange.Action> ACTION =
            FieldType.label(KeyChange.Action::of, KeyChange.Action::label);

    private static final RecordCodec<KeyGrant> GRANT =
            fields -> new KeyGrant(place(fields, KeyGrant::place), fields.required("rights", RIGHTS, KeyGrant::rights));

    private static final FieldType<List<KeyGrant>> GRANTS = new FieldType<>(
            (fields, name) -> fields.get(name) == null ? null : all(GRANT, fields, name),
            grants -> grants.stream().map(GRANT::write).toList(),
            "give a list");

    private static final RecordCodec<ApiKey> KEY = fields -> {
        String id = fields.required("id", TEXT, ApiKey::id);
        GrantPlace home = place(fields, ApiKey::home);
        // A key with the grant of its home only has the form that files had before there were grants.
        Set<AccessRight> rights =
                fields.optional("rights", RIGHTS, key -> key.isOfHomeOnly() ? key.homeRights() : null);
        List<KeyGrant> grants = fields.optional("grants", GRANTS, key -> key.isOfHomeOnly() ? null : key.grants());
        // A file written before limits existed has none.
        Trust trust = fields.optional("trust", TRUST, key -> key.limits().trust());
        Integer rate = fields.optional("rate", NUMBER, key -> key.limits().rate());
        return new ApiKey(
                id,
                home,
                grants(home, rights, grants),
                new KeyLimits(trust, rate),
                fields.required("hash", TEXT, ApiKey::hash),
                fields.required("createdAt", TIME, ApiKey::createdAt),
                fields.nullable("expiresAt", TIME, ApiKey::expiresAt),
                fields.nullable("revokedAt", TIME, ApiKey::revokedAt));
    };

    private static final RecordCodec<KeyChange> CHANGE = fields -> new KeyChange(
            fields.required("at", TIME, KeyChange::at),
            fields.required("action", ACTION, KeyChange::action),
            fields.required("key", TEXT, KeyChange::key),
            fields.required("fingerprint", TEXT, KeyChange::fingerprint),
            fields.required("by", TEXT, KeyChange::by),
            fields.required("hash", TEXT, KeyChange::hash));

    private KeysFile() {}

    private static <T> GrantPlace place(RecordFields<T> fields, Function<T, GrantPlace> place) {
        Space space =
                fields.required("space", SPACE, record -> place.apply(record).space());
        FieldType<Scope> scopes = FieldType.label(code -> Scope.of(space, code), Scope::code);
        return new GrantPlace(
                space,
                fields.nullable("scope", scopes, record -> place.apply(record).scope()));
    }

    private static List<KeyGrant> grants(
            GrantPlace home, @Nullable Set<AccessRight> rights, @Nullable List<KeyGrant> grants) {
        if ((rights == null) == (grants == null)) {
            throw new IllegalArgumentException("a key has 'rights' and 'grants', or neither; give one of them");
        }
        return grants == null ? List.of(new KeyGrant(home, Objects.requireNonNull(rights))) : grants;
    }

    static KeyRegister read(String text) {
        JsonFields file = new JsonFields(PlainJson.readObject(text));
        // A file written before the change log existed has none.
        KeyRegister register = new KeyRegister(all(KEY, file, "keys"), all(CHANGE, file, "changes"));
        file.done();
        return register;
    }

    private static <T> List<T> all(RecordCodec<T> codec, JsonFields file, String name) {
        List<T> all = new ArrayList<>();
        for (JsonFields fields : file.list(name)) {
            all.add(codec.read(fields));
            fields.done();
        }
        return all;
    }

    private static Set<AccessRight> rights(String labels) {
        return Arrays.stream(labels.split(",")).map(AccessRight::of).collect(toCollection(LinkedHashSet::new));
    }

    private static String rights(Set<AccessRight> rights) {
        return rights.stream().map(AccessRight::label).sorted().collect(joining(","));
    }

    static void write(Path file, KeyRegister register) throws IOException {
        Map<String, @Nullable Object> content = KEY.writeList("keys", register.keys());
        content.putAll(CHANGE.writeList("changes", register.changes()));
        PrivateFile.write(file, PlainJson.write(content) + "\n");
    }

    /** Returns the hash of the fields of a key but its revocation, which a record of its own tells. */
    static String fingerprint(ApiKey key) {
        Map<String, @Nullable Object> lasting = KEY.write(key);
        lasting.remove("revokedAt");
        return KeyHash.of(PlainJson.write(lasting));
    }
}
