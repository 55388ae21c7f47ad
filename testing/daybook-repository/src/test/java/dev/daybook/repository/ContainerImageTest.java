package dev.daybook.repository;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules of the container image, checked on its Dockerfile and its scripts: no daemon builds it here. */
class ContainerImageTest {

    private final WorkingCopy workingCopy = WorkingCopy.here();
    private final Path root = workingCopy.root();

    @TempDir
    Path scratch;

    @Test
    void its_base_has_a_fixed_tag_and_glibc() throws Exception {
        assertThat(instructions("FROM"))
                .hasSize(1)
                .allSatisfy(base -> assertThat(base)
                        .matches("[a-z-]+:17-jre-[a-z]+")
                        .doesNotContain("alpine")
                        .doesNotContain("latest"));
    }

    @Test
    void every_copied_file_exists_or_is_made_by_the_single_jar_build_and_is_not_ignored() throws Exception {
        String made = "server/daybook-server/target/daybook-all.jar";
        assertThat(workingCopy.read("server/daybook-server/pom.xml"))
                .contains("<outputFile>${project.build.directory}/daybook-all.jar</outputFile>");
        List<String> copied = instructions("COPY").stream()
                .flatMap(ContainerImageTest::sources)
                .toList();
        assertThat(copied).contains(made, "docker/daybook");

        for (String file : copied) {
            if (!file.equals(made)) {
                assertThat(root.resolve(file)).isExecutable();
            }
            assertThat(workingCopy.read(".dockerignore").lines())
                    .as(file)
                    .anyMatch(line -> line.equals("!" + file)
                            || line.equals("!" + Path.of(file).getParent()));
        }
    }

    @Test
    void it_runs_as_a_numbered_user_that_is_not_root_and_keeps_the_memory_in_a_volume() throws Exception {
        assertThat(instructions("USER")).containsExactly("10001:10001");
        assertThat(instructions("RUN")).anyMatch(run -> run.contains("useradd --uid 10001"));
        String volume = only("VOLUME");
        assertThat(instructions("ENV")).anyMatch(env -> env.contains("DAYBOOK_DATA=" + volume));
    }

    @Test
    void the_server_is_the_process_that_a_signal_reaches() throws Exception {
        assertThat(only("ENTRYPOINT")).as("exec form").isEqualTo("[\"daybook\"]");
        assertThat(only("CMD")).startsWith("[\"serve\", \"--host\", \"0.0.0.0\"");
        assertThat(lastLine("docker/daybook")).startsWith("exec java ");
    }

    @Test
    void the_heap_follows_the_memory_of_the_container_and_the_archive_is_the_one_of_the_build() throws Exception {
        String archive = "$home/daybook.jsa";
        assertThat(lastLine("docker/daybook"))
                .contains("-XX:MaxRAMPercentage=")
                .contains("-XX:SharedArchiveFile=\"" + archive + "\"")
                .contains("-jar \"$home/daybook-all.jar\" \"$@\"");
        assertThat(workingCopy.read("docker/make-archive"))
                .contains("-XX:ArchiveClassesAtExit=\"" + archive + "\"")
                .contains("-jar \"$home/daybook-all.jar\"");
        assertThat(instructions("RUN")).last().isEqualTo("make-archive");
    }

    @Test
    void its_health_check_succeeds_for_a_ready_server_only() throws Exception {
        assertThat(only("HEALTHCHECK")).endsWith("CMD [\"healthy\"]");
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "skipped: no bash here");

        int port;
        try (FakeReadiness ready = new FakeReadiness(200)) {
            port = ready.port();
            assertThat(healthy(port)).isZero();
        }
        assertThat(healthy(port)).as("nobody listens").isNotZero();
        try (FakeReadiness busy = new FakeReadiness(503)) {
            assertThat(healthy(busy.port())).isNotZero();
        }
    }

    private int healthy(int port) throws Exception {
        return new ProcessBuilder("/bin/bash", root.resolve("docker/healthy").toString(), String.valueOf(port))
                .redirectErrorStream(true)
                .redirectOutput(scratch.resolve("healthy.log").toFile())
                .start()
                .waitFor();
    }

    private String only(String name) throws IOException {
        List<String> found = instructions(name);
        assertThat(found).as(name).hasSize(1);
        return found.get(0);
    }

    /** The arguments of all instructions of a name; those of several lines on one. */
    private List<String> instructions(String name) throws IOException {
        String joined = workingCopy.read("Dockerfile").replaceAll("\\\\\\n\\s*", "");
        return Pattern.compile("(?m)^" + name + " (.*)$")
                .matcher(joined)
                .results()
                .map(result -> result.group(1))
                .toList();
    }

    private static Stream<String> sources(String copy) {
        String[] words = copy.split(" ");
        return Arrays.stream(words, 0, words.length - 1).filter(word -> !word.startsWith("--"));
    }

    private String lastLine(String file) throws IOException {
        return workingCopy.read(file).lines().reduce("", (before, line) -> line);
    }

    /** Answers a request for readiness with one status. */
    private record FakeReadiness(HttpServer server) implements AutoCloseable {

        FakeReadiness(int status) throws IOException {
            this(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
            server.createContext("/readyz", exchange -> {
                exchange.sendResponseHeaders(status, -1);
                exchange.close();
            });
            server.start();
        }

        int port() {
            return server.getAddress().getPort();
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }
}
