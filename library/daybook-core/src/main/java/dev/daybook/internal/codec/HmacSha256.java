package dev.daybook.internal.codec;

import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Keyed hashes: HMAC-SHA-256 (RFC 2104). */
public final class HmacSha256 {

    private static final String ALGORITHM = "HmacSHA256";

    private HmacSha256() {}

    /** Returns the 32 bytes of the HMAC of the parts, one after the other. */
    public static byte[] of(byte[] key, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            for (byte[] part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(
                    "this Java runtime has no " + ALGORITHM + ", which every runtime must have", e);
        }
    }
}
