package dev.daybook.server.admission;

import dev.daybook.internal.checks.ShortenedText;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The encoding of a body by its headers: text in UTF-8, not compressed. Anything else is refused by the name of its header,
 * because its bytes would be refused as broken JSON, or passed on unread by the proxy.
 */
public final class BodyEncoding {

    private static final String CHARSET = "charset=";

    private static final Set<String> UTF8 = Set.of("utf-8", "utf8", "us-ascii", "ascii");

    private BodyEncoding() {}

    /**
     * Requires a body that is not compressed.
     *
     * @param coding the header {@code Content-Encoding}, or null
     * @throws IllegalArgumentException if it names a content coding
     */
    public static void requirePlain(@Nullable String coding) {
        if (coding != null && !coding.isBlank() && !coding.strip().equalsIgnoreCase("identity")) {
            throw new IllegalArgumentException("the header 'Content-Encoding' is '" + ShortenedText.of(coding)
                    + "'; send the body as it is, without this header");
        }
    }

    /**
     * Requires a content type with the charset UTF-8 or none.
     *
     * @param type the header {@code Content-Type}, or null
     * @throws IllegalArgumentException if it names another charset
     */
    public static void requireUtf8(@Nullable String type) {
        for (String parameter : type == null ? new String[0] : type.split(";")) {
            String lower = parameter.strip().toLowerCase(Locale.ROOT);
            if (lower.startsWith(CHARSET)) {
                String charset =
                        lower.substring(CHARSET.length()).replace("\"", "").strip();
                if (!UTF8.contains(charset)) {
                    throw new IllegalArgumentException("the header 'Content-Type' has the charset '"
                            + ShortenedText.of(charset) + "'; send the body in UTF-8, and leave the charset out");
                }
            }
        }
    }

    /**
     * Requires a whole body to be text in UTF-8, and overwrites a byte order mark with blanks, which JSON skips: a copy
     * without it would take heap that nobody has reserved. A body in ASCII is the same text in nearly every charset that a
     * client may state.
     *
     * @throws IllegalArgumentException if a header states another encoding
     */
    static void requireUtf8(byte[] body, @Nullable String type, @Nullable String coding) {
        requirePlain(coding);
        if (!isAscii(body)) {
            requireUtf8(type);
        }
        if (hasMark(body)) {
            Arrays.fill(body, 0, 3, (byte) ' ');
        }
    }

    private static boolean isAscii(byte[] body) {
        for (byte octet : body) {
            // A zero is half of a character of UTF-16.
            if (octet <= 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasMark(byte[] body) {
        return body.length >= 3 && body[0] == (byte) 0xEF && body[1] == (byte) 0xBB && body[2] == (byte) 0xBF;
    }
}
