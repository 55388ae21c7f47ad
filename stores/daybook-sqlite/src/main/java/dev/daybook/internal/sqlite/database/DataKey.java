package dev.daybook.internal.sqlite.database;

import dev.daybook.error.StoreException;
import dev.daybook.internal.encryption.AesGcm;
import dev.daybook.internal.encryption.WrappedKey;
import dev.daybook.spi.MasterKey;
import dev.daybook.spi.MasterKeys;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** The AES-256 key of a key file or of the keys of a backup, and its wrapped form, which alone is stored. */
public final class DataKey {

    private static final int IV_BYTES = 16;

    /** Bytes that a seal has more than its text. */
    public static final int SEAL_BYTES = AesGcm.SEAL_BYTES;

    private final WrappedKey wrapped;
    private final AesGcm cipher;

    private DataKey(WrappedKey wrapped) {
        this.wrapped = wrapped;
        this.cipher = new AesGcm(wrapped.key());
    }

    /** Makes a new key. */
    public static DataKey create(MasterKey master) {
        return new DataKey(WrappedKey.create(master));
    }

    /** Returns the same key under another master key. */
    DataKey under(MasterKey master) {
        return new DataKey(wrapped.under(master));
    }

    /** Refuses keys that would lose their wrapping, because a master key that only wraps backups was given. */
    void requireCurrent(Path path, MasterKeys masters) {
        wrapped.requireCurrent(path.toString(), masters);
    }

    String masterKey() {
        return wrapped.masterKey();
    }

    /** Returns the serialized wrapped key: the id of its master key and the wrapped bytes, each behind its length. */
    public byte[] serialized() {
        return wrapped.serialized();
    }

    /**
     * Reads and unwraps a serialized key.
     *
     * @param what names the file in messages
     * @throws StoreException if no given master key has its id, or the one with its id fails
     */
    public static DataKey read(ByteBuffer serialized, String what, MasterKeys masters) {
        return new DataKey(WrappedKey.read(serialized, what, masters));
    }

    /** Encrypts and authenticates bytes as {@link AesGcm#seal}: {@value #SEAL_BYTES} bytes more than the text. */
    public byte[] seal(byte[] context, byte[] plain) {
        return cipher.seal(context, plain);
    }

    /** Returns the text of sealed bytes, or null if they are not those that this key sealed in this context. */
    public byte @Nullable [] open(byte[] context, byte[] sealed) {
        return cipher.open(context, sealed);
    }

    /**
     * Decrypts bytes of an earlier build, which are in counter mode.
     *
     * @param number the number of the bytes, such as of a page
     */
    public byte[] decryptOld(long number, byte[] bytes) {
        try {
            Cipher old = Cipher.getInstance("AES/CTR/NoPadding");
            byte[] iv = ByteBuffer.allocate(IV_BYTES).putLong(number).array();
            old.init(Cipher.DECRYPT_MODE, new SecretKeySpec(wrapped.key(), "AES"), new IvParameterSpec(iv));
            return old.doFinal(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has AES in counter mode", e);
        }
    }
}
