package dev.daybook.bench.peers;

import dev.daybook.bench.speed.MeasurementSetup;
import dev.daybook.internal.json.PlainJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The first line of each run in a result file: its kind, the machine, the versions and the command. The measurements
 * follow it.
 *
 * @param kind compare, growth, flushes or forget
 * @param rows the episodes of the store
 * @param oneUser whether they all belong to one user
 */
record ResultSetup(String kind, int rows, boolean oneUser, String date, String commit, String machine, String command) {

    static ResultSetup now(String kind, int rows, boolean oneUser, String command) {
        return new ResultSetup(
                kind,
                rows,
                oneUser,
                LocalDate.now(ZoneOffset.UTC).toString(),
                System.getProperty("commit", "unknown"),
                MeasurementSetup.machine(),
                command);
    }

    static ResultSetup of(Map<String, @Nullable Object> fields) {
        return new ResultSetup(
                String.valueOf(fields.get("setup")),
                Integer.parseInt(String.valueOf(fields.get("rows"))),
                Boolean.TRUE.equals(fields.get("oneUser")),
                String.valueOf(fields.get("date")),
                String.valueOf(fields.get("commit")),
                String.valueOf(fields.get("machine")),
                String.valueOf(fields.get("command")));
    }

    /** Begins a new run at the end of a file. */
    void appendTo(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("setup", kind);
        fields.put("rows", rows);
        fields.put("oneUser", oneUser);
        fields.put("date", date);
        fields.put("commit", commit);
        fields.put("machine", machine);
        fields.put("command", command);
        append(file, fields);
    }

    static void append(Path file, Map<String, ?> fields) throws IOException {
        Files.writeString(file, PlainJson.write(fields) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
