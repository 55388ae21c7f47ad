/**
 * The parts of {@link dev.daybook.testkit.MemoryContract}, one class per subject, with their fixtures and fakes. They run as nested
 * tests of the contract; a store extends the contract, not its parts.
 */
@NullMarked
package dev.daybook.testkit.memory;

import org.jspecify.annotations.NullMarked;
