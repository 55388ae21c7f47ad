/** Local neural embeddings. Start with {@link dev.daybook.embeddings.MiniLmEmbedder}. */
@NullMarked
package dev.daybook.embeddings;

import org.jspecify.annotations.NullMarked;
