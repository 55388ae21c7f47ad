package dev.daybook.internal.sqlite.database;

import java.sql.SQLException;

/** A record that does not match its checksum or has an invalid value. The message identifies it without its content. */
public class DamagedRecord extends SQLException {

    private static final long serialVersionUID = 1L;

    public DamagedRecord(String message) {
        super(message);
    }
}
