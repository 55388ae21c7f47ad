/**
 * Daybook as a child process of a comparison: a line protocol on stdin and stdout, and the measured operations through
 * the public API. The protocol is that of {@code peers.py}, so that other systems answer the same commands.
 */
@NullMarked
package dev.daybook.bench.child;

import org.jspecify.annotations.NullMarked;
