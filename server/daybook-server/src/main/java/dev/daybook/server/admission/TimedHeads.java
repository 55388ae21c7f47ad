package dev.daybook.server.admission;

import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.internal.HttpConnection;

/**
 * A factory of connections that end when the head of a request does not arrive in time. The idle timeout of Jetty does
 * not end them: a client that sends a byte now and then is never idle, and holds the memory of its head for ever.
 */
final class TimedHeads extends HttpConnectionFactory {

    private final ServerLimits limits;

    TimedHeads(HttpConfiguration http, ServerLimits limits) {
        super(http);
        this.limits = limits;
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
        TimedConnection connection = new TimedConnection(getHttpConfiguration(), connector, endPoint, limits);
        connection.setTransferEncodingChunkMaxLength(getTransferEncodingChunkMaxLength());
        return configure(connection, connector, endPoint);
    }

    /** A connection that compares the time whenever a part of a head arrives. Silence is for the idle timeout. */
    private static final class TimedConnection extends HttpConnection {
        private final ServerLimits limits;
        private long begin;
        private boolean isBegun;

        TimedConnection(HttpConfiguration http, Connector connector, EndPoint endPoint, ServerLimits limits) {
            super(http, connector, endPoint);
            this.limits = limits;
        }

        /** Called by one thread at a time, between two requests or within a head. */
        @Override
        public void onFillable() {
            long heads = getMessagesIn();
            super.onFillable();
            if (getMessagesIn() > heads) {
                isBegun = false;
            } else if (!isBegun) {
                isBegun = true;
                begin = System.nanoTime();
            } else if (System.nanoTime() - begin > limits.nanosFor(0)) {
                close();
            }
        }
    }
}
