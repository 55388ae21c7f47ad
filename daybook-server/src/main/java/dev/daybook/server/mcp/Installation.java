package dev.daybook.server.mcp;

import dev.daybook.server.files.InterProcessLock;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a client, with Daybook in it or without. Everything else in it stays, comments too; a file that cannot
 * be read is left alone.
 *
 * @param file what the client reads
 * @param before its text; empty if it is not there
 * @param after its text with Daybook in it, or without
 */
public record Installation(Path file, String before, String after) {

    /** What the client calls the server. */
    static final String NAME = "daybook";

    /**
     * Works out what to write; writes nothing.
     *
     * @throws IllegalArgumentException if the file cannot be read or changed safely, or the client cannot be told of such a
     *     connection; the message says what to do instead
     */
    public static Installation of(Client client, Client.Computer computer, Connection connection) throws IOException {
        Path file = client.file(computer);
        String before = read(file);
        var entry = client.entry(connection);
        try {
            return new Installation(
                    file, before, ClientSettings.of(client, before).with(client.servers(), NAME, entry));
        } catch (IllegalArgumentException e) {
            throw broken(file, e.getMessage(), "add by hand:\n\n" + snippet(client, connection));
        }
    }

    /**
     * Works out what to write to take Daybook out; writes nothing.
     *
     * @throws IllegalArgumentException if the file cannot be read or changed safely
     */
    public static Installation without(Client client, Client.Computer computer) throws IOException {
        Path file = client.file(computer);
        String before = read(file);
        try {
            return new Installation(
                    file, before, ClientSettings.of(client, before).without(client.servers(), NAME));
        } catch (IllegalArgumentException e) {
            throw broken(file, e.getMessage(), "take '" + NAME + "' out of '" + client.servers() + "' by hand");
        }
    }

    /** What stands in the configuration of a client that has nothing else. */
    public static String snippet(Client client, Connection connection) {
        return ClientSettings.of(client, "").with(client.servers(), NAME, client.entry(connection));
    }

    public boolean isDone() {
        return before.equals(after);
    }

    /**
     * Writes the file, and what it was beside it. A reader sees either the old or the new, and whoever has no right to
     * read the old has none to the new.
     *
     * @throws IllegalArgumentException if the file is no longer what this was worked out from: work it out anew
     * @return the file that holds what it was; null if there was none
     */
    @SuppressWarnings("try") // the lock is held by being there
    public @Nullable Path write() throws IOException {
        // A link to where somebody keeps their configuration stays one.
        Path real = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        Files.createDirectories(real.getParent());
        try (InterProcessLock lock = InterProcessLock.of(lock())) {
            if (!read(file).equals(before)) {
                throw new IllegalArgumentException(
                        "the file " + file + " was changed meanwhile; it was left as it is: try again");
            }
            return replace(real);
        }
    }

    private @Nullable Path replace(Path real) throws IOException {
        // By a name that no other writer has.
        Path scratch = Files.createTempFile(real.getParent(), real.getFileName() + ".", ".daybook-new");
        try {
            Path backup = null;
            if (Files.exists(real)) {
                backup = free(real);
                Files.copy(real, backup, StandardCopyOption.COPY_ATTRIBUTES);
                Files.copy(real, scratch, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
            }
            Files.writeString(scratch, after);
            Files.move(scratch, real, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            return backup;
        } finally {
            Files.deleteIfExists(scratch);
        }
    }

    /** One for all files of a user, and not beside them: those folders are the clients', and some are committed. */
    private static Path lock() {
        return Path.of(
                System.getProperty("java.io.tmpdir"), "daybook-" + System.getProperty("user.name"), "mcp-clients");
    }

    /** An earlier backup may be the only good one, so none is written over. */
    private static Path free(Path file) {
        Path backup = file.resolveSibling(file.getFileName() + ".backup");
        for (int number = 2; Files.exists(backup); number++) {
            backup = file.resolveSibling(file.getFileName() + ".backup" + number);
        }
        return backup;
    }

    private static String read(Path file) throws IOException {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (CharacterCodingException e) {
            throw broken(file, "it is not UTF-8", "save it as UTF-8");
        }
    }

    private static IllegalArgumentException broken(Path file, @Nullable String why, String remedy) {
        return new IllegalArgumentException("the file " + file + " cannot be changed (" + why
                + "); it was left as it is: mend it and try again, or " + remedy);
    }
}
