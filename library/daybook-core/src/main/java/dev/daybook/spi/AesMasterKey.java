package dev.daybook.spi;

import dev.daybook.internal.text.Sha256Hash;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/** A master key in memory. */
final class AesMasterKey implements MasterKey {

    private static final int KEY_BYTES = 32;
    private static final int ID_BYTES = 8;

    private final SecretKeySpec key;
    private final String id;

    AesMasterKey(byte[] key) {
        if (key.length != KEY_BYTES) {
            throw new IllegalArgumentException("the master key has " + key.length + " bytes; give " + KEY_BYTES
                    + " random ones, as 'openssl rand -base64 32' makes them");
        }
        boolean equal = true;
        for (byte each : key) {
            equal &= each == key[0];
        }
        if (equal) {
            throw new IllegalArgumentException("the bytes of the master key are all equal; give " + KEY_BYTES
                    + " random ones, as 'openssl rand -base64 32' makes them");
        }
        this.key = new SecretKeySpec(key, "AES");
        this.id = id(key);
    }

    private static String id(byte[] key) {
        MessageDigest sha = Sha256Hash.digest();
        sha.update("daybook master key".getBytes(StandardCharsets.US_ASCII));
        return HexFormat.of().formatHex(sha.digest(key), 0, ID_BYTES);
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public byte[] wrap(byte[] dataKey) {
        try {
            Cipher cipher = cipher(Cipher.WRAP_MODE);
            return cipher.wrap(new SecretKeySpec(dataKey, "AES"));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("the data key cannot be wrapped", e);
        }
    }

    @Override
    public byte[] unwrap(byte[] wrapped) {
        try {
            return cipher(Cipher.UNWRAP_MODE)
                    .unwrap(wrapped, "AES", Cipher.SECRET_KEY)
                    .getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("the data key was wrapped by another master key, or changed", e);
        }
    }

    private Cipher cipher(int mode) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AESWrap");
        cipher.init(mode, key);
        return cipher;
    }

    @Override
    public String toString() {
        return "master key " + id;
    }
}
