/**
 * The tables of the database: reading, writing and checking rows. {@link dev.daybook.internal.sqlite.table.BatchWriter} writes a
 * batch into them, {@link dev.daybook.internal.sqlite.table.ScanQuery} reads entries.
 */
@NullMarked
package dev.daybook.internal.sqlite.table;

import org.jspecify.annotations.NullMarked;
