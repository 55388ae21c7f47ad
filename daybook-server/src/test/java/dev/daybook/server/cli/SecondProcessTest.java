package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.server.cli.Shell.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecondProcessTest {

    @TempDir
    Path temporary;

    /** Holds a folder until its input ends. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] arguments) throws IOException {
            try (Daybook open =
                    Daybook.builder(Path.of(arguments[0])).noEmbedder().open()) {
                System.out.println("open " + open.space());
                System.in.readAllBytes();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "recall,x",
                "remember,x",
                "export",
                "sessions",
                "doctor",
                "settings",
                "import,-",
                "forget,--all,--yes,--prove"
            })
    void a_store_in_use_is_exit_code_three(String command) throws Exception {
        Process holder = hold();
        try {
            String[] words = (command + ",--json").split(",");

            Run run = new Shell(temporary).run(words);

            assertThat(run.exit()).isEqualTo(Exit.STORE_IN_USE);
            assertThat(run.out()).isEmpty();
            assertThat(run.problem()).containsEntry("code", "unavailable").containsEntry("status", 503L);
        } finally {
            release(holder);
        }
    }

    @Test
    void a_store_that_was_let_go_opens_again() throws Exception {
        release(hold());

        assertThat(new Shell(temporary).run("remember", "hello").exit()).isEqualTo(Exit.DONE);
    }

    private Process hold() throws IOException {
        Process holder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        temporary.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(holder.inputReader().readLine()).startsWith("open");
        return holder;
    }

    private static void release(Process holder) throws Exception {
        holder.getOutputStream().close();
        assertThat(holder.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
}
