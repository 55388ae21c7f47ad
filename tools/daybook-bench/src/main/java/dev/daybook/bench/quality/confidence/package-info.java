/** The fit of the confidence of a recall, and its comparison with other signals of an answerable question. */
@NullMarked
package dev.daybook.bench.quality.confidence;

import org.jspecify.annotations.NullMarked;
