package dev.daybook.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs the launcher in a clone that is built already, with a Java that only notes its arguments and writes the archive it is asked for. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "daybook.cmd makes no archive")
class LauncherTest {

    private static final String JAVA = """
            #!/bin/sh
            echo "$*" >>"${0%/*}/calls"
            case "$*" in
                *-Xshare:dump*) for each; do case $each in -XX:SharedArchiveFile=*) echo archive >"${each#*=}" ;; esac; done ;;
            esac
            """;

    @TempDir
    Path temporary;

    private Path clone;
    private Path java;

    @BeforeEach
    void a_clone_that_is_built() throws IOException {
        clone = temporary.resolve("clone");
        Path target = Files.createDirectories(clone.resolve("server/daybook-server/target"));
        Files.createDirectories(clone.resolve("server/daybook-server/src/main"));
        write(clone.resolve("pom.xml"), "<project/>");
        write(clone.resolve("server/daybook-server/pom.xml"), "<project/>");
        write(Files.createDirectories(target.resolve("lib")).resolve("other.jar"), "a library");
        write(target.resolve("daybook.jar"), "the program");
        write(target.resolve("daybook.built"), "");
        Files.copy(WorkingCopy.here().root().resolve("daybook"), clone.resolve("daybook"));
        java = temporary.resolve("java");
        write(Files.createDirectories(java.resolve("lib")).resolve("modules"), "17.0.1");
        write(java.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
        write(Files.createDirectories(java.resolve("bin")).resolve("java"), JAVA);
        Files.setPosixFilePermissions(java.resolve("bin/java"), PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void the_archive_of_classes_is_made_at_the_first_launch_and_kept() throws Exception {
        String first = launch(clone);
        launch(clone);

        assertThat(archivesMade()).isEqualTo(1);
        assertThat(first).isEmpty();
        assertThat(lastCall())
                .contains("-XX:SharedArchiveFile=" + clone.toRealPath() + "/server/daybook-server/target/");
    }

    @Test
    void a_clone_that_was_moved_gets_a_new_archive() throws Exception {
        launch(clone);
        Path moved = Files.move(clone, temporary.resolve("moved"));

        String told = launch(moved);
        launch(moved);

        assertThat(archivesMade()).isEqualTo(2);
        assertThat(told).contains("renewing the archive");
    }

    @Test
    void a_clone_that_was_copied_gets_an_archive_of_its_own() throws Exception {
        launch(clone);
        Path copy = temporary.resolve("copy");
        copy(clone, copy);

        launch(copy);
        launch(clone);

        assertThat(archivesMade()).isEqualTo(2);
        assertThat(lastCall()).contains(clone.toRealPath().toString());
    }

    @Test
    void another_java_under_the_same_name_gets_a_new_archive() throws Exception {
        launch(clone);
        write(java.resolve("lib/modules"), "17.0.1, of another vendor");

        launch(clone);

        assertThat(archivesMade()).isEqualTo(2);
    }

    @Test
    void an_older_jar_gets_a_new_archive() throws Exception {
        launch(clone);
        Files.setLastModifiedTime(
                clone.resolve("server/daybook-server/target/lib/other.jar"),
                FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));

        launch(clone);

        assertThat(archivesMade()).isEqualTo(2);
    }

    @Test
    void a_java_that_cannot_make_an_archive_is_asked_once() throws Exception {
        write(java.resolve("bin/java"), JAVA.replace("-Xshare:dump", "never"));

        launch(clone);
        launch(clone);

        assertThat(archivesMade()).isEqualTo(1);
        assertThat(lastCall()).doesNotContain("-XX:SharedArchiveFile");
    }

    /** Runs a command; returns what the launcher says. */
    private String launch(Path root) throws Exception {
        Path output = Files.createTempFile(temporary, "launch", "");
        ProcessBuilder launcher = new ProcessBuilder(
                        "sh", root.resolve("daybook").toString(), "--version")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        launcher.environment().put("JAVA_HOME", java.toString());
        assertThat(launcher.start().waitFor()).as(Files.readString(output)).isZero();
        return Files.readString(output);
    }

    private long archivesMade() throws IOException {
        return calls().stream().filter(call -> call.contains("-Xshare:dump")).count();
    }

    private String lastCall() throws IOException {
        List<String> calls = calls();
        return calls.get(calls.size() - 1);
    }

    private List<String> calls() throws IOException {
        return Files.readAllLines(java.resolve("bin/calls"));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : all.toList()) {
                Files.copy(each, to.resolve(from.relativize(each).toString()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardCharsets.UTF_8);
    }
}
