/** The parts that the importers share: sources, sinks, places of entries, and SQLite files of other programs. */
@NullMarked
package dev.daybook.server.importing.source;

import org.jspecify.annotations.NullMarked;
