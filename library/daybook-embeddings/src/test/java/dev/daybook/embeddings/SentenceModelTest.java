package dev.daybook.embeddings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SentenceModelTest {

    /** 254 pieces fit into a window, and each further window adds 222 pieces. */
    @ParameterizedTest
    @CsvSource({"0, 1", "254, 1", "255, 2", "476, 2", "477, 3", "698, 3", "699, 4"})
    void windows_cover_every_piece_and_overlap(int pieces, int windows) {
        assertThat(SentenceModel.windows(pieces, 254)).isEqualTo(windows);
    }

    @Test
    void the_name_of_the_embedder_names_the_file_of_the_model() throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(resource(SentenceModel.MODEL));

        assertThat(new MiniLmEmbedder().name())
                .isEqualTo("all-minilm-l6-v2/int8/"
                        + HexFormat.of().formatHex(digest).substring(0, 8));
    }

    /** Other pieces would give other vectors under the same name. */
    @Test
    void the_vocabulary_is_the_one_that_the_model_was_trained_with() throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(resource(SentenceModel.TOKENIZER));

        assertThat(HexFormat.of().formatHex(digest)).startsWith("da0e79933b9ed517");
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream resource = Objects.requireNonNull(SentenceModel.class.getResourceAsStream(name), name)) {
            return resource.readAllBytes();
        }
    }
}
