/**
 * The rounds of a thread over all scopes of a store: entries beyond their retention period, and work that another process
 * left behind.
 */
@NullMarked
package dev.daybook.internal.sweep;

import org.jspecify.annotations.NullMarked;
