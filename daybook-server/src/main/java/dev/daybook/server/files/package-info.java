/** Files that the process keeps for itself. */
@NullMarked
package dev.daybook.server.files;

import org.jspecify.annotations.NullMarked;
