package dev.daybook.internal.encryption;

import dev.daybook.error.StoreException;
import dev.daybook.spi.MasterKey;
import dev.daybook.spi.MasterKeys;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A data key of 32 random bytes, and its form wrapped by a master key, which alone is stored. */
public final class WrappedKey {

    private static final int KEY_BYTES = 32;

    private static final SecureRandom RANDOM = new SecureRandom();

    /** So that a wrapped key fits into the header of a key file; RSA of 4,096 bits wraps to 512 bytes. */
    private static final int MAX_WRAPPED = 1_500;

    /** A service behind a network answers in less. */
    private static final long MAX_SECONDS = 30;

    private final String masterKey;
    private final byte[] wrapped;
    private final byte[] key;

    private WrappedKey(String masterKey, byte[] wrapped, byte[] key) {
        this.masterKey = masterKey;
        this.wrapped = wrapped;
        this.key = key;
    }

    /** Makes a new key. */
    public static WrappedKey create(MasterKey master) {
        byte[] key = new byte[KEY_BYTES];
        RANDOM.nextBytes(key);
        return wrapped(master, key);
    }

    /** Unwrapped once: a master key that cannot would lose all records. */
    private static WrappedKey wrapped(MasterKey master, byte[] key) {
        byte[] wrapped = call(master, "wrap", () -> master.wrap(key.clone()));
        if (wrapped.length > MAX_WRAPPED) {
            throw new StoreException("the master key " + master.id() + " wraps a key of " + KEY_BYTES + " bytes to "
                    + wrapped.length + "; the limit is " + MAX_WRAPPED + ": wrap the key alone");
        }
        if (!Arrays.equals(key, call(master, "unwrap", () -> master.unwrap(wrapped.clone())))) {
            throw new StoreException("the master key " + master.id()
                    + " does not unwrap what it wrapped; correct it, then open the store again");
        }
        return new WrappedKey(master.id(), wrapped, key);
    }

    /** Returns the same key under another master key. */
    public WrappedKey under(MasterKey master) {
        return wrapped(master, key);
    }

    /** Refuses keys that would lose their wrapping, because a master key that only wraps backups was given. */
    public void requireCurrent(String what, MasterKeys masters) {
        if (masters.current() == null) {
            throw new StoreException("the encryption keys of " + what + " are wrapped by the master key " + masterKey
                    + "; give it as the current master key");
        }
    }

    /** Returns the id of the master key. */
    public String masterKey() {
        return masterKey;
    }

    /** Returns a copy of the 32 bytes of the key. */
    public byte[] key() {
        return key.clone();
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
     * @param what names the file or the store in messages
     * @throws StoreException if no given master key has its id, or the one with its id fails
     */
    public static WrappedKey read(ByteBuffer serialized, String what, MasterKeys masters) {
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
        return new WrappedKey(id, wrapped, key.clone());
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
}
