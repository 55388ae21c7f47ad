package dev.daybook.sqlite;

import java.sql.SQLException;

/** Something to do with a connection, while nobody else uses it. */
@FunctionalInterface
interface Work<T> {

    T run(Sql sql) throws SQLException;
}
