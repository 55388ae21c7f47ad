package dev.daybook.server.door;

import dev.daybook.json.Fields;
import dev.daybook.server.files.PrivateFile;
import dev.daybook.server.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The file with the channel's port and secret, readable by its owner only. */
final class DoorFile {

    private final Path file;

    DoorFile(Path folder) {
        file = folder.resolve("server.json");
    }

    /** The port and the secret of the channel. */
    record Told(int port, String secret) {}

    void write(int port, String secret) throws IOException {
        PrivateFile.write(
                file,
                "{\"port\":" + port + ",\"secret\":\"" + secret + "\",\"process\":"
                        + ProcessHandle.current().pid() + "}\n");
    }

    /** Reads the file; empty if it is missing or invalid, or if the server that wrote it has ended. */
    Optional<Told> read() {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            Fields fields = new Fields(Json.readObject(Files.readString(file)));
            Told told = new Told(fields.count("port"), fields.text("secret"));
            // A killed server leaves its file behind, and another process may use its port by now.
            return ProcessHandle.of(fields.count("process"))
                    .filter(ProcessHandle::isAlive)
                    .map(server -> told);
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    void remove() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // Harmless: it names a process that will have ended.
            System.getLogger(DoorFile.class.getName())
                    .log(System.Logger.Level.WARNING, "cannot remove " + file.getFileName(), e);
        }
    }
}
