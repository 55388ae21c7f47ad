package dev.daybook.server.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.daybook.internal.json.PlainJson;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a request leaves in memory: an erased text must not stay in a buffer of the parser. */
class ParsedTextTest {

    /** Shifted, so that the word itself is in no class file and in no string of this process. */
    private static final String SHIFTED = "bcdozebrafinch";

    @TempDir
    private Path temporary;

    @Test
    void a_parsed_text_leaves_neither_words_nor_names_in_memory() throws Exception {
        parseLines();
        Path dump = temporary.resolve("live.hprof");

        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(dump.toString(), true);

        String heap = new String(Files.readAllBytes(dump), StandardCharsets.ISO_8859_1);
        assertThat(heap.contains(SHIFTED)).isTrue();
        assertThat(heap.contains(word())).isFalse();
        assertThat(heap.contains(new String(word().getBytes(StandardCharsets.UTF_16LE), StandardCharsets.ISO_8859_1)))
                .isFalse();
    }

    private static void parseLines() {
        for (int i = 0; i < 100; i++) {
            assertThat(PlainJson.read("{\"" + word() + i + "\":\"" + word() + " in a text\"}"))
                    .isNotNull();
        }
    }

    private static String word() {
        return SHIFTED.chars()
                .flatMap(letter -> IntStream.of(letter + 1))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
