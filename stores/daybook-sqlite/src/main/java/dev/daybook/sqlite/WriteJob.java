package dev.daybook.sqlite;

import dev.daybook.internal.sqlite.database.SqlConnection;
import java.sql.SQLException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A transaction that a caller waits for. Another caller may run it, as the leader of a group. */
final class WriteJob<T> {

    private final ConnectionWork<T> work;
    private final Consumer<T> committed;
    private final Thread caller = Thread.currentThread();
    private @Nullable T result;
    private @Nullable Throwable failure;
    private volatile boolean done;

    /** @param committed receives the result once it is durable, before the caller does */
    WriteJob(ConnectionWork<T> work, Consumer<T> committed) {
        this.work = work;
        this.committed = committed;
    }

    /** Runs the work in a transaction; returns the answer to be given once that is durable. */
    Runnable run(SqlConnection sql) throws SQLException {
        T value = work.run(sql);
        return () -> {
            try {
                committed.accept(value);
            } finally {
                // The result is durable even if a later step fails.
                result = value;
                done = true;
                wake();
            }
        };
    }

    void fail(Throwable cause) {
        failure = cause;
        done = true;
        wake();
    }

    boolean isDone() {
        return done;
    }

    void wake() {
        LockSupport.unpark(caller);
    }

    /** Returns the result of a job that is done, or throws its failure. */
    @SuppressWarnings("NullAway") // the result of a job without a failure, as its work returned it
    T result() {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw failure instanceof RuntimeException known ? known : new IllegalStateException(failure);
        }
        return result;
    }
}
