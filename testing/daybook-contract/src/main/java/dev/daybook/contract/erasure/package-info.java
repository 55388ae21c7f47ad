/** The parts of {@link dev.daybook.contract.MemoryContract} about forgetting, undo and quarantine. */
@NullMarked
package dev.daybook.contract.erasure;

import org.jspecify.annotations.NullMarked;
