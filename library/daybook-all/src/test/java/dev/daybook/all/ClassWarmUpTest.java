package dev.daybook.all;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ClassWarmUpTest {

    /** A class of the write path and one of the read path; opening needs neither. */
    private static final List<String> WARM =
            List.of("dev.daybook.internal.words.EnglishAnalyzer ", "dev.daybook.internal.recall.RankedHits ");

    @TempDir
    Path temporary;

    /** Opens a folder twice and ends when the warm-up has ended. */
    static final class Opening {
        private Opening() {}

        public static void main(String[] arguments) throws InterruptedException {
            Path folder = Path.of(arguments[0]);
            Daybook.builder(folder).noEmbedder().open().close();
            Daybook.builder(folder).noEmbedder().open().close();
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                if (thread.getName().equals("daybook-warm-up")) {
                    thread.join();
                }
            }
        }
    }

    @Test
    void opening_a_folder_loads_the_classes_of_a_write_and_a_recall() throws Exception {
        assertThat(classesLoaded("-XX:ActiveProcessorCount=2")).contains(WARM);
    }

    @Test
    void with_one_processor_opening_loads_only_its_own_classes() throws Exception {
        assertThat(classesLoaded("-XX:ActiveProcessorCount=1")).doesNotContain(WARM.get(0), WARM.get(1));
    }

    private String classesLoaded(String option) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(option, "-Xlog:class+load:stdout", "-cp", TestClassPath.get()));
        command.addAll(
                List.of(Opening.class.getName(), temporary.resolve("memory").toString()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).contains("dev.daybook.internal.embedded.EmbeddedDaybook ");
        return output;
    }
}
