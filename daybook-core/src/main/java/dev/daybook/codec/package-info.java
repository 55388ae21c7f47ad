/** Entries and their index rows as bytes. */
@NullMarked
package dev.daybook.codec;

import org.jspecify.annotations.NullMarked;
