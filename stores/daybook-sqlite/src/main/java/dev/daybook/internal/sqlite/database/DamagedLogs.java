package dev.daybook.internal.sqlite.database;

import dev.daybook.error.StoreException;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.outcome.HealthReport.Level;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Copies of damaged write-ahead logs, kept in the store's folder because SQLite discards the part after the damage.
 * Each check reports a copy until a repair acknowledges it. It may contain entries forgotten since; so the next erasure
 * deletes acknowledged copies, and no erasure is complete before the acknowledgement.
 */
public final class DamagedLogs {

    private static final String DAMAGED = DatabaseFile.NAME + "-wal.damaged-";
    private static final String ACKNOWLEDGED = DatabaseFile.NAME + "-wal.acknowledged-";
    private static final String WHAT = "write-ahead log";

    private final Path folder;
    private final Path database;
    private final Path log;

    public DamagedLogs(DatabaseFile file) {
        folder = file.folder();
        database = file.path();
        log = file.log();
    }

    /** Checks the log before SQLite opens it. If it is damaged, a durable copy exists on return. */
    public void keepIfDamaged() {
        WriteAheadLog.@Nullable Damage damage;
        try {
            damage = WriteAheadLog.damage(log, database);
            if (damage == null) {
                return;
            }
            Path copy = folder.resolve(DAMAGED + WriteAheadLog.salts(log));
            if (!Files.exists(copy)) {
                Path unfinished = folder.resolve(copy.getFileName() + UnfinishedFile.SUFFIX);
                Files.deleteIfExists(unfinished);
                PrivateFolder.createPrivateFile(unfinished);
                try (var out = Files.newOutputStream(unfinished)) {
                    Files.copy(log, out);
                }
                UnfinishedFile.putInPlace(unfinished, copy);
            }
            System.getLogger(DamagedLogs.class.getName())
                    .log(
                            System.Logger.Level.ERROR,
                            "{0} is damaged: {1}. What is before is there. The log is kept as {2}; compare with a"
                                    + " backup, then run `daybook doctor --repair` to acknowledge it",
                            database,
                            damage.sentence(),
                            copy);
        } catch (IOException e) {
            throw PrivateFolder.failure(log + " cannot be read, or not be kept beside the store", folder, e);
        }
    }

    public boolean areAcknowledged() {
        return list(DAMAGED).isEmpty();
    }

    /** Renames the copies; they stay until the next erasure. */
    public int acknowledge() throws SQLException {
        List<Path> damaged = list(DAMAGED);
        for (Path copy : damaged) {
            String salts = copy.getFileName().toString().substring(DAMAGED.length());
            try {
                Files.move(copy, folder.resolve(ACKNOWLEDGED + salts), StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException e) {
                throw new SQLException("the kept log " + copy + " could not be given another name (" + e + ")", e);
            }
        }
        return damaged.size();
    }

    public boolean hasAcknowledged() {
        return !list(ACKNOWLEDGED).isEmpty();
    }

    public void deleteAcknowledged() throws SQLException {
        for (Path copy : list(ACKNOWLEDGED)) {
            try {
                Files.delete(copy);
            } catch (IOException e) {
                throw new SQLException("the kept log " + copy + " could not be deleted (" + e + ")", e);
            }
        }
    }

    public Finding finding() {
        List<String> sentences = new ArrayList<>();
        for (Path copy : list(DAMAGED)) {
            sentences.add(sentence(copy) + "; it is kept as " + copy.getFileName());
        }
        if (!sentences.isEmpty()) {
            return new Finding(
                    Level.FAIL,
                    WHAT,
                    String.join("; ", sentences),
                    "compare the latest entries with a backup; `daybook doctor --repair` acknowledges the damage");
        }
        List<Path> acknowledged = list(ACKNOWLEDGED);
        return acknowledged.isEmpty()
                ? new Finding(Level.OK, WHAT, "", "")
                : new Finding(
                        Level.WARN,
                        WHAT,
                        "a damaged one is kept as " + acknowledged.get(0).getFileName(),
                        "delete it when it is of no use any more; the next erasure deletes it too");
    }

    private String sentence(Path copy) {
        try {
            WriteAheadLog.@Nullable Damage damage = WriteAheadLog.damage(copy, database);
            return damage == null ? "a write-ahead log was damaged" : damage.sentence();
        } catch (IOException e) {
            return "a write-ahead log was damaged (" + e + ")";
        }
    }

    private List<Path> list(String prefix) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .filter(file -> !file.getFileName().toString().endsWith(UnfinishedFile.SUFFIX))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new StoreException(
                    "the folder " + folder + " cannot be read (" + e
                            + "); check the disk and the limit of open files, and try again",
                    e,
                    true);
        }
    }
}
