package dev.daybook.bench.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The folders of a comparison: the shared programs, and a home for everything that is installed or generated. */
final class BenchFolders {

    /** The new writes of a comparison are the rows behind the loaded ones. */
    static final int NEW_ROWS = 4_000;

    /** The rows of the largest data set, which every comparison but that of growth uses. */
    static final int DATA_ROWS = 100_000 + NEW_ROWS;

    static final int DATA_USERS = 1_000;

    @Option(
            names = "--bench",
            paramLabel = "DIR",
            description =
                    "The folder of gen.py, run.py and peers.py. Default: ../shared/bench beside the working copy.")
    private @Nullable Path bench;

    @Option(
            names = "--home",
            paramLabel = "DIR",
            description = "Python environment, Lucene, data sets and stores. Default: $$PEERS_HOME, else"
                    + " ~/.cache/daybook-bench.")
    private @Nullable Path home;

    /** Returns a program of the shared folder. */
    Path program(String name) {
        Path folder = bench == null ? root().resolve("../shared/bench").normalize() : bench.toAbsolutePath();
        Path program = folder.resolve(name);
        if (!Files.exists(program)) {
            throw new IllegalArgumentException(program + " is not there; name its folder with --bench");
        }
        return program;
    }

    Path home() throws IOException {
        String variable = System.getenv("PEERS_HOME");
        Path folder = home != null
                ? home
                : variable != null
                        ? Path.of(variable)
                        : Path.of(System.getProperty("user.home"), ".cache/daybook-bench");
        return Files.createDirectories(folder.toAbsolutePath());
    }

    Path environment() throws IOException {
        return home().resolve("venv");
    }

    Path python() throws IOException {
        Path python = environment().resolve("bin/python");
        if (!Files.exists(python)) {
            throw new IllegalArgumentException("no Python environment in " + home() + "; run peers.sh install first");
        }
        return python;
    }

    Path lucene() throws IOException {
        return home().resolve("lucene");
    }

    /** Returns a folder for stores; a run removes its own. */
    Path stores() throws IOException {
        return Files.createDirectories(home().resolve("stores"));
    }

    /** Returns the largest data set, generated if it is missing. */
    Path data() throws IOException, InterruptedException {
        return data(DATA_ROWS, DATA_USERS);
    }

    /** Returns a data set, generated if it is missing. */
    Path data(int rows, int users) throws IOException, InterruptedException {
        Path folder = home().resolve("data-" + rows + "-" + users);
        if (!Files.exists(folder.resolve("meta.json"))) {
            ShellCommand.run(List.of(
                    python().toString(),
                    program("gen.py").toString(),
                    "--out",
                    folder.toString(),
                    "--n",
                    String.valueOf(rows),
                    "--tenants",
                    String.valueOf(users)));
        }
        return folder;
    }

    /** Returns the root of the working copy, as the script names it. */
    static Path root() {
        return Path.of(System.getProperty("root", ".")).toAbsolutePath();
    }
}
