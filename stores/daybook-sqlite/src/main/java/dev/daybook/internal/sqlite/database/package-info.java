/**
 * The files of a store: the folder, the database with its log and its connections, and the keys of its records. {@link
 * dev.daybook.internal.sqlite.database.DatabaseFile} opens the database, {@link dev.daybook.internal.sqlite.database.KeyFile} has the keys.
 */
@NullMarked
package dev.daybook.internal.sqlite.database;

import org.jspecify.annotations.NullMarked;
