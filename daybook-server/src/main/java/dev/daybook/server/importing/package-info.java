/** Reads the memories of other programs, each format in a class of its own, as what the importer writes. */
@NullMarked
package dev.daybook.server.importing;

import org.jspecify.annotations.NullMarked;
