package dev.daybook.internal.sqlite.database;

import dev.daybook.error.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sqlite.JDBC;
import org.sqlite.SQLiteConfig;

/** The file {@code daybook.db}: verifies that it is a Daybook store before SQLite opens it, and opens connections. */
public final class DatabaseFile {

    public static final String NAME = "daybook.db";

    /** Small, because a write logs every page that it touches as a whole. */
    public static final int PAGE_SIZE = 1024;

    /** Pages in the log before a checkpoint: fewer checkpoints write a page that many writes touch fewer times. */
    private static final int CHECKPOINT_PAGES = 4_000;

    private static final int WRITER_CACHE_KIB = 16_000;

    /** "DAYB" in ASCII, which identifies the file for {@code file} and for this class. */
    static final int APPLICATION_ID = 0x44415942;

    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
    private static final int HEADER = 100;
    private static final int USER_VERSION_AT = 60;
    private static final int APPLICATION_ID_AT = 68;

    /** The wait for a lock. Only another program or a reader during a scrub can hold one. */
    public static final int BUSY_MILLIS = 5_000;

    private final Path folder;
    private final Path path;
    private volatile @Nullable KeyFile keys;

    public DatabaseFile(Path folder) {
        this.folder = folder.toAbsolutePath();
        path = folder.resolve(NAME);
    }

    public Path path() {
        return path;
    }

    /** Sets the keys of the records for connections that are opened from now on. */
    public void encryptWith(KeyFile keyFile) {
        keys = keyFile;
    }

    /** Returns the write-ahead log, which exists while the store is open or after a crash. */
    public Path log() {
        return folder.resolve(NAME + "-wal");
    }

    public Path folder() {
        return folder;
    }

    /** Returns the size of the file and its logs in bytes. */
    public long size() {
        return Stream.of(NAME, NAME + "-wal", NAME + "-shm")
                .map(folder::resolve)
                .mapToLong(each -> each.toFile().length())
                .sum();
    }

    public IllegalStateException closed() {
        return new IllegalStateException("the store in " + folder() + " is closed; open it again");
    }

    public boolean logIsEmpty() {
        try {
            return WriteAheadLog.isEmpty(log());
        } catch (IOException e) {
            throw PrivateFolder.failure(log() + " cannot be read", folder, e);
        }
    }

    /**
     * Checks the header as plain bytes, because opening a foreign file with SQLite could change it. If it is garbage and
     * the log has the first page, the log decides. Returns whether the file is new.
     */
    public boolean requireOurs() {
        ByteBuffer header = ByteBuffer.allocate(HEADER).order(ByteOrder.BIG_ENDIAN);
        try {
            if (!Files.exists(path)) {
                requireNew("missing");
                // SQLite gives its log files the permissions of this one.
                PrivateFolder.createPrivateFile(path);
                return true;
            }
            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                while (header.hasRemaining() && channel.read(header) > 0) {
                    // One read may return fewer bytes than requested.
                }
            }
        } catch (IOException e) {
            throw PrivateFolder.failure(path + " cannot be read and written", folder, e);
        }
        if (header.position() == 0) {
            requireNew("empty");
            return true;
        }
        if (header.hasRemaining() || !isOfSqlite(header)) {
            header = loggedHeader();
        }
        if (header.getInt(APPLICATION_ID_AT) != APPLICATION_ID) {
            throw new StoreException(path + " is an SQLite file of another program; use another folder");
        }
        SchemaMigrations.requireNotNewer(path, header.getInt(USER_VERSION_AT));
        return false;
    }

    private static boolean isOfSqlite(ByteBuffer header) {
        return header.slice(0, MAGIC.length).equals(ByteBuffer.wrap(MAGIC));
    }

    /**
     * Returns the header that the log has. A power cut during a checkpoint can leave garbage in the first sector of the
     * database; the log is complete then, and SQLite reads the page from there. A foreign file with a log of ours beside
     * it is not told from a torn one, except if it is an SQLite file too.
     */
    private ByteBuffer loggedHeader() {
        try {
            return WriteAheadLog.firstPage(log(), path, HEADER)
                    .filter(DatabaseFile::isOfSqlite)
                    .orElseThrow(() -> new StoreException(path + " is not a Daybook store, or its beginning is damaged;"
                            + " use another folder, or restore a backup"));
        } catch (IOException e) {
            throw PrivateFolder.failure(log() + " cannot be read", folder, e);
        }
    }

    /** Prevents an empty memory from silently replacing a lost one. */
    private void requireNew(String what) {
        boolean log = !logIsEmpty();
        if (StoreMark.isIn(folder) || log) {
            throw new StoreException(path + " is " + what + ", but the folder had a store (it has the file "
                    + (log ? log().getFileName() : StoreMark.NAME)
                    + "); restore a backup, or delete that file to begin with an empty memory");
        }
    }

    public SqlConnection openToWrite() throws SQLException {
        SqlConnection sql = open(new SQLiteConfig());
        try {
            sql.execute("PRAGMA page_size = " + PAGE_SIZE);
            if (sql.number("PRAGMA application_id") == 0) {
                // Before WAL, so that it is in the file itself, where requireOurs reads it.
                sql.execute("PRAGMA application_id = " + APPLICATION_ID);
            }
            sql.execute("PRAGMA journal_mode = WAL");
            sql.execute("PRAGMA synchronous = FULL");
            // Deleted numbers and hashes are overwritten where their page is written anyway; content is encrypted.
            sql.execute("PRAGMA secure_delete = FAST");
            sql.execute("PRAGMA wal_autocheckpoint = " + CHECKPOINT_PAGES);
            // A log that a large batch or a long reader has made much larger is truncated when it begins again.
            sql.execute("PRAGMA journal_size_limit = " + 2 * CHECKPOINT_PAGES * PAGE_SIZE);
            sql.execute("PRAGMA cache_size = -" + WRITER_CACHE_KIB);
            // On macOS a plain fsync leaves data in the drive's cache; elsewhere these two have no effect.
            sql.execute("PRAGMA fullfsync = ON");
            sql.execute("PRAGMA checkpoint_fullfsync = ON");
            return sql;
        } catch (SQLException | RuntimeException e) {
            sql.close();
            throw e;
        }
    }

    public SqlConnection openToRead() throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        return open(config);
    }

    private SqlConnection open(SQLiteConfig config) throws SQLException {
        config.setBusyTimeout(BUSY_MILLIS);
        // Otherwise the driver queries the row number after each INSERT and leaves the result open, which makes VACUUM
        // fail.
        config.setGetGeneratedKeys(false);
        // As a URI, because in a plain name the driver reads text after a '?' as settings.
        SqlConnection sql = new SqlConnection(JDBC.createConnection(JDBC.PREFIX + path.toUri(), config.toProperties()));
        try {
            // Otherwise large sorts and savepoints would use files in the system's temporary folder.
            sql.execute("PRAGMA temp_store = MEMORY");
            sql.execute("PRAGMA cell_size_check = ON");
            sql.execute("PRAGMA trusted_schema = OFF");
            KeyFile keyFile = keys;
            if (keyFile != null) {
                sql.encryptWith(keyFile);
            }
            return sql;
        } catch (SQLException | RuntimeException e) {
            sql.close();
            throw e;
        }
    }
}
