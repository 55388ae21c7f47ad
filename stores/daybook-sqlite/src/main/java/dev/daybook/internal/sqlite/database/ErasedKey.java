package dev.daybook.internal.sqlite.database;

/** The key of a record is erased: the record was erased after the read began, or its key was lost. */
public final class ErasedKey extends DamagedRecord {

    private static final long serialVersionUID = 1L;

    ErasedKey(int slot) {
        super(message(slot));
    }

    static String message(int slot) {
        return "a record whose key (slot " + slot + ") is erased";
    }
}
