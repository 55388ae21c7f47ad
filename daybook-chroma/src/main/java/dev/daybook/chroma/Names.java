package dev.daybook.chroma;

import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.spi.Key;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/** What things are called on the server, where names are short and of few characters. */
final class Names {

    /** The database that every Chroma server has, and that its clients take unless told. */
    static final String DEFAULT_DATABASE = "default_database";

    /** What Chroma allows; such a space is called there as it is here. */
    private static final Pattern PLAIN = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._-]{1,510}[a-zA-Z0-9]");

    /** What the databases of all other spaces begin with; their ids are noted inside. */
    private static final String HASHED = "daybook-space-";

    private static final int SHORT = 8;

    private Names() {}

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

    /** The space whose database has a name that tells of it. */
    static Space space(String database) {
        return database.equals(DEFAULT_DATABASE) ? Space.DEFAULT : new Space(database);
    }

    /** Whether the name of a database does not tell of which space it is. */
    static boolean isHashed(String database) {
        return database.startsWith(HASHED);
    }

    /** What an entry's row may be called, the first choice first: its id, unless another scope's entry is called so. */
    static List<String> rows(Scope scope, String id) {
        String hash = hash(scope.code());
        String longer = id + "~" + hash;
        String other = id + "~" + hash.substring(0, SHORT);
        return id.isEmpty() ? List.of(other, longer) : List.of(id, other, longer);
    }

    static String sideRow(Scope scope, Key key) {
        return "row/" + entry(scope, key);
    }

    static String body(Scope scope, Key key, long contentRevision) {
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

    static String entry(Scope scope, Key key) {
        return hash(scope.code(), key.kind().label(), key.id());
    }

    /** 128 bits of the digest: nobody meets two alike. Parts cannot run into each other. */
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
