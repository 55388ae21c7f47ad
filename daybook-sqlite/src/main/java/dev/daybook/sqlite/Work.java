package dev.daybook.sqlite;

import java.sql.SQLException;

/** An operation with exclusive use of a connection. */
@FunctionalInterface
interface Work<T> {

    T run(Sql sql) throws SQLException;
}
