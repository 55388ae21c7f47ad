package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessArgumentsTest {

    private static final String ASCII = "ANSI_X3.4-1968";

    @Test
    void arguments_are_read_as_utf_8_under_a_locale_without_it() {
        byte[] line =
                line(StandardCharsets.UTF_8, "java", "-jar", "daybook.jar", "remember", "Käse 😀", "--user", "王伟");

        assertThat(ProcessArguments.read(lossy("remember", "K??se ????", "--user", "??????"), line, ASCII))
                .containsExactly("remember", "Käse 😀", "--user", "王伟");
    }

    @Test
    void an_empty_argument_keeps_its_place() {
        byte[] line = line(StandardCharsets.UTF_8, "java", "Main", "recall", "", "ä", "");

        assertThat(ProcessArguments.read(lossy("recall", "", "??", ""), line, ASCII))
                .containsExactly("recall", "", "ä", "");
    }

    @Test
    void a_replacement_character_that_was_typed_is_kept() {
        byte[] line = line(StandardCharsets.UTF_8, "java", "remember", "a \uFFFD b");

        assertThat(ProcessArguments.read(new String[] {"remember", "a \uFFFD b"}, line, "UTF-8"))
                .containsExactly("remember", "a \uFFFD b");
    }

    @Test
    void arguments_of_another_charset_are_taken_as_the_locale_says() {
        byte[] line = line(StandardCharsets.ISO_8859_1, "java", "remember", "Käse");

        assertThat(ProcessArguments.read(new String[] {"remember", "Käse"}, line, "ISO-8859-1"))
                .containsExactly("remember", "Käse");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "java remember other"})
    void an_argument_that_lost_a_character_is_refused_if_its_bytes_are_unknown(String known) {
        byte[] line = known.isEmpty() ? null : line(StandardCharsets.UTF_8, known.split(" "));

        assertThatThrownBy(() -> ProcessArguments.read(lossy("remember", "K??se"), line, ASCII))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("argument 2 has a character that ANSI_X3.4-1968, the charset of the locale, cannot hold;"
                        + " encode the arguments in UTF-8 and set LC_ALL=C.UTF-8");
    }

    @Test
    void bytes_that_are_not_utf_8_are_refused_under_a_locale_without_letters() {
        byte[] line = line(StandardCharsets.ISO_8859_1, "java", "remember", "Käse");

        assertThatThrownBy(() -> ProcessArguments.read(lossy("remember", "K?se"), line, ASCII))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("argument 2 has a character");
    }

    @ParameterizedTest
    @ValueSource(strings = {"LANG=en_XX.UTF-8", "LC_CTYPE=UTF-8", ""})
    @EnabledOnOs(OS.LINUX)
    void a_process_keeps_its_user_and_its_text_under_every_locale(String setting, @TempDir Path folder)
            throws Exception {
        // A script has bytes; Java would encode the words of a new process with the charset of its own locale.
        String script = """
                daybook() { "$JAVA" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "$CLASSES" dev.daybook.server.Main "$@" --data "$DATA" --embedder none; }
                daybook remember 'Jürgen mag Käse 😀' --user 王伟
                daybook export --user 王伟
                """;
        ProcessBuilder builder = new ProcessBuilder(
                "sh", Files.writeString(folder.resolve("script"), script).toString());
        Map<String, String> environment = builder.environment();
        List.of("LC_ALL", "LC_CTYPE", "LANG").forEach(environment::remove);
        if (!setting.isEmpty()) {
            environment.put(setting.split("=")[0], setting.split("=")[1]);
        }
        environment.put(
                "JAVA", Path.of(System.getProperty("java.home"), "bin", "java").toString());
        environment.put("CLASSES", System.getProperty("java.class.path"));
        environment.put("DATA", folder.resolve("data").toString());
        Path errors = folder.resolve("errors");
        Process process = builder.redirectError(errors.toFile()).start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();

        assertThat(process.waitFor()).as(Files.readString(errors)).isZero();
        assertThat(lines).as(Files.readString(errors)).hasSize(2);
        assertThat(lines.get(1)).contains("\"user\":\"王伟\"").contains("Jürgen mag Käse 😀");
    }

    private static String[] lossy(String... arguments) {
        String[] lossy = arguments.clone();
        for (int i = 0; i < lossy.length; i++) {
            lossy[i] = lossy[i].replace('?', '\uFFFD');
        }
        return lossy;
    }

    private static byte[] line(Charset charset, String... words) {
        return (String.join("\0", words) + "\0").getBytes(charset);
    }
}
