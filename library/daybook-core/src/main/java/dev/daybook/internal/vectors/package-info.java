/**
 * Embedding behind the writes. {@link dev.daybook.internal.vectors.VectorWriter} is one thread that reads the index rows without a vector, embeds their
 * texts in batches and writes the vectors as sidecars. It keeps no queue: the backlog follows from the revisions of a scope. A text that the
 * embedder refuses goes to the retry set {@link dev.daybook.internal.vectors.FailedEmbeddings}.
 */
@NullMarked
package dev.daybook.internal.vectors;

import org.jspecify.annotations.NullMarked;
