package dev.daybook.internal.encryption;

import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA-256: derives keys of 32 bytes from a key, and authenticates names. */
final class KeyDerivation {

    private KeyDerivation() {}

    /** Returns the 32 bytes that a key and some fields give. */
    static byte[] derive(byte[] key, ContextFields fields) {
        return mac(key, fields.bytes());
    }

    static byte[] mac(byte[] key, byte[] bytes) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HMAC with SHA-256", e);
        }
    }
}
