/**
 * For whoever writes a store, an embedder or a test. A store is certified by extending its contract:
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
 * <p>{@link dev.daybook.testkit.FixedClock} and {@link dev.daybook.testkit.CountingIds} make a memory exact,
 * {@link dev.daybook.testkit.HashEmbedder} gives it vectors without a model, {@link dev.daybook.testkit.FlakyStore} makes it
 * suffer. {@link dev.daybook.testkit.ScriptedModel} is a language model
 * that says what a test wants, {@link dev.daybook.testkit.ScriptedModelServer} the same behind HTTP, with its faults.
 */
@NullMarked
package dev.daybook.testkit;

import org.jspecify.annotations.NullMarked;
