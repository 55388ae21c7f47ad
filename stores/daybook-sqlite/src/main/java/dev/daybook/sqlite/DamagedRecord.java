package dev.daybook.sqlite;

import java.sql.SQLException;

/** A record that does not match its checksum or has an invalid value. The message identifies it without its content. */
class DamagedRecord extends SQLException {

    private static final long serialVersionUID = 1L;

    DamagedRecord(String message) {
        super(message);
    }
}
