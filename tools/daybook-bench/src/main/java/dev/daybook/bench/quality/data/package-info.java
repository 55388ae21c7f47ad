/** Files of conversations with questions, marked evidence and recorded statements. */
@NullMarked
package dev.daybook.bench.quality.data;

import org.jspecify.annotations.NullMarked;
