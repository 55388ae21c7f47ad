/** Reads the rows of tables, chats and mailboxes in files, one class for each format. */
@NullMarked
package dev.daybook.server.importing.table;

import org.jspecify.annotations.NullMarked;
