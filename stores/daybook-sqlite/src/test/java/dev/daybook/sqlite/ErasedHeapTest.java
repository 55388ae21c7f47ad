package dev.daybook.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a dump of the heap shows of a scope: everything before a forget, nothing after it. */
@Timeout(300)
class ErasedHeapTest {

    @TempDir
    private Path temporary;

    @Test
    void after_a_forget_no_word_id_or_session_of_the_scope_is_reachable_in_the_heap() throws Exception {
        assertThat(wordsLeft("forget")).isEmpty();
    }

    @Test
    void the_dump_shows_what_is_not_forgotten() throws Exception {
        assertThat(wordsLeft("keep")).hasSizeGreaterThan(ForgettingProcess.WORDS / 2);
    }

    /** Returns the words in the objects that are left after a full collection, each with what stands around it. */
    private List<String> wordsLeft(String what) throws IOException, InterruptedException {
        OtherProcess process = OtherProcess.start(ForgettingProcess.class, what, temporary.resolve(what));
        Path dump = temporary.resolve(what + ".hprof");
        try {
            assertThat(process.line()).isEqualTo("done");
            Process jcmd = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                    .toString(),
                            Long.toString(process.pid()),
                            "GC.heap_dump",
                            dump.toString())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(jcmd.waitFor()).as(said).isZero();
        } finally {
            process.kill();
        }
        return wordsIn(Files.readAllBytes(dump));
    }

    private static List<String> wordsIn(byte[] dump) {
        String latin = new String(dump, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
        List<String> left = new ArrayList<>();
        for (int number = 0; number <= ForgettingProcess.WORDS; number++) {
            String word = ForgettingProcess.word(number);
            String little = new String(word.getBytes(StandardCharsets.UTF_16LE), StandardCharsets.ISO_8859_1);
            String big = new String(word.getBytes(StandardCharsets.UTF_16BE), StandardCharsets.ISO_8859_1);
            for (String form : List.of(word, little, big)) {
                int at = latin.indexOf(form);
                if (at >= 0) {
                    left.add(number + ": "
                            + latin.substring(Math.max(0, at - 60), Math.min(latin.length(), at + 120))
                                    .replaceAll("[^ -~]", ".")
                            + (form == word ? " latin" : " utf16"));
                }
            }
        }
        return left;
    }
}
