/**
 * {@code ./daybook replay}: runs a recorded scenario of another memory on ours, over the public interface alone. A seed is
 * one class: the names of its operations, and what each is here.
 */
@NullMarked
package dev.daybook.replay;

import org.jspecify.annotations.NullMarked;
