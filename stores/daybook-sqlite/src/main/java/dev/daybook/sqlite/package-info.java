/**
 * The embedded store in one SQLite file. Start reading at {@link dev.daybook.sqlite.SqliteStore}. This package has the write path, the
 * checks, backups and migrations; {@code dev.daybook.internal.sqlite.table} has the tables, {@code dev.daybook.internal.sqlite.database}
 * the files, connections and keys.
 */
@NullMarked
package dev.daybook.sqlite;

import org.jspecify.annotations.NullMarked;
