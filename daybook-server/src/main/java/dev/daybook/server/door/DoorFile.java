package dev.daybook.server.door;

import dev.daybook.json.Fields;
import dev.daybook.server.files.PrivateFile;
import dev.daybook.server.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The file that tells commands where the door is. Only its owner can read it. */
final class DoorFile {

    private final Path file;

    DoorFile(Path folder) {
        file = folder.resolve("server.json");
    }

    /** Where the door is, and what opens it. */
    record Told(int port, String secret) {}

    void write(int port, String secret) throws IOException {
        PrivateFile.write(
                file,
                "{\"port\":" + port + ",\"secret\":\"" + secret + "\",\"process\":"
                        + ProcessHandle.current().pid() + "}\n");
    }

    /** Empty if there is no such file, or none that makes sense, or the server that wrote it has ended. */
    Optional<Told> read() {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            Fields fields = new Fields(Json.readObject(Files.readString(file)));
            Told told = new Told(fields.count("port"), fields.text("secret"));
            // A server that was killed left its file behind, and its port may be anybody's by now.
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
            // It names a process that will have ended, so it misleads nobody.
            System.getLogger(DoorFile.class.getName())
                    .log(System.Logger.Level.WARNING, "cannot remove " + file.getFileName(), e);
        }
    }
}
