/** What works with nothing installed: a store in memory and an embedder without a model. */
@NullMarked
package dev.daybook.local;

import org.jspecify.annotations.NullMarked;
