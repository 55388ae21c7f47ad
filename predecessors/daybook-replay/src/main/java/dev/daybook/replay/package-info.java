/**
 * {@code ./daybook replay}: runs a recorded scenario of another memory on ours, over the public interface alone. A seed is
 * one class: the names of its operations with their counterparts.
 */
@NullMarked
package dev.daybook.replay;

import org.jspecify.annotations.NullMarked;
