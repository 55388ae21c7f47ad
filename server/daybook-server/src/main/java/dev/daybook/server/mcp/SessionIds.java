package dev.daybook.server.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.daybook.internal.codec.HmacSha256;
import dev.daybook.server.keys.AuthenticatedCaller;
import dev.daybook.server.problem.NotFoundException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * MCP session ids that every server with the same API keys understands. An id consists of the memory session, a random
 * part and a seal: an HMAC with the stored hash of the key that opened the session. So a stolen id is useless with
 * another key, and no state is kept for it. An id grants no right; the key of each request does.
 */
final class SessionIds {

    static final String NO_SESSION = "there is no such MCP session for this key; send 'initialize' for a new one";

    private static final String PURPOSE = "mcp-session:";
    private static final int RANDOM_BYTES = 16;

    /** A server without keys has nothing to protect: its seal is a checksum. */
    private static final String OPEN = "open";

    private final SecureRandom random = new SecureRandom();

    /** Creates an id for a session of a caller. */
    String created(AuthenticatedCaller caller, String memorySession) {
        byte[] bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        String id = memorySession + "." + HexFormat.of().formatHex(bytes);
        return id + "." + seal(caller, id);
    }

    /**
     * Returns the memory session of an id.
     *
     * @throws NotFoundException if it is not sealed for this caller, whether or not it exists
     */
    String memorySession(AuthenticatedCaller caller, String sealed) {
        int dot = sealed.lastIndexOf('.');
        String id = sealed.substring(0, Math.max(0, dot));
        byte[] given = sealed.substring(dot + 1).getBytes(UTF_8);
        if (!MessageDigest.isEqual(given, seal(caller, id).getBytes(UTF_8))) {
            throw new NotFoundException(NO_SESSION);
        }
        int end = id.lastIndexOf('.');
        // Without keys the seal is a checksum, so a client can seal anything.
        if (end < 0) {
            throw new NotFoundException(NO_SESSION);
        }
        return id.substring(0, end);
    }

    static String seal(AuthenticatedCaller caller, String id) {
        String secret = caller.key() == null ? OPEN : caller.key().hash();
        return HexFormat.of().formatHex(HmacSha256.of(secret.getBytes(UTF_8), (PURPOSE + id).getBytes(UTF_8)));
    }
}
