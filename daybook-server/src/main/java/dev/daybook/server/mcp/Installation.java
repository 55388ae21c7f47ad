package dev.daybook.server.mcp;

import dev.daybook.server.json.Answers;
import dev.daybook.server.json.Json;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a client, with Daybook in it. Everything else in it stays; a file that cannot be read is left
 * alone.
 *
 * @param file what the client reads
 * @param before its text; empty if it is not there
 * @param after its text with Daybook in it
 */
public record Installation(Path file, String before, String after) {

    /** What the client calls the server. */
    static final String NAME = "daybook";

    /**
     * Works out what to write; writes nothing.
     *
     * @param command what the client is to start, and its arguments
     * @throws IllegalArgumentException if the file is no JSON object, or holds something else where the servers are
     */
    public static Installation of(Client client, Client.Computer computer, List<String> command) throws IOException {
        Path file = client.file(computer);
        String before = read(file);
        Map<String, @Nullable Object> whole = new LinkedHashMap<>();
        if (!before.isBlank()) {
            try {
                whole.putAll(Json.readObject(before));
            } catch (IllegalArgumentException e) {
                throw broken(file, e.getMessage());
            }
        }
        Object there = whole.get(client.servers());
        if (there != null && !(there instanceof Map)) {
            throw broken(file, "'" + client.servers() + "' in it is no object");
        }
        Map<String, @Nullable Object> servers = new LinkedHashMap<>();
        if (there instanceof Map<?, ?> map) {
            map.forEach((name, server) -> servers.put(String.valueOf(name), server));
        }
        Map<String, @Nullable Object> server = entry(client, command);
        boolean isThere = server.equals(servers.get(NAME));
        servers.put(NAME, server);
        whole.put(client.servers(), servers);
        return new Installation(file, before, isThere ? before : Indented.write(whole, Indented.stepOf(before)));
    }

    /** What stands in the configuration of a client that has nothing else. */
    public static String snippet(Client client, List<String> command) {
        return Indented.write(
                Answers.with(client.servers(), Answers.with(NAME, entry(client, command))), Indented.USUAL);
    }

    public boolean isDone() {
        return before.equals(after);
    }

    /**
     * Writes the file, and what it was beside it. A reader sees either the old or the new, and whoever has no right to
     * read the old has none to the new.
     *
     * @return the file that holds what it was; null if there was none
     */
    public @Nullable Path write() throws IOException {
        // A link to where somebody keeps their configuration stays one.
        Path real = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        Files.createDirectories(real.getParent());
        Path scratch = real.resolveSibling(real.getFileName() + ".daybook-new");
        Path backup = null;
        if (Files.exists(real)) {
            backup = free(real);
            Files.copy(real, backup, StandardCopyOption.COPY_ATTRIBUTES);
            Files.copy(real, scratch, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
        }
        Files.writeString(scratch, after);
        Files.move(scratch, real, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        return backup;
    }

    /** An earlier backup may be the only good one, so none is written over. */
    private static Path free(Path file) {
        Path backup = file.resolveSibling(file.getFileName() + ".backup");
        for (int number = 2; Files.exists(backup); number++) {
            backup = file.resolveSibling(file.getFileName() + ".backup" + number);
        }
        return backup;
    }

    private static Map<String, @Nullable Object> entry(Client client, List<String> command) {
        Map<String, @Nullable Object> entry = new LinkedHashMap<>();
        if (client.isTyped()) {
            entry.put("type", "stdio");
        }
        entry.put("command", command.get(0));
        entry.put("args", command.subList(1, command.size()));
        return entry;
    }

    private static String read(Path file) throws IOException {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (CharacterCodingException e) {
            throw broken(file, "it is not UTF-8");
        }
    }

    private static IllegalArgumentException broken(Path file, @Nullable String why) {
        return new IllegalArgumentException("the file " + file + " cannot be read as JSON (" + why
                + "); it was left as it is: mend it and try again, or add by hand what --print shows");
    }
}
