/**
 * The feed of changes: {@link dev.daybook.internal.feed.ChangeFeed} reads the changes of a scope from its index rows and its audit
 * log, after a {@link dev.daybook.internal.feed.ChangeCursor}.
 */
@NullMarked
package dev.daybook.internal.feed;

import org.jspecify.annotations.NullMarked;
