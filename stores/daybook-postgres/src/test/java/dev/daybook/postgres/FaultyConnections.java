package dev.daybook.postgres;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** A data source whose connections fail at the commits that a test names. */
final class FaultyConnections implements DataSource {

    /** A fault of a commit: after it has reached the server, or before. */
    enum Fault {
        ANSWER_LOST,
        COMMIT_LOST
    }

    private final DataSource source;
    private final Deque<Fault> faults = new ArrayDeque<>();
    private boolean away;

    FaultyConnections(DataSource source) {
        this.source = source;
    }

    /** Lets the next commits fail, each with one of the faults, in order. */
    void failNext(Fault... next) {
        faults.addAll(List.of(next));
    }

    /** Refuses connections after the last of the faults. */
    void goAwayWithNextFault() {
        away = true;
    }

    private static SQLException lost() {
        return new SQLException("An I/O error occurred while sending to the backend.", "08006");
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (away && faults.isEmpty()) {
            throw new SQLException("Connection refused.", "08001");
        }
        Connection connection = source.getConnection();
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    Fault fault = method.getName().equals("commit") ? faults.poll() : null;
                    if (fault == Fault.COMMIT_LOST) {
                        connection.rollback();
                        throw lost();
                    }
                    try {
                        Object answer = method.invoke(connection, arguments);
                        if (fault == Fault.ANSWER_LOST) {
                            throw lost();
                        }
                        return answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Override
    public Connection getConnection(String user, String password) {
        throw new UnsupportedOperationException();
    }

    @Override
    public PrintWriter getLogWriter() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setLogWriter(PrintWriter out) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setLoginTimeout(int seconds) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int getLoginTimeout() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Logger getParentLogger() {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
