package dev.daybook.embeddings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs in a process of its own, with nothing loaded before, an empty home and no network. */
class OfflineTest {

    @TempDir
    Path scratch;

    /** The program of the process: makes a vector and reports it. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            try (MiniLmEmbedder embedder = new MiniLmEmbedder()) {
                System.out.print(
                        embedder.embedQueries(List.of("Is it raining?")).get(0).dimensions());
            }
        }
    }

    @Test
    void it_needs_no_network_prints_nothing_and_writes_only_to_the_users_cache() throws Exception {
        Path home = Files.createDirectory(scratch.resolve("home"));
        Path temporary = Files.createDirectory(scratch.resolve("temporary"));
        Path out = scratch.resolve("out");
        Path err = scratch.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Duser.home=" + home,
                        "-Djava.io.tmpdir=" + temporary,
                        "-Dhttp.proxyHost=127.0.0.1",
                        "-Dhttp.proxyPort=1",
                        "-Dhttps.proxyHost=127.0.0.1",
                        "-Dhttps.proxyPort=1",
                        "-XX:+IgnoreUnrecognizedVMOptions",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        classPath(),
                        Program.class.getName())
                .directory(scratch.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("XDG_") || name.startsWith("JAVA_TOOL"));
        environment.putAll(Map.of(
                "HOME", home.toString(),
                "http_proxy", "http://127.0.0.1:1",
                "https_proxy", "http://127.0.0.1:1"));

        Process process = builder.start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();

        assertThat(err).isEmptyFile();
        assertThat(out).hasContent("384");
        assertThat(process.exitValue()).isZero();
        assertThat(files(home)).hasSize(2).allMatch(file -> file.startsWith(home.resolve(".cache/daybook")));
        assertThat(files(temporary))
                .filteredOn(file -> !file.toString().contains("hsperfdata"))
                .isEmpty();
    }

    /** Returns the class path. If the tests run as a module, their classes are patched into it and on neither path. */
    private static String classPath() {
        return Stream.of(
                        Path.of(System.getProperty("basedir", "."), "target", "test-classes")
                                .toString(),
                        System.getProperty("java.class.path"),
                        System.getProperty("jdk.module.path"))
                .filter(Objects::nonNull)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}
