package dev.daybook.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.query.DerivationStart;
import dev.daybook.server.config.ModelSettings.Kind;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is configured for the language model, in the data folder and in the environment. */
class ModelSettingsTest {

    private static final String KEY = "sesame-opens";

    @TempDir
    Path folder;

    private void file(String... lines) throws IOException {
        Files.writeString(folder.resolve("daybook.properties"), String.join("\n", lines));
    }

    private ModelSettings read(Map<String, String> environment) {
        return ModelSettings.read(folder, environment).orElseThrow();
    }

    @Test
    void without_an_address_there_is_no_model() throws IOException {
        assertThat(ModelSettings.read(folder, Map.of())).isEmpty();
        assertThat(ModelSettings.read(folder.resolve("not-there"), Map.of())).isEmpty();
        file("# nothing yet", "model.name=small");
        assertThat(ModelSettings.read(folder, Map.of())).isEmpty();
    }

    @Test
    void the_file_in_the_data_folder_is_read() throws IOException {
        Files.writeString(folder.resolve("key.txt"), KEY + "\n");
        file(
                "model.url=http://localhost:11434",
                "model.name = small",
                "model.kind=ollama",
                "model.keyFile=key.txt",
                "model.timeout=30",
                "model.maxTokens=500",
                "model.deriveFrom=now");

        assertThat(read(Map.of()))
                .isEqualTo(new ModelSettings(
                        Kind.OLLAMA,
                        URI.create("http://localhost:11434"),
                        "small",
                        KEY,
                        Duration.ofSeconds(30),
                        500,
                        DerivationStart.NOW));
    }

    @Test
    void the_environment_goes_before_the_file() throws IOException {
        file("model.url=http://localhost:1/v1", "model.name=small", "model.key=" + KEY);

        ModelSettings read = read(Map.of("DAYBOOK_MODEL_URL", "https://models.test/v1", "DAYBOOK_MODEL_KEY", " "));

        assertThat(read)
                .isEqualTo(new ModelSettings(
                        Kind.OPENAI,
                        URI.create("https://models.test/v1"),
                        "small",
                        null,
                        null,
                        0,
                        DerivationStart.BEGINNING));
        assertThat(ModelSettings.read(folder, Map.of("DAYBOOK_MODEL_URL", "")))
                .as("switched off")
                .isEmpty();
    }

    @Test
    void all_problems_are_reported_at_once() throws IOException {
        file("model.url=ftp://localhost", "model.nam=small", "model.keyFile=nowhere", "model.maxTokens=many");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> ModelSettings.read(
                        folder,
                        Map.of(
                                "DAYBOOK_MODEL_KIND",
                                "abacus",
                                "DAYBOOK_MODEL_TIMEOUT",
                                "0",
                                "DAYBOOK_MODEL_DERIVE_FROM",
                                "then")))
                .withMessageStartingWith("8 problems: ")
                .withMessageContainingAll(
                        "model.nam'",
                        "model.url in daybook.properties",
                        "DAYBOOK_MODEL_NAME",
                        "DAYBOOK_MODEL_KIND is not a kind",
                        "DAYBOOK_MODEL_DERIVE_FROM is not a start; use beginning or now",
                        "model.keyFile in daybook.properties",
                        "DAYBOOK_MODEL_TIMEOUT",
                        "model.maxTokens in daybook.properties");
    }

    @Test
    void no_message_and_no_text_holds_the_key() throws IOException {
        file("model.url=http://me:" + KEY + "@localhost/v1", "model.name=small", "model.key=" + KEY, "model.keyFile=k");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> ModelSettings.read(folder, Map.of()))
                .withMessageContaining("both give a key")
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain(KEY));
        file("model.url=http://localhost/v1", "model.name=small", "model.key=" + KEY);
        assertThat(read(Map.of()).apiKey()).isEqualTo(KEY);
        assertThat(read(Map.of()).toString()).doesNotContain(KEY);
    }

    @Test
    void a_file_that_is_none_of_ours_is_reported() throws IOException {
        file("model.url=\\uZZZZ");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> ModelSettings.read(folder, Map.of()))
                .withMessageContaining("daybook.properties");
    }
}
