/** The read path: partition, retrievers, fusion, explanations. */
@NullMarked
package dev.daybook.recall;

import org.jspecify.annotations.NullMarked;
