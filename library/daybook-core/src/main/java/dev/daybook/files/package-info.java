/**
 * Files that a model keeps for itself, over the blocks of a scope. Start at {@link dev.daybook.files.MemoryFiles}.
 */
@NullMarked
package dev.daybook.files;

import org.jspecify.annotations.NullMarked;
