package dev.daybook.bench.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Installs the peers: a Python environment with the versions that run.py names, and Lucene. */
@Command(
        name = "install",
        description = "Installs the peers into the home folder: Python packages in the versions that run.py names, and"
                + " Lucene with its child program. A package that cannot be installed is reported and left out.",
        sortOptions = false)
final class InstallCommand implements Callable<Integer> {

    private static final Pattern PINNED = Pattern.compile("\"([A-Za-z0-9_\\[\\]-]+==[^\"]+)\"");

    /** The packages of the systems in {@link PeerSystem}; run.py names more. */
    private static final List<String> PACKAGES = List.of(
            "numpy",
            "psutil",
            "chromadb",
            "jeevesagent",
            "sqlite-vec",
            "pysqlite3-binary",
            "psycopg[binary]",
            "pgvector",
            "pgserver");

    @Mixin
    private BenchFolders folders;

    @Option(names = "--python", defaultValue = "python3", description = "Python 3.11 or later. Default: python3.")
    private String python;

    @Option(
            names = "--lucene-java",
            paramLabel = "DIR",
            description = "A JDK of 21 or later for Lucene; without one Lucene is left out.")
    private @Nullable Path luceneJava;

    @Override
    public Integer call() throws Exception {
        Path environment = folders.environment();
        if (!Files.exists(environment.resolve("bin/python"))) {
            ShellCommand.run(List.of(python, "-m", "venv", environment.toString()));
        }
        List<String> missing = new ArrayList<>();
        for (String each : pinned(Files.readString(folders.program("run.py")))) {
            List<String> install =
                    List.of(environment.resolve("bin/python").toString(), "-m", "pip", "install", "-q", each);
            if (ShellCommand.exitOf(install, Map.of()) != 0) {
                missing.add(each);
            }
        }
        missing.forEach(each -> System.err.println("left out, because its installation failed: " + each));
        if (luceneJava != null) {
            lucene(luceneJava.toAbsolutePath());
        }
        return 0;
    }

    /** Returns the pinned packages that the systems of the comparison need. */
    static List<String> pinned(String program) {
        return PINNED.matcher(program)
                .results()
                .map((MatchResult match) -> match.group(1))
                .filter(each -> PACKAGES.contains(each.substring(0, each.indexOf("=="))))
                .toList();
    }

    private void lucene(Path java) throws IOException, InterruptedException {
        Path folder = Files.createDirectories(folders.lucene());
        String libraries = folder.resolve("lib").toString();
        String classes = folder.resolve("classes").toString();
        ShellCommand.run(List.of(
                "mvn",
                "-q",
                "-B",
                "-f",
                folders.program("jvm-pom.xml").toString(),
                "dependency:copy-dependencies",
                "-DoutputDirectory=" + libraries));
        ShellCommand.run(List.of(
                java.resolve("bin/javac").toString(),
                "-nowarn",
                "--add-modules",
                "jdk.incubator.vector",
                "-cp",
                libraries + "/*",
                "-d",
                classes,
                folders.program("JvmPeers.java").toString()));
        Files.writeString(
                folder.resolve("run.sh"),
                "exec '" + java.resolve("bin/java") + "' --add-modules jdk.incubator.vector -cp '" + classes + ":"
                        + libraries + "/*' JvmPeers --peer lucene\n");
    }
}
