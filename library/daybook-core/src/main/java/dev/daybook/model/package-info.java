/** The entries of a memory and the values they are made of, without a dependency on a store. */
@NullMarked
package dev.daybook.model;

import org.jspecify.annotations.NullMarked;
