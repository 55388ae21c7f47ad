/** Reads chat histories: one reader for each format, which passes on messages in their order. */
@NullMarked
package dev.daybook.server.importing.history;

import org.jspecify.annotations.NullMarked;
