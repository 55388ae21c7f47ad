/** JSON texts of data sets and results. */
@NullMarked
package dev.daybook.bench.json;

import org.jspecify.annotations.NullMarked;
