package dev.daybook.server.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.daybook.server.keys.AuthenticatedCaller;
import dev.daybook.server.problem.NotFoundException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * MCP session ids with a seal (HMAC) of the key that opened the session: a stolen id is useless with another key, and
 * no state is kept for it. The seals end with the process, as the sessions do.
 */
final class SessionIds {

    private static final String ALGORITHM = "HmacSHA256";
    private static final int SECRET_BYTES = 32;

    private final SecretKeySpec secret;

    SessionIds() {
        byte[] random = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(random);
        secret = new SecretKeySpec(random, ALGORITHM);
    }

    String sealed(AuthenticatedCaller caller, String id) {
        return id + "." + seal(caller, id);
    }

    /**
     * Opens a sealed id.
     *
     * @throws NotFoundException if it is not sealed for this caller, whether or not it exists
     */
    String opened(AuthenticatedCaller caller, String sealed) {
        int dot = sealed.lastIndexOf('.');
        String id = sealed.substring(0, Math.max(0, dot));
        byte[] given = sealed.substring(dot + 1).getBytes(UTF_8);
        if (!MessageDigest.isEqual(given, seal(caller, id).getBytes(UTF_8))) {
            throw new NotFoundException(SessionResponse.NO_SESSION);
        }
        return id;
    }

    private String seal(AuthenticatedCaller caller, String id) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            // The length of the first part keeps the two apart.
            String key = caller.key() == null ? "" : caller.key().id();
            mac.update((key.length() + ":" + key + id).getBytes(UTF_8));
            return HexFormat.of().formatHex(mac.doFinal());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + ALGORITHM + ", which every Java must have", e);
        }
    }
}
