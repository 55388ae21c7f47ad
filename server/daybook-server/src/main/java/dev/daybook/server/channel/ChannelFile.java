package dev.daybook.server.channel;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.server.files.PrivateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The file with the channel's port and secret, readable by its owner only. */
final class ChannelFile {

    private final Path file;

    ChannelFile(Path folder) {
        file = folder.resolve("server.json");
    }

    /** The port and the secret of the channel. */
    record ChannelAddress(int port, String secret) {}

    void write(int port, String secret) throws IOException {
        PrivateFile.write(
                file,
                "{\"port\":" + port + ",\"secret\":\"" + secret + "\",\"process\":"
                        + ProcessHandle.current().pid() + "}\n");
    }

    /** Reads the file; empty if it is missing or invalid, or if the server that wrote it has ended. */
    Optional<ChannelAddress> read() {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            JsonFields fields = new JsonFields(PlainJson.readObject(Files.readString(file)));
            ChannelAddress address = new ChannelAddress(fields.count("port"), fields.text("secret"));
            // A killed server leaves its file behind, and another process may use its port by now.
            return ProcessHandle.of(fields.count("process"))
                    .filter(ProcessHandle::isAlive)
                    .map(server -> address);
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    void remove() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // Harmless: it names a process that will have ended.
            System.getLogger(ChannelFile.class.getName())
                    .log(System.Logger.Level.WARNING, "cannot remove " + file.getFileName(), e);
        }
    }
}
