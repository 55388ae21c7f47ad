/** Derived work: what follows from the log, behind every write and recall. Models work here, and nowhere else. */
@NullMarked
package dev.daybook.consolidate;

import org.jspecify.annotations.NullMarked;
