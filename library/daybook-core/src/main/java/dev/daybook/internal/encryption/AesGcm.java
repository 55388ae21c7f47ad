package dev.daybook.internal.encryption;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** AES-256-GCM with a random nonce of 12 bytes, which stands before the ciphertext and its tag of 16. Thread-safe. */
public final class AesGcm {

    private static final int NONCE = 12;
    private static final int TAG = 16;

    /** Bytes that a seal has more than its text. */
    public static final int SEAL_BYTES = NONCE + TAG;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final SecretKeySpec key;

    /** @param key 32 bytes */
    public AesGcm(byte[] key) {
        this.key = new SecretKeySpec(key, "AES");
    }

    /**
     * Encrypts bytes, and authenticates them.
     *
     * @param context what the bytes belong to; only the same context opens them
     * @return {@value #SEAL_BYTES} bytes more than the text
     */
    public byte[] seal(byte[] context, byte[] plain) {
        byte[] nonce = new byte[NONCE];
        RANDOM.nextBytes(nonce);
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(TAG * Byte.SIZE, nonce));
            cipher.updateAAD(context);
            byte[] sealed = Arrays.copyOf(nonce, SEAL_BYTES + plain.length);
            cipher.doFinal(plain, 0, plain.length, sealed, NONCE);
            return sealed;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has AES in Galois/counter mode", e);
        }
    }

    /** Returns the text of sealed bytes, or null if they are not those that this key sealed in this context. */
    public byte @Nullable [] open(byte[] context, byte[] sealed) {
        if (sealed.length < SEAL_BYTES) {
            return null;
        }
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(TAG * Byte.SIZE, sealed, 0, NONCE));
            cipher.updateAAD(context);
            return cipher.doFinal(sealed, NONCE, sealed.length - NONCE);
        } catch (AEADBadTagException damaged) {
            return null;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has AES in Galois/counter mode", e);
        }
    }
}
