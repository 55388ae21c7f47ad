package dev.daybook.server.paths;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * Ids in a path. An id of letters, digits and {@code ._@:-} is written as it is; any other as {@code ~} and the
 * base64url of its UTF-8, because proxies may refuse or decode an encoded slash. An id without a slash may also be
 * percent-encoded, as generated clients do; the container has decoded it, once.
 */
public final class PathIds {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._@:-]+");

    private PathIds() {}

    public static String write(String id) {
        if (PLAIN.matcher(id).matches() && !id.equals(".") && !id.equals("..")) {
            return id;
        }
        return "~" + Base64.getUrlEncoder().withoutPadding().encodeToString(id.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Decodes an id.
     *
     * @param segment percent-decoded
     * @throws IllegalArgumentException if the segment is not encoded like this
     */
    public static String read(String name, String segment) {
        return decode("'" + name + "' in the path", segment);
    }

    /**
     * Decodes an id that is written as in a path.
     *
     * @param name the place of the id, for a message
     */
    public static String decode(String name, String segment) {
        if (!segment.startsWith("~")) {
            if (segment.isEmpty() || segment.indexOf('/') >= 0 || segment.indexOf('\\') >= 0) {
                throw wrong(name);
            }
            return segment;
        }
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(segment.substring(1));
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (IllegalArgumentException | CharacterCodingException e) {
            throw wrong(name);
        }
    }

    private static IllegalArgumentException wrong(String name) {
        return new IllegalArgumentException(name + " is not a valid id; use letters,"
                + " digits and ._@:- as they are, and for an id with other characters, or one that begins with '~',"
                + " use '~' and the base64url of its UTF-8");
    }
}
