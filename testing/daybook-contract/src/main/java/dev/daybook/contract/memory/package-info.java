/**
 * The parts of {@link dev.daybook.contract.MemoryContract}, one class per subject, with their fixtures and fakes. They run as nested
 * tests of the contract; a store extends the contract, not its parts.
 */
@NullMarked
package dev.daybook.contract.memory;

import org.jspecify.annotations.NullMarked;
