/** The embedded store in one SQLite file. Start reading at {@link dev.daybook.sqlite.SqliteStore}. */
@NullMarked
package dev.daybook.sqlite;

import org.jspecify.annotations.NullMarked;
