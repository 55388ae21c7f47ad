package dev.daybook.internal.sqlite.table;

import dev.daybook.internal.sqlite.database.DamagedRecord;
import dev.daybook.internal.sqlite.database.OrderKeys;
import dev.daybook.internal.sqlite.database.RecordCipher;

/**
 * Encrypts and decrypts the content of a version of an entry. The columns of its row in clear are associated data of both
 * parts, and the revision of the index row is one of the sidecars: content in another row, or beside changed columns, is
 * damaged.
 */
final class EntryCipher {

    private static final String ENTRY = "entry";
    private static final String SIDECARS = "sidecars";

    private EntryCipher() {}

    /** Encrypts content with the key of a row. */
    static byte[] encrypt(RecordCipher cipher, EntryRow row, EntryContent content) throws DamagedRecord {
        return cipher.seal(row.keySlot(), context(row), content.entry(), sidecarContext(row), content.sidecars());
    }

    /**
     * Decrypts the content of a row.
     *
     * @throws DamagedRecord if its key is lost or its number damaged; a damaged part is returned as one
     */
    static EntryContent decrypt(RecordCipher cipher, EntryRow row, byte[] stored) throws DamagedRecord {
        int slot = row.keySlot();
        return cipher.isOld(slot)
                ? OldEntryContent.read(row, cipher.decryptOld(slot, stored))
                : new EntryContent(
                        stored.length,
                        () -> cipher.openFirst(slot, context(row), stored),
                        () -> cipher.openSecond(slot, sidecarContext(row), stored));
    }

    private static byte[] context(EntryRow row) {
        return columns(ENTRY, row).bytes();
    }

    private static byte[] sidecarContext(EntryRow row) {
        return columns(SIDECARS, row).add(row.revision()).bytes();
    }

    private static ValuePacker columns(String part, EntryRow row) {
        return new ValuePacker()
                .add(part)
                .add(row.scope())
                .add(OrderKeys.number(row.kind()))
                .add(row.position())
                .add(row.contentRevision())
                .add(row.time())
                .add(row.recorded())
                .add(row.status());
    }
}
