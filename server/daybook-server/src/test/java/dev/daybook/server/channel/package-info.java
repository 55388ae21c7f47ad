/** Tests of the package of this name. */
@NullMarked
package dev.daybook.server.channel;

import org.jspecify.annotations.NullMarked;
