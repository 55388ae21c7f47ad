@NullMarked
package dev.daybook.embeddings;

import org.jspecify.annotations.NullMarked;
