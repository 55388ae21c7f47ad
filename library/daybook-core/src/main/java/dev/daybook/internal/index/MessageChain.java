package dev.daybook.internal.index;

import java.util.Arrays;

/** The neighbours of each live message of a scope, with the flags that follow from them. A session is one chain. */
final class MessageChain {

    static final int NONE = -1;

    private final MessageRows messages;
    private int[] previous = {};
    private int[] next = {};
    private boolean[] betweenPeople = {};
    private boolean[] toAssistant = {};

    MessageChain(MessageRows messages) {
        this.messages = messages;
    }

    /** Makes room for messages below a number. They have no neighbours yet. */
    void makeRoom(int count) {
        int from = previous.length;
        if (count > from) {
            int length = Math.max(count, 2 * from);
            previous = Arrays.copyOf(previous, length);
            next = Arrays.copyOf(next, length);
            betweenPeople = Arrays.copyOf(betweenPeople, length);
            toAssistant = Arrays.copyOf(toAssistant, length);
            Arrays.fill(previous, from, length, NONE);
            Arrays.fill(next, from, length, NONE);
        }
    }

    /**
     * Adds a message at the end of a chain.
     *
     * @param last the last message of the chain so far, or -1
     */
    void append(int message, int last) {
        previous[message] = last;
        if (last != NONE) {
            next[last] = message;
            mark(last);
        }
        mark(message);
    }

    private void mark(int message) {
        int before = previous[message];
        int after = next[message];
        boolean besideAssistant = messages.isByAssistant(before) || messages.isByAssistant(after);
        betweenPeople[message] =
                (before != NONE || after != NONE) && !besideAssistant && !messages.isByAssistant(message);
        toAssistant[message] = besideAssistant && messages.isByUser(message);
    }

    /** Removes a message whose neighbours are removed as well. */
    void remove(int message) {
        previous[message] = NONE;
        next[message] = NONE;
        betweenPeople[message] = false;
        toAssistant[message] = false;
    }

    /** Returns the previous message of the session, or -1. */
    int previous(int message) {
        return previous[message];
    }

    /** Returns the next message of the session, or -1. */
    int next(int message) {
        return next[message];
    }

    /** Returns whether a message has a neighbour by a person and none by an assistant. */
    boolean isBetweenPeople(int message) {
        return betweenPeople[message];
    }

    /** Returns whether a message is one of a user beside one of an assistant. */
    boolean isToAssistant(int message) {
        return toAssistant[message];
    }
}
