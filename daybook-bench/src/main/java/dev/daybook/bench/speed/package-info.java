/** How fast it is, and what a write costs the disk. Run by the scripts in {@code daybook-bench/speed}. */
@NullMarked
package dev.daybook.bench.speed;

import org.jspecify.annotations.NullMarked;
