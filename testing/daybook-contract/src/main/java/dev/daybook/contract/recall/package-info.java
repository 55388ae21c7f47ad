/** The parts of {@link dev.daybook.contract.MemoryContract} about recall, vectors and contexts. */
@NullMarked
package dev.daybook.contract.recall;

import org.jspecify.annotations.NullMarked;
