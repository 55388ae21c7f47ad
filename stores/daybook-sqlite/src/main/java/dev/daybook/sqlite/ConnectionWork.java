package dev.daybook.sqlite;

import dev.daybook.internal.sqlite.database.SqlConnection;
import java.sql.SQLException;

/** An operation with exclusive use of a connection. */
@FunctionalInterface
interface ConnectionWork<T> {

    T run(SqlConnection sql) throws SQLException;
}
