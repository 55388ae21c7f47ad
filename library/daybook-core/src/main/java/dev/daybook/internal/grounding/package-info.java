/** Grounding: the check of a model's text against the messages that it was derived from. Pure functions. */
@NullMarked
package dev.daybook.internal.grounding;

import org.jspecify.annotations.NullMarked;
