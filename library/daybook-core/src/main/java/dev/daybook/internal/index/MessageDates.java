package dev.daybook.internal.index;

import dev.daybook.internal.words.IndexedMessage;

/**
 * The days of the messages of a scope: the local day on which each was said, and the dates that it speaks of. Days count
 * from 1970-01-01. Not thread-safe.
 */
public final class MessageDates {

    private final IntList days = new IntList();

    /** Message, first day and last day of each date that a message speaks of, in the order of the messages. */
    private final IntList mentioned = new IntList();

    private static final int FIELDS = 3;

    /** Adds the next message. */
    void add(IndexedMessage message, long day) {
        int number = days.size();
        // A time may be a million years off, and no question names such a day.
        days.add((int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, day)));
        for (int date = 0; date < message.dates(); date++) {
            mentioned.add(number);
            mentioned.add(message.firstDay(date));
            mentioned.add(message.lastDay(date));
        }
    }

    /** Returns the day on which a message was said. */
    public int day(int message) {
        return days.get(message);
    }

    /** Returns the number of dates that messages speak of. */
    public int mentions() {
        return mentioned.size() / FIELDS;
    }

    /** Returns the message that speaks of a date. */
    public int messageOf(int mention) {
        return mentioned.get(FIELDS * mention);
    }

    public int firstDay(int mention) {
        return mentioned.get(FIELDS * mention + 1);
    }

    public int lastDay(int mention) {
        return mentioned.get(FIELDS * mention + 2);
    }

    /** Returns the approximate memory use, with the room to grow. */
    long bytes() {
        return 2L * Integer.BYTES * (days.size() + mentioned.size());
    }
}
