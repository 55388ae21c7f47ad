package dev.daybook.sqlite;

import dev.daybook.internal.sqlite.database.DatabaseFile;
import dev.daybook.internal.sqlite.database.ErasedKey;
import dev.daybook.internal.sqlite.database.SqlConnection;
import java.sql.SQLException;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReadWriteLock;

/**
 * A pool of read-only connections, each used by one caller at a time on the caller's thread. A read sees one consistent
 * state and holds it only for its call, because a scrub waits for readers.
 */
final class ReaderPool implements AutoCloseable {

    /** Enough for the cores of a small server; further callers wait about a millisecond. */
    private static final int CONNECTIONS = 4;

    /** After these, erasures wait for one more read; a key that is missing then is lost, and its record damaged. */
    private static final int REPEATS = 3;

    private final DatabaseFile file;
    private final Semaphore permits = new Semaphore(CONNECTIONS, true);
    /** Its write lock is held while keys are erased. */
    private final ReadWriteLock erasures;

    private final ConcurrentLinkedDeque<SqlConnection> idle = new ConcurrentLinkedDeque<>();
    private boolean closed;

    ReaderPool(DatabaseFile file, ReadWriteLock erasures) {
        this.file = file;
        this.erasures = erasures;
    }

    /**
     * Reads in a transaction. A read that began before an erasure may find rows whose keys are erased meanwhile; it is
     * repeated and then does not see them.
     */
    <T> T read(ConnectionWork<T> work) {
        for (int repeated = 0; repeated < REPEATS; repeated++) {
            try {
                return readOnce(work);
            } catch (ErasedKey erased) {
                // Reads a fresh state, without the erased rows.
            }
        }
        erasures.readLock().lock();
        try {
            return readOnce(sql -> {
                sql.cipher().expectNoErasure(true);
                try {
                    return work.run(sql);
                } finally {
                    sql.cipher().expectNoErasure(false);
                }
            });
        } catch (ErasedKey impossible) {
            throw SqliteFailures.translate(file.path(), impossible);
        } finally {
            erasures.readLock().unlock();
        }
    }

    private <T> T readOnce(ConnectionWork<T> work) throws ErasedKey {
        permits.acquireUninterruptibly();
        try {
            if (closed) {
                throw file.closed();
            }
            SqlConnection sql = idle.pollFirst();
            if (sql == null) {
                sql = file.openToRead();
            }
            T answer = inTransaction(sql, work);
            idle.addFirst(sql);
            return answer;
        } catch (ErasedKey erased) {
            throw erased;
        } catch (SQLException failure) {
            throw SqliteFailures.translate(file.path(), failure);
        } finally {
            permits.release();
        }
    }

    /** A connection is closed after a failure. */
    private static <T> T inTransaction(SqlConnection sql, ConnectionWork<T> work) throws SQLException {
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

    /** Waits for running reads. */
    @Override
    public void close() throws SQLException {
        permits.acquireUninterruptibly(CONNECTIONS);
        try {
            closed = true;
            for (SqlConnection sql = idle.poll(); sql != null; sql = idle.poll()) {
                sql.close();
            }
        } finally {
            permits.release(CONNECTIONS);
        }
    }
}
