/** Text as words: how English is analysed, and the term record that is stored with each entry. */
@NullMarked
package dev.daybook.words;

import org.jspecify.annotations.NullMarked;
