/**
 * The parts of {@link dev.daybook.testkit.StoreContract}, one class per subject, with their fixtures. They run as nested tests of the
 * contract; a store extends the contract, not its parts.
 */
@NullMarked
package dev.daybook.testkit.store;

import org.jspecify.annotations.NullMarked;
