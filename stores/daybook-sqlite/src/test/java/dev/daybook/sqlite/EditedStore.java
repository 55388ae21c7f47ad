package dev.daybook.sqlite;

import dev.daybook.internal.sqlite.table.ValuePacker;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.stream.Stream;
import org.sqlite.JDBC;

/** Edits of a closed store by someone who knows its format and has no key. */
final class EditedStore {

    private static final int PAGE = 4096;
    private static final int HEADER = 16 * PAGE;
    private static final int SLOT = 64;
    private static final int MIRROR = 8 * PAGE;

    private final Path folder;
    private final Random random;

    EditedStore(Path folder, Random random) {
        this.folder = folder;
        this.random = random;
    }

    /** An edit; returns what it did. */
    @FunctionalInterface
    private interface Edit {
        String run() throws IOException, SQLException;
    }

    /** Makes one edit; returns what it did. */
    String edit() throws IOException, SQLException {
        List<Edit> edits = List.of(
                () -> flip("entry", "content"),
                () -> flip("version", "content"),
                () -> flip("state", "content"),
                () -> flip("scope", "name"),
                this::cut,
                () -> fromAnotherEntry(1, "content"),
                () -> fromAnotherEntry(1, "content", "content_revision", "time", "recorded", "status"),
                () -> fromAnotherEntry(2, "content", "key_slot"),
                () -> olderVersion("content"),
                () -> olderVersion("content", "content_revision", "key_slot", "time", "recorded", "status"),
                () -> column("entry", "time = time + 1", "recorded = recorded - 1", "status = 'gone'"),
                () -> column("entry", "key_slot = key_slot + 65536", "content_revision = content_revision + 1"),
                () -> column("version", "time = time + 1", "recorded = recorded - 1", "status = 'gone'"),
                () -> column("state", "version = version + 1", "family = 'other/'", "name_hash = name_hash + 1"),
                () -> column(
                        "entry", "place = place + 20", "place = place + (1 << 36)", "place = place + (7 << 39) + 20"),
                () -> column("entry", "position = position + 20", "kind = kind + 1", "scope = scope + 2"),
                () -> column("entry", "revision_key = revision_key + (7 << 39)", "revision_key = revision_key + 100"),
                () -> column("version", "place = place + 20", "position = position + 20", "kind = kind + 1"),
                this::copyToAnotherPlace,
                this::toAnotherRevision,
                this::exchangeStates,
                this::scope,
                this::removeEntry,
                this::header,
                this::slot);
        return edits.get(random.nextInt(edits.size())).run();
    }

    private <T> T withConnection(Work<T> work) throws SQLException {
        try (Connection connection =
                JDBC.createConnection(JDBC.PREFIX + folder.resolve("daybook.db"), new Properties())) {
            return work.run(connection);
        }
    }

    /** Work with a connection to the database. */
    @FunctionalInterface
    private interface Work<T> {
        T run(Connection connection) throws SQLException;
    }

    private String update(String statement) throws SQLException {
        int changed = withConnection(connection -> {
            try (Statement sql = connection.createStatement()) {
                return sql.executeUpdate(statement);
            }
        });
        if (changed == 0) {
            throw new AssertionError("nothing was changed by " + statement);
        }
        return statement;
    }

    private long number(String query) throws SQLException {
        return RawDatabase.numbers(folder, query).get(0);
    }

    /** Tables without a row number are found by their offset. */
    private String flip(String table, String column) throws SQLException {
        long rows = number("SELECT count(*) FROM " + table);
        int row = random.nextInt((int) rows);
        return withConnection(connection -> {
            byte[] content;
            try (Statement sql = connection.createStatement();
                    ResultSet found =
                            sql.executeQuery("SELECT " + column + " FROM " + table + " LIMIT 1 OFFSET " + row)) {
                found.next();
                content = found.getBytes(1);
            }
            byte[] before = content.clone();
            // The sidecars of an earlier version are behind its first part, and never read.
            int length = table.equals("version") ? 16 + ByteBuffer.wrap(content).getInt(12) : content.length;
            int bit = random.nextInt(length * Byte.SIZE);
            content[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            try (PreparedStatement update = connection.prepareStatement(
                    "UPDATE " + table + " SET " + column + " = ? WHERE " + column + " = ?")) {
                update.setBytes(1, content);
                update.setBytes(2, before);
                update.executeUpdate();
            }
            return "bit " + bit + " of " + column + " in row " + row + " of " + table;
        });
    }

    private long anyPlace(String where) throws SQLException {
        List<Long> places = RawDatabase.numbers(folder, "SELECT place FROM entry WHERE " + where + " ORDER BY place");
        return places.get(random.nextInt(places.size()));
    }

    private String cut() throws SQLException {
        return update("UPDATE entry SET content = substr(content, 1, length(content) - " + (1 + random.nextInt(60))
                + ") WHERE place = " + anyPlace("true"));
    }

    /** Puts columns of an entry of a scope into an entry of the first scope. */
    private String fromAnotherEntry(int scope, String... columns) throws SQLException {
        long place = anyPlace("scope = 1");
        long other = anyPlace("scope = " + scope + " AND place <> " + place);
        return put(columns, "SELECT * FROM entry WHERE place = " + other, place);
    }

    private String olderVersion(String... columns) throws SQLException {
        List<Long> places = RawDatabase.numbers(folder, "SELECT DISTINCT place FROM version");
        long place = places.get(random.nextInt(places.size()));
        return put(columns, "SELECT * FROM version WHERE place = " + place + " LIMIT 1", place);
    }

    private String put(String[] columns, String from, long place) throws SQLException {
        StringBuilder set = new StringBuilder();
        for (String column : columns) {
            set.append(set.isEmpty() ? "" : ", ")
                    .append(column)
                    .append(" = old.")
                    .append(column);
        }
        return update("UPDATE entry SET " + set + " FROM (" + from + ") AS old WHERE entry.place = " + place);
    }

    private String column(String table, String... changes) throws SQLException {
        String change = changes[random.nextInt(changes.length)];
        long rows = number("SELECT count(*) FROM " + table);
        String key = table.equals("state") ? "name_hash" : "place";
        long row = number("SELECT " + key + " FROM " + table + " LIMIT 1 OFFSET " + random.nextInt((int) rows));
        return update("UPDATE " + table + " SET " + change + " WHERE " + key + " = " + row);
    }

    /** Copies an entry with all its columns to a place that was free, of its scope or of the other one. */
    private String copyToAnotherPlace() throws SQLException {
        long place = anyPlace("true");
        int scope = 1 + random.nextInt(2);
        return update("INSERT INTO entry SELECT (" + scope + " << 39) + (place & 63) + 20, scope, kind, position,"
                + " content_revision, revision_key + 40, time, recorded, id_hash, session, key_slot, status, content"
                + " FROM entry WHERE place = " + place);
    }

    /** Moves an entry among the index rows of the other scope. */
    private String toAnotherRevision() throws SQLException {
        int scope = 1 + random.nextInt(2);
        long place = anyPlace("scope = " + scope);
        long same = number(
                "SELECT ((3 - scope) << 39) + (revision_key & ((1 << 39) - 1)) FROM entry WHERE place = " + place);
        return update("UPDATE OR REPLACE entry SET revision_key = " + same + " WHERE place = " + place);
    }

    private String exchangeStates() throws SQLException {
        return update(
                "UPDATE state SET content = (SELECT other.content FROM state AS other WHERE other.scope = state.scope"
                        + " AND other.name_hash <> state.name_hash LIMIT 1) WHERE scope = " + (1 + random.nextInt(2))
                        + " AND name_hash = (SELECT max(name_hash) FROM state AS last WHERE last.scope = state.scope)");
    }

    private String scope() throws SQLException {
        String[] changes = {
            "revision = revision + 1",
            "epoch = epoch + 1",
            "tallies = (SELECT other.tallies FROM scope AS other WHERE other.number <> scope.number)",
            "name = (SELECT other.name FROM scope AS other WHERE other.number <> scope.number), name_key ="
                    + " (SELECT other.name_key FROM scope AS other WHERE other.number <> scope.number)",
            "state_key = (SELECT other.state_key FROM scope AS other WHERE other.number <> scope.number)",
            "space = 'other'"
        };
        return changeScope(folder, 1 + random.nextInt(2), changes[random.nextInt(changes.length)]);
    }

    /** Changes the record of a scope, with the checksum that an earlier build would write. */
    static String changeScope(Path folder, int number, String change) throws SQLException {
        try (Connection connection =
                        JDBC.createConnection(JDBC.PREFIX + folder.resolve("daybook.db"), new Properties());
                Statement sql = connection.createStatement()) {
            sql.executeUpdate("UPDATE scope SET " + change + " WHERE number = " + number);
            long checksum;
            try (ResultSet row =
                    sql.executeQuery("SELECT number, space, code_hash, name, name_key, state_key, revision,"
                            + " epoch, audited, tallies FROM scope WHERE number = " + number)) {
                row.next();
                checksum = ValuePacker.checksum(
                        row.getLong(1),
                        row.getString(2),
                        row.getBytes(3),
                        row.getBytes(4),
                        row.getLong(5),
                        row.getLong(6),
                        row.getLong(7),
                        row.getLong(8),
                        row.getLong(9),
                        row.getBytes(10));
            }
            sql.executeUpdate("UPDATE scope SET checksum = " + checksum + " WHERE number = " + number);
        }
        return change + " of scope " + number;
    }

    private String removeEntry() throws SQLException {
        long place = anyPlace("true");
        update("DELETE FROM entry WHERE place = " + place);
        return "removed " + place;
    }

    private Path keyFile() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("encryption-keys-"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private String header() throws IOException {
        int bit = random.nextInt(PAGE * Byte.SIZE);
        int copies = 1 + random.nextInt(3);
        try (RandomAccessFile file = new RandomAccessFile(keyFile().toFile(), "rw")) {
            for (int copy = 0; copy < 2; copy++) {
                if ((copies & 1 << copy) != 0) {
                    flip(file, copy * (HEADER - PAGE) + bit / Byte.SIZE, 1 << bit % Byte.SIZE);
                }
            }
        }
        return "bit " + bit + " of the header, copies " + copies;
    }

    private static void flip(RandomAccessFile file, long at, int bits) throws IOException {
        file.seek(at);
        int old = file.read();
        file.seek(at);
        file.write(old ^ bits);
    }

    /** Changes the slot of a key in use at both of its places, or puts another one there. */
    private String slot() throws IOException, SQLException {
        List<Long> used = RawDatabase.numbers(
                folder, "SELECT key_slot >> 16 FROM entry UNION SELECT name_key FROM scope ORDER BY 1");
        int slot = used.get(random.nextInt(used.size())).intValue();
        int other = random.nextBoolean() ? slot + 1 : 0;
        int bit = random.nextInt((12 + 33 + 16) * Byte.SIZE);
        try (RandomAccessFile file = new RandomAccessFile(keyFile().toFile(), "rw")) {
            for (int at : new int[] {HEADER, HEADER + MIRROR}) {
                if (other == 0) {
                    flip(file, at + (long) slot * SLOT + bit / Byte.SIZE, 1 << bit % Byte.SIZE);
                } else {
                    byte[] bytes = new byte[SLOT];
                    file.seek(at + (long) other * SLOT);
                    file.readFully(bytes);
                    file.seek(at + (long) slot * SLOT);
                    file.write(bytes);
                }
            }
        }
        return other == 0 ? "bit " + bit + " of slot " + slot : "slot " + other + " in place of " + slot;
    }
}
