package dev.daybook.bench.peers;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A measured system, in the order of the tables. */
enum PeerSystem {
    DAYBOOK("Daybook"),
    JEEVES_CHROMA("ChromaMemory"),
    JEEVES_SQLITE("SqliteMemory"),
    CHROMA("Chroma"),
    PGVECTOR("pgvector"),
    SQLITE_VEC("sqlite-vec"),
    LUCENE("Lucene"),
    LOG_FLOOR("log_floor");

    private final String label;

    PeerSystem(String label) {
        this.label = label;
    }

    /** Returns the name in a table. */
    String label() {
        return label;
    }

    /** Returns the name in the protocol. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns true for a system of {@code peers.py}. */
    boolean isPython() {
        return this != DAYBOOK && this != LUCENE;
    }

    static PeerSystem of(String id) {
        return Arrays.stream(values())
                .filter(system -> system.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + id + "' is no system; use some of "
                        + Arrays.stream(values()).map(PeerSystem::id).toList()));
    }

    /** Returns the named systems with Daybook at the end. */
    static List<PeerSystem> withDaybook(List<String> ids) {
        List<PeerSystem> systems = new ArrayList<>();
        ids.stream().filter(id -> !id.isBlank()).forEach(id -> systems.add(of(id)));
        systems.remove(DAYBOOK);
        systems.add(DAYBOOK);
        return systems;
    }

    /** Returns the command line that speaks the line protocol. */
    List<String> command(BenchFolders folders) throws IOException {
        return switch (this) {
            case DAYBOOK -> daybook();
            case LUCENE -> List.of("sh", folders.lucene().resolve("run.sh").toString());
            default ->
                List.of(folders.python().toString(), folders.program("peers.py").toString(), "--peer", id());
        };
    }

    private static List<String> daybook() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= 22) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.add("-Dcommit=" + System.getProperty("commit", "unknown"));
        command.add("-cp");
        command.add(Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(each -> Path.of(each).toAbsolutePath().toString())
                .reduce((left, right) -> left + File.pathSeparator + right)
                .orElse(""));
        command.add("dev.daybook.bench.child.PeerChild");
        return command;
    }
}
