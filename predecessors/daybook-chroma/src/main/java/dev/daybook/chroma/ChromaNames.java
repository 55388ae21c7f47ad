package dev.daybook.chroma;

import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.EntryKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/** Maps ids to names on the server, which are short and limited in characters. */
final class ChromaNames {

    /** The database that every Chroma server has and its clients use by default. */
    static final String DEFAULT_DATABASE = "default_database";

    /** Chroma's rule for names; a space that follows it keeps its name. */
    private static final Pattern PLAIN = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._-]{1,510}[a-zA-Z0-9]");

    /** The prefix of the databases of other spaces; their ids are stored inside. */
    private static final String HASHED = "daybook-space-";

    private static final int SHORT = 8;

    private ChromaNames() {}

    static boolean isPlain(String name) {
        return PLAIN.matcher(name).matches();
    }

    static String database(Space space) {
        if (space.equals(Space.DEFAULT)) {
            return DEFAULT_DATABASE;
        }
        boolean plain = isPlain(space.id()) && !space.id().equals(DEFAULT_DATABASE) && !isHashed(space.id());
        return plain ? space.id() : HASHED + hash(space.id());
    }

    /** Returns the space of a database with a plain name. */
    static Space space(String database) {
        return database.equals(DEFAULT_DATABASE) ? Space.DEFAULT : new Space(database);
    }

    /** Tests whether a database has a hashed name. */
    static boolean isHashed(String database) {
        return database.startsWith(HASHED);
    }

    /**
     * Returns the possible ids of an entry's row, the preferred one first: its own id, unless an entry of another scope
     * has it.
     */
    static List<String> rows(Scope scope, String id) {
        String hash = hash(scope.code());
        String longer = id + "~" + hash;
        String other = id + "~" + hash.substring(0, SHORT);
        return id.isEmpty() ? List.of(other, longer) : List.of(id, other, longer);
    }

    static String sideRow(Scope scope, EntryKey key) {
        return "row/" + entry(scope, key);
    }

    static String body(Scope scope, EntryKey key, long contentRevision) {
        return "body/" + entry(scope, key) + "/" + contentRevision;
    }

    static String state(Scope scope, String name) {
        return "state/" + hash(scope.code(), name);
    }

    static String scope(Scope scope) {
        return "scope/" + hash(scope.code());
    }

    static String audit(Scope scope, long number) {
        return "audit/" + hash(scope.code()) + "/" + number;
    }

    static String entry(Scope scope, EntryKey key) {
        return hash(scope.code(), key.kind().label(), key.id());
    }

    /** Returns 128 bits of a digest, so that collisions do not occur. The parts are separated unambiguously. */
    static String hash(String... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String part : parts) {
                byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
                digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
                digest.update(bytes);
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 16);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java has SHA-256", missing);
        }
    }
}
