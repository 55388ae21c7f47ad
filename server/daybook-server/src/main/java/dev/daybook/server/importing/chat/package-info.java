/** Chat histories in files, archives and databases, and the episodes made of their messages. */
@NullMarked
package dev.daybook.server.importing.chat;

import org.jspecify.annotations.NullMarked;
