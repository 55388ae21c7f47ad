package dev.daybook.cassandra;

/** The kinds of rows in the partition of a scope; the numbers are part of the layout. */
final class RowShelf {

    static final byte KEY = 1;
    static final byte INDEX = 2;
    static final byte VERSION = 3;
    static final byte TIME = 4;
    static final byte LOG = 5;
    static final byte STATE = 6;
    static final byte AUDIT = 7;
    static final byte OPERATION = 8;

    private RowShelf() {}
}
