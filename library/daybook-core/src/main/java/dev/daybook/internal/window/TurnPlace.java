package dev.daybook.internal.window;

import dev.daybook.outcome.Turn;

/**
 * The place of a message in the log of a scope.
 *
 * @param position the position of its episode
 * @param index its index in the episode, from 0
 */
public record TurnPlace(long position, int index) implements Comparable<TurnPlace> {

    /** Returns the place of a turn. */
    public static TurnPlace of(Turn turn) {
        return new TurnPlace(turn.position(), turn.index());
    }

    @Override
    public int compareTo(TurnPlace other) {
        int byPosition = Long.compare(position, other.position);
        return byPosition == 0 ? Integer.compare(index, other.index) : byPosition;
    }
}
