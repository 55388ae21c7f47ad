/** What can be taken from texts without a language model, and checked of what a model made of them. Pure functions. */
@NullMarked
package dev.daybook.extract;

import org.jspecify.annotations.NullMarked;
