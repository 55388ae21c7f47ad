package dev.daybook.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.daybook.error.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Creates the tables in the keyspace of a session, and the row of a store. A released script never changes. */
final class CassandraSchema {

    /** The number of the last script. */
    private static final int LAYOUT = 1;

    /** Added to it if the records are encrypted, so that versions before the encryption refuse them. */
    private static final int ENCRYPTED = 1_000;

    private static final int MIN_VERSION = 5;

    private static final String SCRIPT = "001-tables.cql";
    private static final Pattern EMPTY_LINES = Pattern.compile("\\R{2,}");
    private static final Pattern COMMENTS = Pattern.compile("(?m)^--.*$");

    private CassandraSchema() {}

    /** Returns the salt of a store, after creating what is missing. */
    static byte[] open(CassandraDatabase database, String store) {
        CqlSession session = database.session();
        if (session.getKeyspace().isEmpty()) {
            throw new StoreException(
                    "the session has no keyspace; create one with the replication of docs/cassandra.md and name it");
        }
        Row local = session.execute("SELECT release_version FROM system.local").one();
        requireVersion(RowValues.text(Objects.requireNonNull(local), "release_version"));
        if (!exists(session)) {
            statements(script()).forEach(session::execute);
            requireAgreement(session);
        }
        Row row = row(database, store);
        if (row == null) {
            return create(database, store);
        }
        if (row.getInt("layout") != LAYOUT && row.getInt("layout") != ENCRYPTED + LAYOUT) {
            throw new StoreException("the tables have layout " + row.getInt("layout")
                    + ", this version of Daybook knows up to " + LAYOUT
                    + "; use the Daybook that wrote it, or a newer one");
        }
        return RowValues.bytes(RowValues.buffer(row, "salt"));
    }

    private static @Nullable Row row(CassandraDatabase database, String store) {
        return database.readSettled("SELECT layout, salt FROM daybook_stores WHERE store = ?", store)
                .one();
    }

    /**
     * Gives a store the layout of encrypted records. A process of an earlier version that has it open reads no layout and
     * goes on; the next one is refused. Can be run again.
     */
    static void markEncrypted(CassandraDatabase database, String store) {
        Row row = Objects.requireNonNull(row(database, store));
        if (row.getInt("layout") == LAYOUT) {
            // Not applied: another process marked it meanwhile.
            database.apply(
                    "UPDATE daybook_stores SET layout = ? WHERE store = ? IF layout = ?",
                    ENCRYPTED + LAYOUT,
                    store,
                    LAYOUT);
        }
    }

    /** The driver waits for the nodes after each statement, and goes on if they take longer than its limit. */
    private static void requireAgreement(CqlSession session) {
        if (!session.checkSchemaAgreement()) {
            throw new StoreException(
                    "the nodes of the cluster do not all know the new tables yet; open the store again", null, true);
        }
    }

    /** The index of audit entries came with 5.0. */
    static void requireVersion(String release) {
        if (Integer.parseInt(release.substring(0, release.indexOf('.'))) < MIN_VERSION) {
            throw new StoreException("the cluster runs Cassandra " + release + ", the store needs " + MIN_VERSION
                    + ".0 or later; upgrade the cluster");
        }
    }

    private static byte[] create(CassandraDatabase database, String store) {
        byte[] salt = new byte[PartitionKeys.SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        boolean first = database.apply(
                "INSERT INTO daybook_stores (store, layout, salt, erasures, removed) VALUES (?, ?, ?, 0, 0) IF NOT EXISTS",
                store,
                LAYOUT,
                ByteBuffer.wrap(salt));
        return first ? salt : open(database, store);
    }

    /** Asks the cluster: the driver's metadata may be switched off. The last table of the script stands for all. */
    private static boolean exists(CqlSession session) {
        return session.execute(
                                "SELECT table_name FROM system_schema.tables WHERE keyspace_name = ? AND table_name = ?",
                                session.getKeyspace().orElseThrow().asInternal(),
                                "daybook_stores")
                        .one()
                != null;
    }

    /** Blank lines separate the statements of a script and occur nowhere else. */
    static List<String> statements(String script) {
        return EMPTY_LINES
                .splitAsStream(COMMENTS.matcher(script).replaceAll("").strip())
                .toList();
    }

    private static String script() {
        try (InputStream stream = CassandraSchema.class.getResourceAsStream(SCRIPT)) {
            if (stream == null) {
                throw new IllegalStateException("the jar of daybook-cassandra has no " + SCRIPT + "; build it again");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
