package dev.daybook.internal.sqlite.database;

import dev.daybook.error.StoreException;
import dev.daybook.spi.MasterKey;
import dev.daybook.spi.MasterKeys;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** The AES-256 key of a key file or of the keys of a backup, and its wrapped form, which alone is stored. */
public final class DataKey {

    private static final int KEY_BYTES = 32;
    private static final int IV_BYTES = 16;
    private static final int NONCE = 12;
    private static final int TAG = 16;

    /** Bytes that a seal has more than its text. */
    public static final int SEAL_BYTES = NONCE + TAG;

    private static final SecureRandom RANDOM = new SecureRandom();

    /** So that a wrapped key fits into the header of a key file; RSA of 4,096 bits wraps to 512 bytes. */
    private static final int MAX_WRAPPED = 1_500;

    /** A service behind a network answers in less. */
    private static final long MAX_SECONDS = 30;

    private final String masterKey;
    private final byte[] wrapped;
    private final SecretKeySpec key;

    private DataKey(String masterKey, byte[] wrapped, byte[] key) {
        this.masterKey = masterKey;
        this.wrapped = wrapped;
        this.key = new SecretKeySpec(key, "AES");
    }

    /** Makes a new key. */
    public static DataKey create(MasterKey master) {
        byte[] key = new byte[KEY_BYTES];
        RANDOM.nextBytes(key);
        return wrapped(master, key);
    }

    /** Unwrapped once: a master key that cannot would lose all records. */
    private static DataKey wrapped(MasterKey master, byte[] key) {
        byte[] wrapped = call(master, "wrap", () -> master.wrap(key.clone()));
        if (wrapped.length > MAX_WRAPPED) {
            throw new StoreException("the master key " + master.id() + " wraps a key of " + KEY_BYTES + " bytes to "
                    + wrapped.length + "; the limit is " + MAX_WRAPPED + ": wrap the key alone");
        }
        if (!Arrays.equals(key, call(master, "unwrap", () -> master.unwrap(wrapped.clone())))) {
            throw new StoreException("the master key " + master.id()
                    + " does not unwrap what it wrapped; correct it, then open the store again");
        }
        return new DataKey(master.id(), wrapped, key);
    }

    /** Returns the same key under another master key. */
    DataKey under(MasterKey master) {
        return wrapped(master, key.getEncoded());
    }

    /** Refuses keys that would lose their wrapping, because a master key that only wraps backups was given. */
    void requireCurrent(Path path, MasterKeys masters) {
        if (masters.current() == null) {
            throw new StoreException("the encryption keys of " + path + " are wrapped by the master key " + masterKey
                    + "; give it as the current master key");
        }
    }

    String masterKey() {
        return masterKey;
    }

    /** Returns the serialized wrapped key: the id of its master key and the wrapped bytes, each behind its length. */
    public byte[] serialized() {
        byte[] id = masterKey.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(2 * Short.BYTES + id.length + wrapped.length)
                .putShort((short) id.length)
                .put(id)
                .putShort((short) wrapped.length)
                .put(wrapped)
                .array();
    }

    /**
     * Reads and unwraps a serialized key.
     *
     * @param what names the file in messages
     * @throws StoreException if no given master key has its id, or the one with its id fails
     */
    public static DataKey read(ByteBuffer serialized, String what, MasterKeys masters) {
        String id;
        byte[] wrapped;
        try {
            id = new String(bytes(serialized), StandardCharsets.UTF_8);
            wrapped = bytes(serialized);
        } catch (BufferUnderflowException damaged) {
            throw new StoreException("the wrapped key of " + what + " is damaged; restore a backup", damaged, false);
        }
        MasterKey master = masters.find(id)
                .orElseThrow(() -> new StoreException("the encryption keys of " + what
                        + " are wrapped by the master key " + id + ", which was not given; give that key ("
                        + (masters.current() == null
                                ? "none was given"
                                : "given was " + masters.current().id()) + ")"));
        byte[] key = call(master, "unwrap", () -> master.unwrap(wrapped.clone()));
        if (key.length != KEY_BYTES) {
            throw new StoreException("the master key " + id + " unwraps the key of " + what + " to " + key.length
                    + " bytes instead of " + KEY_BYTES + "; give the master key that wrapped it");
        }
        return new DataKey(id, wrapped, key);
    }

    private static byte[] bytes(ByteBuffer in) {
        byte[] bytes = new byte[Short.toUnsignedInt(in.getShort())];
        in.get(bytes);
        return bytes;
    }

    /** A call of the application's code or of a key service: bounded in time, and without an effect if it fails. */
    private static byte[] call(MasterKey master, String verb, Callable<byte[]> call) {
        FutureTask<byte[]> task = new FutureTask<>(call);
        Thread thread = new Thread(task, "daybook-master-key");
        thread.setDaemon(true);
        thread.start();
        String failed = "the master key " + master.id() + " could not " + verb + " a key of the store";
        try {
            byte[] answer = task.get(MAX_SECONDS, TimeUnit.SECONDS);
            if (answer == null) {
                throw new StoreException(failed + ": it returned null; correct it, then repeat the call");
            }
            return answer;
        } catch (ExecutionException e) {
            throw new StoreException(
                    failed + " (" + e.getCause() + "); check the key and its service, then repeat the call",
                    e.getCause(),
                    true);
        } catch (TimeoutException e) {
            thread.interrupt();
            throw new StoreException(
                    failed + " within " + MAX_SECONDS + " seconds; check its service, then repeat the call", e, true);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(failed + ": the thread was interrupted; repeat the call", e, true);
        }
    }

    /**
     * Encrypts bytes with a random nonce, and authenticates them.
     *
     * @param context what the bytes belong to; only the same context opens them
     * @return the nonce, the ciphertext and its tag: {@value #SEAL_BYTES} bytes more than the text
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

    /**
     * Decrypts bytes of an earlier build, which are in counter mode.
     *
     * @param number the number of the bytes, such as of a page
     */
    public byte[] decryptOld(long number, byte[] bytes) {
        try {
            Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
            byte[] iv = ByteBuffer.allocate(IV_BYTES).putLong(number).array();
            cipher.init(Cipher.DECRYPT_MODE, key, new IvParameterSpec(iv));
            return cipher.doFinal(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has AES in counter mode", e);
        }
    }
}
