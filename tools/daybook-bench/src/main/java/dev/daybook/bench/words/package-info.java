/** Makes the table of related words that daybook-core carries. */
@NullMarked
package dev.daybook.bench.words;

import org.jspecify.annotations.NullMarked;
