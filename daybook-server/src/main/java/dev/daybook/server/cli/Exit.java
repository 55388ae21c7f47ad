package dev.daybook.server.cli;

/** The exit codes of the command line. */
final class Exit {

    static final int DONE = 0;
    static final int FAILED = 1;
    static final int WRONG_USAGE = 2;
    static final int STORE_IN_USE = 3;
    static final int NOT_FOUND = 4;

    private Exit() {}
}
