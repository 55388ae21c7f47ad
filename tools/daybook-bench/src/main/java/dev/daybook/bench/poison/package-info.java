/**
 * The scoreboard of poisoned memories: false answers, planted in many ways beside the words of a user, and what of them
 * a memory gives back. Any memory can be attacked that implements {@link dev.daybook.bench.poison.AttackedMemory}.
 */
@NullMarked
package dev.daybook.bench.poison;

import org.jspecify.annotations.NullMarked;
