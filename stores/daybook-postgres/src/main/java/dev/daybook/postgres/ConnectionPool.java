package dev.daybook.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import dev.daybook.error.StoreException;
import java.sql.SQLException;

/** The default connections: a HikariCP pool of its default size. The only class that needs the library. */
final class ConnectionPool {

    /**
     * A process that vanishes in a transaction would otherwise hold the lock of a scope until the network notices, and a
     * writer would wait for it without end.
     */
    private static final String OPTIONS = "-c idle_in_transaction_session_timeout=60000 -c lock_timeout=30000";

    /**
     * A call to a server that vanished without a word, as in a failover, would otherwise wait until TCP gives up, about a
     * quarter of an hour. Longer than a write waits for its lock.
     */
    private static final int SILENCE_SECONDS = 120;

    private static final String PREFIX = "jdbc:postgresql:";

    /** While the server is away, a caller is refused after this time; with the 30 s of the pool callers pile up. */
    private static final long MAX_WAIT_MILLISECONDS = 10_000;

    private ConnectionPool() {}

    static HikariDataSource open(String url, String user, String password) {
        if (!url.startsWith(PREFIX)) {
            // Not quoted: it may hold a password.
            throw new IllegalArgumentException(
                    "url does not begin with " + PREFIX + "; give jdbc:postgresql://HOST/DATABASE");
        }
        HikariConfig config = new HikariConfig();
        config.setPoolName("daybook-postgres");
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setPassword(password);
        config.setConnectionTimeout(MAX_WAIT_MILLISECONDS);
        config.addDataSourceProperty("options", OPTIONS);
        config.addDataSourceProperty("tcpKeepAlive", "true");
        config.addDataSourceProperty("socketTimeout", Integer.toString(SILENCE_SECONDS));
        // The details of a failure quote rows.
        config.addDataSourceProperty("logServerErrorDetail", "false");
        try {
            return new HikariDataSource(config);
        } catch (PoolInitializationException failure) {
            if (failure.getCause() instanceof SQLException refused) {
                throw PostgresFailures.translate(refused);
            }
            throw new StoreException(
                    "the database cannot be reached (" + failure.getMessage() + "); check the address, the user and the"
                            + " server, then try again",
                    failure,
                    true);
        }
    }
}
