package dev.daybook.internal.sqlite.database;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts and decrypts records with the keys of a {@link KeyFile}: AES-128 in counter mode, with a nonce before the
 * ciphertext. The mode keeps a flipped bit in its place, so that a damaged record can still be named; checksums within
 * the record detect it. The purpose is erasure: whoever reads the folder has the keys as well. Not thread-safe.
 */
public final class RecordCipher {

    private static final int BLOCK = 16;

    /** The rest of a block counts the blocks of a record. */
    private static final int NONCE = 12;

    private static final int PREFIX = 8;

    private final KeyFile keyFile;
    private final Cipher cipher;
    private final MessageDigest sha;

    /** A random prefix and a counter, so that no nonce is used twice. */
    private final byte[] prefix = new byte[PREFIX];

    private int counter;
    private boolean noErasure;

    RecordCipher(KeyFile keyFile) {
        this.keyFile = keyFile;
        try {
            cipher = Cipher.getInstance("AES/CTR/NoPadding");
            sha = MessageDigest.getInstance("SHA-256");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has AES and SHA-256", e);
        }
        newPrefix();
    }

    private void newPrefix() {
        new SecureRandom().nextBytes(prefix);
    }

    /** Makes sure that a slot has a durable key, before a record is written with it. */
    void require(int slot) {
        keyFile.require(slot);
    }

    public boolean hasKey(int slot) {
        return keyOrNull(slot) != null;
    }

    private byte @Nullable [] keyOrNull(int slot) {
        return slot == KeySlots.NONE ? null : keyFile.key(slot);
    }

    /** Makes a record without a key a damaged one: nothing is being erased, so its key is lost. */
    public void expectNoErasure(boolean expected) {
        noErasure = expected;
    }

    public byte[] encrypt(int slot, byte[] plain) throws DamagedRecord {
        if (++counter == 0) {
            newPrefix();
        }
        byte[] encrypted = new byte[NONCE + plain.length];
        ByteBuffer.wrap(encrypted).put(prefix).putInt(counter);
        run(Cipher.ENCRYPT_MODE, slot, encrypted, plain, 0, encrypted, NONCE);
        return encrypted;
    }

    public byte[] decrypt(int slot, byte[] encrypted) throws DamagedRecord {
        if (encrypted.length < NONCE) {
            throw new DamagedRecord("a record without content");
        }
        byte[] plain = new byte[encrypted.length - NONCE];
        run(Cipher.DECRYPT_MODE, slot, encrypted, encrypted, NONCE, plain, 0);
        return plain;
    }

    private void run(int mode, int slot, byte[] nonce, byte[] in, int inAt, byte[] out, int outAt)
            throws DamagedRecord {
        byte[] block = Arrays.copyOf(nonce, BLOCK);
        Arrays.fill(block, NONCE, BLOCK, (byte) 0);
        try {
            cipher.init(mode, new SecretKeySpec(key(slot), "AES"), new IvParameterSpec(block));
            cipher.doFinal(in, inAt, in.length - inAt, out, outAt);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES in counter mode takes every input", e);
        }
    }

    private byte[] key(int slot) throws DamagedRecord {
        byte[] key = keyOrNull(slot);
        if (key == null) {
            throw noErasure ? new DamagedRecord(ErasedKey.message(slot)) : new ErasedKey(slot);
        }
        return key;
    }

    /** Returns a keyed hash of a text: equal texts can be looked up, and without the key it tells nothing of the text. */
    public long hash(int slot, long kind, String text) throws DamagedRecord {
        sha.update(key(slot));
        sha.update((byte) kind);
        byte[] hash = sha.digest(text.getBytes(StandardCharsets.UTF_8));
        // Only a reset wipes the text from the buffers of the digest, which is kept as long as the connection.
        sha.reset();
        return ByteBuffer.wrap(hash).getLong();
    }
}
