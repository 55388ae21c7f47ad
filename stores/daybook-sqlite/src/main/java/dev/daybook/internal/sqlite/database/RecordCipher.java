package dev.daybook.internal.sqlite.database;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts and decrypts records with the keys of a {@link KeyFile}: AES-256 in Galois/counter mode. The associated data of
 * a part are the place of its record in the store, so that an edited, moved or exchanged record is a damaged one (decision
 * 161). Without a master key whoever reads the folder has the keys as well. Not thread-safe.
 *
 * <p>A record is a nonce of 12 bytes and the ciphertext with its tag of 16 bytes; a record of two parts has the length of
 * the first one behind the nonce, and a tag for each. The slot of the key decides how a record is read, not the record: a
 * slot of an earlier build has a key of 128 bits, whose records are in counter mode with checksums within.
 */
public final class RecordCipher {

    private static final int BLOCK = 16;
    private static final int NONCE = 12;
    private static final int TAG = 16;

    /** Of the second part of a record; the counter of a nonce is even. */
    private static final int SECOND = 1;

    /** The counter of the first block of a text in Galois/counter mode; the block before it encrypts the tag. */
    private static final int FIRST_BLOCK = 2;

    private static final int PREFIX = 8;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final KeyFile keyFile;
    private final Cipher galois;
    private final Cipher counterMode;
    private final MessageDigest sha;

    /** A random prefix and a counter, so that no nonce is used twice: each opening of a store has another prefix. */
    private final byte[] prefix = new byte[PREFIX];

    private int counter;
    private boolean noErasure;

    RecordCipher(KeyFile keyFile) {
        this.keyFile = keyFile;
        try {
            galois = Cipher.getInstance("AES/GCM/NoPadding");
            counterMode = Cipher.getInstance("AES/CTR/NoPadding");
            sha = MessageDigest.getInstance("SHA-256");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has AES and SHA-256", e);
        }
        newPrefix();
    }

    private void newPrefix() {
        RANDOM.nextBytes(prefix);
    }

    /** Makes sure that a slot has a durable key, before a record is written with it. */
    void require(int slot) {
        keyFile.require(slot);
    }

    public boolean hasKey(int slot) {
        return keyBytes(slot) != 0;
    }

    /** Returns whether a slot has a key for new records: of 256 bits, and not of an earlier build. */
    boolean canSeal(int slot) {
        return keyBytes(slot) == KeyFile.KEY_BYTES;
    }

    /** Returns whether the records of a slot are in counter mode, with checksums within. */
    public boolean isOld(int slot) throws DamagedRecord {
        int bytes = keyBytes(slot);
        if (bytes == 0) {
            throw noKey(slot);
        }
        return bytes == KeyFile.OLD_KEY_BYTES;
    }

    /** Returns whether a slot has a key, and that is of an earlier build. */
    public boolean hasOldKey(int slot) {
        return keyBytes(slot) == KeyFile.OLD_KEY_BYTES;
    }

    private int keyBytes(int slot) {
        return slot == KeySlots.NONE ? 0 : keyFile.keyBytes(slot);
    }

    /** Makes a record without a key a damaged one: nothing is being erased, so its key is lost. */
    public void expectNoErasure(boolean expected) {
        noErasure = expected;
    }

    /** Encrypts a record of one part. A damaged part gets a random tag. */
    public byte[] seal(int slot, byte[] context, RecordPart part) throws DamagedRecord {
        byte[] record = new byte[NONCE + part.bytes().length + TAG];
        putNonce(record);
        seal(slot, nonce(record, 0), context, part, record, NONCE);
        return record;
    }

    /** Encrypts a record of two parts, which are authenticated one by one: damage to one leaves the other readable. */
    public byte[] seal(int slot, byte[] context, RecordPart part, byte[] secondContext, RecordPart second)
            throws DamagedRecord {
        int first = part.bytes().length + TAG;
        int at = NONCE + Integer.BYTES;
        byte[] record = new byte[at + first + second.bytes().length + TAG];
        putNonce(record).putInt(first);
        seal(slot, nonce(record, 0), context, part, record, at);
        seal(slot, nonce(record, SECOND), secondContext, second, record, at + first);
        return record;
    }

    private ByteBuffer putNonce(byte[] record) {
        counter += 1 + SECOND;
        if (counter == 0) {
            newPrefix();
        }
        return ByteBuffer.wrap(record).put(prefix).putInt(counter);
    }

    private static byte[] nonce(byte[] record, int part) {
        byte[] nonce = Arrays.copyOf(record, NONCE);
        nonce[NONCE - 1] ^= (byte) part;
        return nonce;
    }

    private void seal(int slot, byte[] nonce, byte[] context, RecordPart part, byte[] out, int at)
            throws DamagedRecord {
        if (isOld(slot)) {
            throw new IllegalStateException("the key in slot " + slot + " is of an earlier build; take a new slot");
        }
        byte[] plain = part.bytes();
        try {
            galois.init(Cipher.ENCRYPT_MODE, secret(slot), new GCMParameterSpec(TAG * Byte.SIZE, nonce));
            galois.updateAAD(context);
            galois.doFinal(plain, 0, plain.length, out, at);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES in Galois/counter mode takes every input", e);
        }
        if (!part.isAuthentic()) {
            // Nothing tells the tag that would make it authentic, also not to someone who flips bits.
            byte[] tag = new byte[TAG];
            RANDOM.nextBytes(tag);
            System.arraycopy(tag, 0, out, at + plain.length, TAG);
        }
    }

    /** Decrypts a record of one part. */
    public RecordPart open(int slot, byte[] context, byte[] record) throws DamagedRecord {
        return open(slot, record, 0, context, NONCE, record.length);
    }

    /** Decrypts the first part of a record of two. */
    public RecordPart openFirst(int slot, byte[] context, byte[] record) throws DamagedRecord {
        int at = NONCE + Integer.BYTES;
        return open(slot, record, 0, context, at, endOfFirst(record));
    }

    /** Decrypts the second part of a record of two. */
    public RecordPart openSecond(int slot, byte[] context, byte[] record) throws DamagedRecord {
        return open(slot, record, SECOND, context, endOfFirst(record), record.length);
    }

    /** A damaged length is that of a damaged part, which the tag finds. */
    private static int endOfFirst(byte[] record) {
        int at = NONCE + Integer.BYTES;
        int length = record.length < at ? 0 : ByteBuffer.wrap(record).getInt(NONCE);
        return Math.min(record.length, at + Math.max(0, Math.min(length, record.length)));
    }

    private RecordPart open(int slot, byte[] record, int part, byte[] context, int from, int to) throws DamagedRecord {
        SecretKeySpec key = secret(slot);
        if (to - from < TAG) {
            return RecordPart.damaged(new byte[0]);
        }
        byte[] nonce = nonce(record, part);
        try {
            galois.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(TAG * Byte.SIZE, nonce));
            galois.updateAAD(context);
            return RecordPart.of(galois.doFinal(record, from, to - from));
        } catch (AEADBadTagException damaged) {
            return RecordPart.damaged(counterMode(key, nonce, FIRST_BLOCK, record, from, to - TAG));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES in Galois/counter mode takes every input", e);
        }
    }

    /** Decrypts a record of an earlier build, whose checksums the caller verifies. */
    public byte[] decryptOld(int slot, byte[] record) throws DamagedRecord {
        if (record.length < NONCE) {
            throw new DamagedRecord("a record without content");
        }
        return counterMode(secret(slot), Arrays.copyOf(record, NONCE), 0, record, NONCE, record.length);
    }

    private byte[] counterMode(SecretKeySpec key, byte[] nonce, int block, byte[] in, int from, int to) {
        byte[] first = ByteBuffer.allocate(BLOCK).put(nonce).putInt(block).array();
        try {
            counterMode.init(Cipher.DECRYPT_MODE, key, new IvParameterSpec(first));
            return counterMode.doFinal(in, from, to - from);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES in counter mode takes every input", e);
        }
    }

    private SecretKeySpec secret(int slot) throws DamagedRecord {
        return new SecretKeySpec(key(slot), "AES");
    }

    private byte[] key(int slot) throws DamagedRecord {
        byte[] key = slot == KeySlots.NONE ? null : keyFile.key(slot);
        if (key == null) {
            throw noKey(slot);
        }
        return key;
    }

    private DamagedRecord noKey(int slot) {
        return noErasure ? new DamagedRecord(ErasedKey.message(slot)) : new ErasedKey(slot);
    }

    /** Returns a keyed hash of a text: equal texts can be looked up, and without the key it tells nothing of the text. */
    public long hash(int slot, long kind, String text) throws DamagedRecord {
        return hash(key(slot), kind, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns an authentication code of a record in clear, under the key of the store. */
    public long code(long kind, byte[] record) {
        return hash(keyFile.storeKey(), kind, record);
    }

    /** Returns whether records in clear may still have the checksum of an earlier build instead of a code. */
    public boolean acceptsOldChecksums() {
        return keyFile.isOfEarlierBuild();
    }

    private long hash(byte[] key, long kind, byte[] text) {
        sha.update(key);
        sha.update((byte) kind);
        byte[] hash = sha.digest(text);
        // Only a reset wipes the text from the buffers of the digest, which is kept as long as the connection.
        sha.reset();
        return ByteBuffer.wrap(hash).getLong();
    }
}
