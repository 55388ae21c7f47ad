package dev.daybook.internal.json;

import dev.daybook.internal.text.Sha256Hash;
import dev.daybook.model.Kind;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Generates ids for lines without one, from their content: {@code ep_} (or the prefix of the kind) and 26 Crockford
 * base32 characters of the SHA-256 of the line with sorted keys. The same file gives the same ids, so a second import
 * changes nothing. The number of the repetition is hashed too, so that no repeated line ("ok", twice in a session) is
 * lost.
 */
public final class LineIds {

    private static final String CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int LENGTH = 26;

    private final Map<String, Integer> seen = new HashMap<>();

    /** Starts the generation of the ids of one file. */
    public LineIds() {}

    /** Returns the id of a line. */
    public String of(Kind kind, Map<String, @Nullable Object> line) {
        String canonical = PlainJson.writeCanonical(line);
        String id = id(kind, canonical);
        int times = seen.merge(id, 1, Integer::sum);
        return times == 1 ? id : id(kind, canonical + "#" + times);
    }

    /** Returns the id of a content of one kind. */
    public static String id(Kind kind, String text) {
        byte[] hash = Sha256Hash.digest().digest(text.getBytes(StandardCharsets.UTF_8));
        StringBuilder id = new StringBuilder(kind.idPrefix());
        for (int i = 0; i < LENGTH; i++) {
            int bit = i * 5;
            int pair = (hash[bit / 8] & 0xff) << 8 | hash[bit / 8 + 1] & 0xff;
            id.append(CROCKFORD.charAt(pair >> (11 - bit % 8) & 31));
        }
        return id.toString();
    }
}
