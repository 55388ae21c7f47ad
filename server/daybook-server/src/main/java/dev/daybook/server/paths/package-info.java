/** Ids in the paths of the REST interface. */
@NullMarked
package dev.daybook.server.paths;

import org.jspecify.annotations.NullMarked;
