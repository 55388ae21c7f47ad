/**
 * Contracts and fakes for the tests of a store, an embedder or an application. A store is certified by a subclass of its contract:
 *
 * <pre>{@code
 * class PaperStoreTest extends StoreContract {
 *     @Override
 *     protected Store open(Path folder) {
 *         return new PaperStore(folder);
 *     }
 * }
 *
 * class MyEmbedderTest extends EmbedderContract {
 *     @Override
 *     protected Embedder embedder() {
 *         return new MyEmbedder();
 *     }
 * }
 * }</pre>
 *
 * <p>{@link dev.daybook.testkit.StoreContract} has its parts in {@code dev.daybook.testkit.store}. A subclass may add tests of its
 * own: the store of a test is a public method of the contract.
 *
 * <p>{@link dev.daybook.testkit.FixedClock} and {@link dev.daybook.testkit.CountingIds} make the output of a memory deterministic,
 * {@link dev.daybook.testkit.HashEmbedder} gives it vectors without a model, {@link dev.daybook.testkit.FlakyStore} fails between
 * two writes. {@link dev.daybook.testkit.ScriptedModel} is a language model with scripted answers,
 * {@link dev.daybook.testkit.ScriptedModelServer} the same behind HTTP, with the faults of real servers.
 *
 * <p>Tests of an application's own agent begin in {@code dev.daybook.testkit.agent}.
 */
@NullMarked
package dev.daybook.testkit;

import org.jspecify.annotations.NullMarked;
