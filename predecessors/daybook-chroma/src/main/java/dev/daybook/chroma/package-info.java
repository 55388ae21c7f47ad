/** A store in a Chroma server, in a layout shared with jeevesagent, so that each reads the other's memories. */
@NullMarked
package dev.daybook.chroma;

import org.jspecify.annotations.NullMarked;
