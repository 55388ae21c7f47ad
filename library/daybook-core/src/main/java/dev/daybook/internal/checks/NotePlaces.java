package dev.daybook.internal.checks;

/** Checks the places of a page of notes: counted from 0 in the API, from 1 outside of Java. */
public final class NotePlaces {

    private NotePlaces() {}

    /** Returns a number of notes to pass over, if it is not negative. */
    public static int skip(int skip) {
        if (skip < 0) {
            throw new IllegalArgumentException("skip is " + skip + "; give the number of notes to pass over, or 0");
        }
        return skip;
    }

    /** Returns the number of notes before a place counted from 1. */
    public static int before(int begin) {
        if (begin < 1) {
            throw new IllegalArgumentException("begin is " + begin + "; give the place of a note, counted from 1");
        }
        return begin - 1;
    }
}
