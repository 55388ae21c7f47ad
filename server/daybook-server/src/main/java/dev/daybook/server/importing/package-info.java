/** Imports the memories of other programs, one class for each format. */
@NullMarked
package dev.daybook.server.importing;

import org.jspecify.annotations.NullMarked;
