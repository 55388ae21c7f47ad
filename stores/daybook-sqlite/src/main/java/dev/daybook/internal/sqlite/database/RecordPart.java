package dev.daybook.internal.sqlite.database;

/**
 * A decrypted part of a record. One that is not authentic has the bytes that the ciphertext decrypts to: they name what is
 * damaged, and must never be answered.
 */
public final class RecordPart {

    private final byte[] bytes;
    private final boolean authentic;

    private RecordPart(byte[] bytes, boolean authentic) {
        this.bytes = bytes;
        this.authentic = authentic;
    }

    public static RecordPart of(byte[] bytes) {
        return new RecordPart(bytes, true);
    }

    /** Returns a part that stays recognizable as damaged when it is encrypted again. */
    public static RecordPart damaged(byte[] bytes) {
        return new RecordPart(bytes, false);
    }

    /** Returns the bytes, authentic or not, without a copy. */
    public byte[] bytes() {
        return bytes;
    }

    public boolean isAuthentic() {
        return authentic;
    }

    /**
     * Returns the authentic bytes, without a copy.
     *
     * @param what names the record in the message
     */
    public byte[] authentic(String what) throws DamagedRecord {
        if (!authentic) {
            throw new DamagedRecord(what);
        }
        return bytes;
    }
}
