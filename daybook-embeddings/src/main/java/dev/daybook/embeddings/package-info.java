/** Local neural embeddings. {@link dev.daybook.embeddings.MiniLmEmbedder} is the door. */
@NullMarked
package dev.daybook.embeddings;

import org.jspecify.annotations.NullMarked;
