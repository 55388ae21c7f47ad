package dev.daybook.internal.index;

import java.util.Arrays;
import java.util.BitSet;

/** The neighbours of each live message of a scope, with the flags that follow from them. A session is one chain. */
final class MessageChain {

    static final int NONE = -1;

    private final MessageRows messages;
    private int[] previous = {};
    private int[] next = {};
    private final BitSet betweenPeople = new BitSet();
    private final BitSet toAssistant = new BitSet();

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
        betweenPeople.set(
                message, (before != NONE || after != NONE) && !besideAssistant && !messages.isByAssistant(message));
        toAssistant.set(message, besideAssistant && messages.isByUser(message));
    }

    /** Removes a message whose neighbours are removed as well. */
    void remove(int message) {
        previous[message] = NONE;
        next[message] = NONE;
        betweenPeople.clear(message);
        toAssistant.clear(message);
    }

    /** Returns the previous message of the session, or -1. */
    int previous(int message) {
        return previous[message];
    }

    /** Returns the next message of the session, or -1. */
    int next(int message) {
        return next[message];
    }

    /** Returns the messages that have a neighbour by a person and none by an assistant, to be read only. */
    BitSet betweenPeople() {
        return betweenPeople;
    }

    /** Returns the messages of a user beside one of an assistant, to be read only. */
    BitSet toAssistant() {
        return toAssistant;
    }
}
