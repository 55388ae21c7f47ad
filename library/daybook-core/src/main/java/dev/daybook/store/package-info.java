/**
 * The interface of a store and its types, for authors of stores. A store keeps versions of entries, sidecars and states; it assigns positions and
 * revisions, and erases. Ranking, filters and budgets are in the library.
 *
 * <p>Start with {@link dev.daybook.store.Store} and {@link dev.daybook.store.WriteBatch}; {@link dev.daybook.store.BatchPlan} turns a batch into row
 * changes, so that a new store implements only its own layout. {@code StoreContract} of daybook-testkit tests an implementation.
 */
@NullMarked
package dev.daybook.store;

import org.jspecify.annotations.NullMarked;
