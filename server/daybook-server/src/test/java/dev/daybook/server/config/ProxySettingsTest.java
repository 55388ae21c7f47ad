package dev.daybook.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is configured for the proxy, in the data folder and in the environment. */
class ProxySettingsTest {

    private static final String KEY = "sesame-opens";

    @TempDir
    Path folder;

    private void file(String... lines) throws IOException {
        Files.writeString(folder.resolve("daybook.properties"), String.join("\n", lines));
    }

    @Test
    void without_an_upstream_there_is_no_proxy() throws IOException {
        assertThat(ProxySettings.read(folder, Map.of())).isEmpty();
        file("proxy.key=" + KEY);
        assertThat(ProxySettings.read(folder, Map.of("DAYBOOK_PROXY_UPSTREAM", " ")))
                .isEmpty();
    }

    @Test
    void an_upstream_is_enough() {
        assertThat(ProxySettings.read(folder, Map.of("DAYBOOK_PROXY_UPSTREAM", "https://api.test/v1")))
                .contains(
                        new ProxySettings(URI.create("https://api.test/v1"), null, Duration.ofMinutes(10), 64, 2_000));
    }

    @Test
    void everything_can_be_set_and_the_environment_goes_before_the_file() throws IOException {
        Files.writeString(folder.resolve("key.txt"), KEY + "\n");
        file(
                "proxy.upstream=https://api.test/v1",
                "proxy.keyFile=key.txt",
                "proxy.timeout=30",
                "proxy.calls=5",
                "proxy.maxTokens=700");

        assertThat(ProxySettings.read(folder, Map.of("DAYBOOK_PROXY_CALLS", "9", "DAYBOOK_PROXY_MAX_TOKENS", "800")))
                .contains(new ProxySettings(URI.create("https://api.test/v1"), KEY, Duration.ofSeconds(30), 9, 800));
    }

    @Test
    void all_problems_are_named_together_and_no_key() throws IOException {
        file("proxy.upstream=ftp://me:" + KEY + "@api.test", "proxy.key=" + KEY, "proxy.keyFile=k", "proxy.upstram=x");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProxySettings.read(
                        folder, Map.of("DAYBOOK_PROXY_TIMEOUT", "soon", "DAYBOOK_PROXY_CALLS", "1001")))
                .withMessageStartingWith("5 problems: ")
                .withMessageContainingAll(
                        "proxy.upstream in daybook.properties is not an http or https address",
                        "https://api.openai.com/v1",
                        "both give a key",
                        "DAYBOOK_PROXY_TIMEOUT is not a number of seconds; give 1 to 86400",
                        "DAYBOOK_PROXY_CALLS is not a number of calls; give 1 to 1000",
                        "unknown key 'proxy.upstram'")
                .satisfies(thrown -> assertThat(thrown).hasMessageNotContaining(KEY));
    }

    /** A client of HTTP quotes a header that it refuses, so such a key would reach every caller. */
    @ParameterizedTest
    @ValueSource(strings = {"\uFEFF" + KEY, KEY + "\u00e9", "se same " + KEY, "\u0007" + KEY})
    void a_key_that_no_header_can_carry_is_refused_and_not_repeated(String key) throws IOException {
        Files.writeString(folder.resolve("key.txt"), key);
        file("proxy.upstream=https://api.test/v1", "proxy.keyFile=key.txt");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProxySettings.read(folder, Map.of()))
                .withMessageContaining("proxy.keyFile in daybook.properties gives a key with a character that no header"
                        + " can carry; save it as plain ASCII, without a byte order mark")
                .satisfies(thrown -> assertThat(thrown).hasMessageNotContaining(KEY));

        file("proxy.upstream=https://api.test/v1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProxySettings.read(folder, Map.of("DAYBOOK_PROXY_KEY", key)))
                .withMessageContaining("DAYBOOK_PROXY_KEY gives a key with a character")
                .satisfies(thrown -> assertThat(thrown).hasMessageNotContaining(KEY));
    }

    /** Paths are added to it, so they would be a part of its query. */
    @ParameterizedTest
    @ValueSource(strings = {"https://api.test/v1?api-version=" + KEY, "https://api.test/v1#models"})
    void an_upstream_has_neither_a_query_nor_a_fragment(String upstream) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProxySettings.read(folder, Map.of("DAYBOOK_PROXY_UPSTREAM", upstream)))
                .withMessageContaining("an http or https address without a user, a query and a fragment")
                .satisfies(thrown -> assertThat(thrown).hasMessageNotContaining(KEY));
    }

    @Test
    void the_key_is_not_in_the_text_of_the_settings() {
        Map<String, String> environment =
                Map.of("DAYBOOK_PROXY_UPSTREAM", "https://api.test/v1/", "DAYBOOK_PROXY_KEY", KEY);

        ProxySettings settings = ProxySettings.read(folder, environment).orElseThrow();

        assertThat(settings.apiKey()).isEqualTo(KEY);
        assertThat(settings).hasToString("ProxySettings[api.test]");
        assertThat(settings.address("/models", "a=b")).isEqualTo(URI.create("https://api.test/v1/models?a=b"));
    }
}
