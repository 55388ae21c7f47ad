package dev.daybook.sqlite;

import java.sql.SQLException;

/** A record does not match its checksum, or cannot be what was written. The message names it without its content. */
class DamagedRecord extends SQLException {

    private static final long serialVersionUID = 1L;

    DamagedRecord(String message) {
        super(message);
    }
}
