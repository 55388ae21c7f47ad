/** Tests of the package of this name. */
@NullMarked
package dev.daybook.server.door;

import org.jspecify.annotations.NullMarked;
