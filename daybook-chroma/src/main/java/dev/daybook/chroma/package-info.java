/** A store in a Chroma server, laid out so that a jeevesagent memory and ours read each other. */
@NullMarked
package dev.daybook.chroma;

import org.jspecify.annotations.NullMarked;
