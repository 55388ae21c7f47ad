/** Tests of the package of this name. */
@NullMarked
package dev.daybook.server.keys;

import org.jspecify.annotations.NullMarked;
