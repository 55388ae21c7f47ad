package dev.daybook.spi;

/**
 * A key outside of the data folder that encrypts the encryption keys of a store, such as a key of a key management
 * service. The store has a data key of its own, which the master key wraps; without the master key no record can be read.
 *
 * <p>{@link #wrap} and {@link #unwrap} are called when a store is opened, backed up or restored, never for a single record.
 * A call that takes longer than 30 seconds is given up. Implementations are thread-safe. An exception of theirs makes the
 * call of the store fail, which may be repeated, and changes nothing.
 */
public interface MasterKey {

    /**
     * Returns the name that stands beside wrapped keys and in messages: at most 200 characters, stable, not secret, and
     * another one for another key.
     */
    String id();

    /** Encrypts a data key of 32 bytes. The result has at most 1,500 bytes, and {@link #unwrap} returns the key from it. */
    byte[] wrap(byte[] key);

    /**
     * Decrypts a data key.
     *
     * @throws RuntimeException if another key wrapped it, or it was changed
     */
    byte[] unwrap(byte[] wrapped);

    /**
     * Returns a master key of 32 random bytes, which wraps by AES key wrap (RFC 3394). Its id is a hash of the bytes.
     *
     * @throws IllegalArgumentException if there are fewer or more bytes, or all are equal
     */
    static MasterKey of(byte[] key) {
        return new AesMasterKey(key);
    }
}
