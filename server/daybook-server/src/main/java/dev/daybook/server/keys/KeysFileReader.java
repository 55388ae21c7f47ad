package dev.daybook.server.keys;

import dev.daybook.error.StoreException;
import dev.daybook.server.files.OwnedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads the keys file whenever it has changed. A reader takes no lock unless the file has changed, and then only that of
 * other readers: the file is replaced atomically, so it never waits for a change that is being written. Thread-safe.
 */
final class KeysFileReader {

    private final Path file;

    private volatile KeysState state = new KeysState(KeyRegister.EMPTY, null, null, false);

    KeysFileReader(Path file) {
        this.file = file;
    }

    /**
     * The keys of the file as they were read last.
     *
     * @param version the version that was read, or was found damaged; null: none yet
     * @param damage the reason for which the present file cannot be read; null: it was read, or there is none
     * @param everRead whether a state of the file was read: a damaged file leaves that one in force
     */
    record KeysState(
            KeyRegister register,
            @Nullable FileVersion version,
            @Nullable StoreException damage,
            boolean everRead) {

        /** Returns the register of an undamaged file: to a caller that shows or changes it, the keys before are no answer. */
        KeyRegister undamaged() {
            if (damage != null) {
                throw damage;
            }
            return register;
        }
    }

    /**
     * The version of a file, as its attributes tell. A file that is replaced has another identity.
     *
     * @param key the identity of the file; null: the file system has none
     */
    private record FileVersion(
            long modified, long size, @Nullable Object key) {

        private static final FileVersion ABSENT = new FileVersion(0, -1, null);

        static FileVersion of(Path file) throws IOException {
            try {
                BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
                return new FileVersion(
                        attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS),
                        attributes.size(),
                        attributes.fileKey());
            } catch (NoSuchFileException absent) {
                return ABSENT;
            }
        }
    }

    /** Returns the state of the file now. */
    KeysState present() {
        KeysState known = state;
        return isPresent(known) ? known : read(false);
    }

    /** Reads the file, whatever its attributes. */
    KeysState again() {
        return read(true);
    }

    private boolean isPresent(KeysState known) {
        try {
            return known.version() != null
                    && known.damage() == null
                    && known.version().equals(FileVersion.of(file));
        } catch (IOException e) {
            return false;
        }
    }

    private synchronized KeysState read(boolean anyway) {
        KeysState known = state;
        if (anyway || !isPresent(known)) {
            // Before the content: a change in between is read again.
            FileVersion version = null;
            try {
                version = FileVersion.of(file);
                state = read(version);
            } catch (IOException | IllegalArgumentException e) {
                state = new KeysState(known.register(), version, damage(known, e), known.everRead());
            }
        }
        return state;
    }

    private KeysState read(FileVersion version) throws IOException {
        if (version.equals(FileVersion.ABSENT)) {
            return new KeysState(KeyRegister.EMPTY, version, null, false);
        }
        OwnedFile.require(file);
        return new KeysState(KeysFile.read(Files.readString(file)), version, null, true);
    }

    /** The cause may quote the file, so it is for the log and for commands, and not part of an answer to a stranger. */
    private StoreException damage(KeysState before, Exception cause) {
        if (before.damage() == null) {
            System.getLogger(ApiKeys.class.getName())
                    .log(
                            System.Logger.Level.ERROR,
                            file + " cannot be read (" + cause + "); "
                                    + (before.everRead()
                                            ? "the keys that were read before stay in force"
                                            : "no key is accepted")
                                    + " until it is restored or deleted");
        }
        return new StoreException(
                "the API keys cannot be read: " + Objects.requireNonNull(file.getFileName())
                        + " is damaged, or others may write it; 'daybook doctor' names the cause; correct it, restore the"
                        + " file from a backup made with --keys, or delete it and create keys again",
                cause,
                true);
    }
}
