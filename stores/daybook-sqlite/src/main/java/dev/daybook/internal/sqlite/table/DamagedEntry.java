package dev.daybook.internal.sqlite.table;

import dev.daybook.internal.sqlite.database.DamagedRecord;
import dev.daybook.store.EntryKey;

/** A version of an entry that does not match its checksum. The damage may be in its key. */
final class DamagedEntry extends DamagedRecord {

    private static final long serialVersionUID = 1L;

    private final transient EntryKey key;

    DamagedEntry(EntryKey key, long position, long scope) {
        super("the " + key.kind().label() + " \"" + key.id() + "\" at position " + position + " of scope " + scope);
        this.key = key;
    }

    EntryKey key() {
        return key;
    }
}
