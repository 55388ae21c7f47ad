package dev.daybook.sqlite;

import java.sql.SQLException;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;

/**
 * A few read-only connections, each used by one caller at a time, on the caller's own thread. A read sees one state of
 * the store, and holds it no longer than its call: a scrub waits for readers.
 */
final class Readers implements AutoCloseable {

    /** Enough for the cores of a small server; more callers wait their turn, which is a millisecond. */
    private static final int CONNECTIONS = 4;

    private final DatabaseFile file;
    private final Semaphore turns = new Semaphore(CONNECTIONS, true);
    private final ConcurrentLinkedDeque<Sql> idle = new ConcurrentLinkedDeque<>();
    private boolean closed;

    Readers(DatabaseFile file) {
        this.file = file;
    }

    <T> T read(Work<T> work) {
        turns.acquireUninterruptibly();
        try {
            if (closed) {
                throw file.closed();
            }
            Sql sql = idle.pollFirst();
            if (sql == null) {
                sql = file.openToRead();
            }
            T answer = inOneState(sql, work);
            idle.addFirst(sql);
            return answer;
        } catch (SQLException failure) {
            throw Failures.translate(file.path(), failure);
        } finally {
            turns.release();
        }
    }

    /** A connection on which something failed is not used again. */
    private static <T> T inOneState(Sql sql, Work<T> work) throws SQLException {
        boolean done = false;
        try {
            sql.update("BEGIN");
            T answer = work.run(sql);
            sql.update("COMMIT");
            done = true;
            return answer;
        } finally {
            if (!done) {
                sql.close();
            }
        }
    }

    /** Waits for those who are reading. */
    @Override
    public void close() throws SQLException {
        turns.acquireUninterruptibly(CONNECTIONS);
        try {
            closed = true;
            for (Sql sql = idle.poll(); sql != null; sql = idle.poll()) {
                sql.close();
            }
        } finally {
            turns.release(CONNECTIONS);
        }
    }
}
