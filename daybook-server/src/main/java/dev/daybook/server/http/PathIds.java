package dev.daybook.server.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * Ids in a path. One of letters, digits and {@code ._@:-} stands as it is; any other is {@code ~} and the base64url of its
 * UTF-8, because what lies between a client and us may refuse or decode an encoded slash. Any other than one with a slash
 * may be percent-encoded, too, as generated clients do it; the container has decoded it, once.
 */
final class PathIds {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._@:-]+");

    private PathIds() {}

    static String write(String id) {
        if (PLAIN.matcher(id).matches() && !id.equals(".") && !id.equals("..")) {
            return id;
        }
        return "~" + Base64.getUrlEncoder().withoutPadding().encodeToString(id.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Reads an id back.
     *
     * @param segment percent-decoded
     * @throws IllegalArgumentException if it is not written in this way
     */
    static String read(String name, String segment) {
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
        return new IllegalArgumentException("'" + name + "' in the path is no id as it is written there; use letters,"
                + " digits and ._@:- as they are, percent-encode others, and for an id with a slash, or one that begins"
                + " with '~', use '~' and the base64url of its UTF-8");
    }
}
