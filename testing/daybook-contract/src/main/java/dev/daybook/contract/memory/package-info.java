/**
 * The parts of {@link dev.daybook.contract.MemoryContract} about writing, scopes, rights, trust and settings, with the fixtures of all parts. The
 * parts run as nested tests of the contract; a store extends the contract, not its parts.
 */
@NullMarked
package dev.daybook.contract.memory;

import org.jspecify.annotations.NullMarked;
