package dev.daybook.embeddings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.EmbedderException;
import dev.daybook.model.Embedding;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bundled model's files in a folder stand for any encoder. */
class OnnxEmbedderTest {

    private static final List<String> TEXTS = List.of(
            "The old bridge is closed until the end of March.",
            "",
            "We took the long way round by the mill. ".repeat(60));

    @TempDir
    Path folder;

    private final Map<String, String> keys = new LinkedHashMap<>();

    @BeforeEach
    void unpack() throws Exception {
        copy(SentenceModel.MODEL, "model.onnx");
        copy(SentenceModel.TOKENIZER, "tokenizer.json");
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(folder.resolve("model.onnx")));
        keys.put("name", "minilm/int8");
        keys.put("dimensions", "384");
        keys.put("pooling", "mean");
        keys.put("max-pieces", "256");
        keys.put("model", "model.onnx");
        keys.put("model-sha256", HexFormat.of().formatHex(digest));
        keys.put("tokenizer", "tokenizer.json");
        keys.put("licence", "Apache-2.0");
    }

    private void copy(String resource, String name) throws IOException {
        try (InputStream bytes = Objects.requireNonNull(SentenceModel.class.getResourceAsStream(resource), resource)) {
            Files.copy(bytes, folder.resolve(name));
        }
    }

    private OnnxEmbedder open() throws IOException {
        Files.writeString(
                folder.resolve("encoder.properties"),
                keys.entrySet().stream()
                        .map(key -> key.getKey() + " = " + key.getValue())
                        .collect(Collectors.joining("\n")));
        return OnnxEmbedder.open(folder);
    }

    private List<Embedding> documents() throws IOException {
        try (OnnxEmbedder embedder = open()) {
            return embedder.embedDocuments(TEXTS);
        }
    }

    @Test
    void the_bundled_model_in_a_folder_gives_the_vectors_of_the_bundled_embedder() throws IOException {
        try (OnnxEmbedder embedder = open();
                MiniLmEmbedder bundled = new MiniLmEmbedder()) {
            assertThat(embedder.embedDocuments(TEXTS)).isEqualTo(bundled.embedDocuments(TEXTS));
            assertThat(embedder.embedQueries(TEXTS)).isEqualTo(bundled.embedQueries(TEXTS));
            assertThat(embedder.dimensions()).isEqualTo(384);
        }
    }

    /** In each window of a long text too, where only the beginning of the text would have it otherwise. */
    @Test
    void a_prefix_is_part_of_each_text_of_its_side() throws IOException {
        String shortText = TEXTS.get(0);
        try (MiniLmEmbedder bundled = new MiniLmEmbedder()) {
            keys.put("query-prefix", "question:");
            keys.put("document-prefix", "answer:");
            try (OnnxEmbedder embedder = open()) {
                assertThat(embedder.embedQueries(List.of(shortText)))
                        .isEqualTo(bundled.embedQueries(List.of("question: " + shortText)));
                assertThat(embedder.embedDocuments(List.of(shortText)))
                        .isEqualTo(bundled.embedDocuments(List.of("answer: " + shortText)));
                assertThat(embedder.embedDocuments(List.of(TEXTS.get(2))))
                        .isNotEqualTo(bundled.embedDocuments(List.of("answer: " + TEXTS.get(2))));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"pooling, cls", "max-pieces, 128", "document-prefix, answer:"})
    void a_setting_that_changes_vectors_changes_the_name(String key, String value) throws IOException {
        List<Embedding> vectors = documents();
        String name = open().name();
        assertThat(name).startsWith("minilm/int8/");

        keys.put(key, value);
        assertThat(documents()).isNotEqualTo(vectors);
        assertThat(open().name()).startsWith("minilm/int8/").isNotEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "name         |          | key 'name' of",
                "dimensions   | 0        | 'dimensions' of .* is '0'; use a number from 1 to 4096",
                "dimensions   | many     | 'dimensions' of .* is 'many'; use a number",
                "pooling      | max      | 'pooling' of .* is 'max'; use mean or cls",
                "max-pieces   | 10       | 'max-pieces' of .* is '10'; use a number from 64",
                "model        | other    | 'model' of .* is 'other'; use the name of a file in",
                "model        | ../x     | 'model' of .* is '../x'; use the name of a file in",
                "model-sha256 | abc      | 'model-sha256' of .* is 'abc'; use the 64 hexadecimal digits",
                "normalise    | true     | key 'normalise' of .* is unknown; use \\[dimensions, "
            })
    void a_bad_description_is_refused_with_its_key(String key, String value, String message) {
        keys.put(key, value == null ? "" : value);
        assertThatThrownBy(this::open)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("(?s).*" + message + ".*");
    }

    @Test
    void a_folder_without_a_description_is_refused_with_the_keys_to_write() {
        assertThatThrownBy(() -> OnnxEmbedder.open(folder))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no encoder.properties; write one with the keys");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "model-sha256 | 0000000000000000000000000000000000000000000000000000000000000000 | but .*model.onnx has ",
                "dimensions   | 768    | have 384 dimensions, and its description says 768",
                "tokenizer    | none   | no WordPiece tokenizer that lowercases"
            })
    void a_model_that_does_not_fit_its_description_fails_the_first_call(String key, String value, String message)
            throws IOException {
        Files.writeString(folder.resolve("none"), "{\"model\": {\"type\": \"Unigram\", \"vocab\": []}}");
        keys.put(key, value);
        assertThatThrownBy(this::documents)
                .isInstanceOf(EmbedderException.class)
                .hasMessageContaining("the encoder in " + folder)
                .hasMessageMatching("(?s).*" + message + ".*");
    }

    @Test
    void a_prefix_that_leaves_no_room_for_a_text_fails_the_first_call() throws IOException {
        keys.put("query-prefix", "word ".repeat(200));
        assertThatThrownBy(this::documents)
                .isInstanceOf(EmbedderException.class)
                .hasMessageContaining("shorten it to at most half");
    }
}
