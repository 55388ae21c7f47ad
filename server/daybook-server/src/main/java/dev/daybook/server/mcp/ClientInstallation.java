package dev.daybook.server.mcp;

import dev.daybook.server.files.InterProcessLock;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/**
 * The change of a client's configuration that adds or removes Daybook. All other parts of the file stay, comments included;
 * an unreadable file is left alone.
 *
 * @param file the configuration file of the client
 * @param before its text; empty if it does not exist
 * @param after its text after the change
 */
public record ClientInstallation(Path file, String before, String after) {

    /** Name of the server in the configuration. */
    static final String NAME = "daybook";

    /**
     * Plans the addition of Daybook; writes nothing.
     *
     * @throws IllegalArgumentException if the file cannot be read or changed safely, or the client does not support the
     * connection; the message names an alternative
     */
    public static ClientInstallation of(McpClient client, McpClient.Computer computer, ClientConnection connection)
            throws IOException {
        Path file = client.file(computer);
        String before = read(file);
        var entry = client.entry(connection);
        try {
            return new ClientInstallation(
                    file, before, ClientSettings.of(client, before).with(client.servers(), NAME, entry));
        } catch (IllegalArgumentException e) {
            throw broken(file, e.getMessage(), "add by hand:\n\n" + snippet(client, connection));
        }
    }

    /**
     * Plans the removal of Daybook; writes nothing.
     *
     * @throws IllegalArgumentException if the file cannot be read or changed safely
     */
    public static ClientInstallation without(McpClient client, McpClient.Computer computer) throws IOException {
        Path file = client.file(computer);
        String before = read(file);
        try {
            return new ClientInstallation(
                    file, before, ClientSettings.of(client, before).without(client.servers(), NAME));
        } catch (IllegalArgumentException e) {
            throw broken(file, e.getMessage(), "remove '" + NAME + "' from '" + client.servers() + "' by hand");
        }
    }

    /** Returns a configuration with nothing but Daybook. */
    public static String snippet(McpClient client, ClientConnection connection) {
        return ClientSettings.of(client, "").with(client.servers(), NAME, client.entry(connection));
    }

    public boolean isDone() {
        return before.equals(after);
    }

    /**
     * Writes the file, and a backup of the old one. The file is replaced atomically, and keeps its permissions.
     *
     * @throws IllegalArgumentException if the file has changed since the change was planned: plan it again
     * @return the backup; null if there was no file
     */
    @SuppressWarnings("try") // the lock is held, not used
    public @Nullable Path write() throws IOException {
        // A symbolic link to the file is kept.
        Path real = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        Files.createDirectories(real.getParent());
        try (InterProcessLock lock = InterProcessLock.of(lock())) {
            if (!read(file).equals(before)) {
                throw new IllegalArgumentException("the file " + file
                        + " was changed by another program meanwhile, and was not written; try again");
            }
            return replace(real);
        }
    }

    private @Nullable Path replace(Path real) throws IOException {
        // A unique name, because of concurrent writers.
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

    /**
     * One lock for all files of a user, not beside them: these folders belong to the clients, and some are committed.
     */
    private static Path lock() {
        return Path.of(
                System.getProperty("java.io.tmpdir"), "daybook-" + System.getProperty("user.name"), "mcp-clients");
    }

    /** Never overwrites a backup: an earlier one may be the only good one. */
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
                + ") and was not written; repair it and try again, or " + remedy);
    }
}
