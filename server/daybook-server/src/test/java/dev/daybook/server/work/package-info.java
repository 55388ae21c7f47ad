/** Tests of the package of this name. */
@NullMarked
package dev.daybook.server.work;

import org.jspecify.annotations.NullMarked;
