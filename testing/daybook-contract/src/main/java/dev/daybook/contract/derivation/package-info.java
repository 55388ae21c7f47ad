/** The parts of {@link dev.daybook.contract.MemoryContract} about derived facts, statements, gists and the bank. */
@NullMarked
package dev.daybook.contract.derivation;

import org.jspecify.annotations.NullMarked;
