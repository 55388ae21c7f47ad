/** The plan for many users: the memory of images is measured, the rest simulated from figures with a source. */
@NullMarked
package dev.daybook.bench.scaling;

import org.jspecify.annotations.NullMarked;
