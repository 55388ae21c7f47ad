package dev.daybook.sqlite;

import dev.daybook.spi.Key;

/** An entry, or a version of one, that does not fit its checksum. Its key may be what is damaged. */
final class DamagedEntry extends DamagedRecord {

    private static final long serialVersionUID = 1L;

    private final transient Key key;

    DamagedEntry(Key key, long position, long scope) {
        super("the " + key.kind().label() + " \"" + key.id() + "\" at position " + position + " of scope " + scope);
        this.key = key;
    }

    Key key() {
        return key;
    }
}
