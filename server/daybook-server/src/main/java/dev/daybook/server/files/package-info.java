/** The private files of the process. */
@NullMarked
package dev.daybook.server.files;

import org.jspecify.annotations.NullMarked;
