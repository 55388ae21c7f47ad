/** The embedded store. {@link dev.daybook.sqlite.SqliteStore} is the door. */
@NullMarked
package dev.daybook.sqlite;

import org.jspecify.annotations.NullMarked;
