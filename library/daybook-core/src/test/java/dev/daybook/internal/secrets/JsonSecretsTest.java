package dev.daybook.internal.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.json.JsonReader;
import dev.daybook.internal.json.JsonValue;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Secrets in texts that are JSON. */
class JsonSecretsTest {

    private static final String KEY_BEGIN = "-----BEGIN RSA PRIVATE KEY-----";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"password\":hunter2x!7} | {\"password\":[redacted]",
                "{\"password\":\"hunter2x!7\"} | {\"password\":\"[redacted]\"}",
                "{\"password\":12345678} | {\"password\":\"[redacted]\"}",
                "{\"card\":[4111111111111111,7]} | {\"card\":[\"[redacted]\",7]}",
                "{\"said\":\"My password is \\\"hunter2x!7\\\".\"} | {\"said\":\"My password is \\\"[redacted]\\\".\"}",
                "{\"said\":\"first\\nAKIAIOSFODNN7EXAMPLE\"} | {\"said\":\"first\\n[redacted]\"}",
                "{\"arguments\":\"{\\\"password\\\":12345678}\"} | {\"arguments\":\"{\\\"password\\\":\\\"[redacted]\\\"}\"}",
                "{\"a\":\"-----BEGIN PRIVATE KEY-----\\nMIIE\",\"b\":1} | {\"a\":\"[redacted]\",\"b\":1}",
                "{\"AKIAIOSFODNN7EXAMPLE\":1} | {\"[redacted]\":1}"
            })
    void a_redacted_document_is_json_still(String text, String redacted) {
        assertThat(SecretScreen.finds(text)).isTrue();
        assertThat(SecretScreen.redact(text)).isEqualTo(redacted);
        assertThat(SecretScreen.redact(redacted)).isEqualTo(redacted);
    }

    @Test
    void the_lines_of_a_key_are_one_secret() {
        String lines = "[\"" + KEY_BEGIN + "\",\"MIIEpAIBAAKCAQEA\",\"-----END RSA PRIVATE KEY-----\",\"after\"]";

        assertThat(SecretScreen.redact(lines)).isEqualTo("[\"[redacted]\\nafter\"]");
    }

    @Test
    void a_document_without_a_secret_stays_as_it_is() {
        String pretty = "{\n  \"size\": 1.50,\n  \"at\": [\"http://here\", \"a:bcd@home\"]\n}";

        assertThat(SecretScreen.redact(pretty)).isEqualTo(pretty);
    }

    @ParameterizedTest
    @MethodSource("dev.daybook.internal.secrets.SecretScreenTest#secrets")
    void every_form_is_redacted_in_a_value_and_the_structure_stays(String secret) {
        JsonValue given = new JsonValue.Members(Map.of(
                "said",
                new JsonValue.Elements(List.of(new JsonValue.Text("Here: " + secret), new JsonValue.Text("after")))));

        String redacted = SecretScreen.redact(given.toString());

        assertThat(redacted)
                .contains(SecretScreen.REDACTED)
                .startsWith("{\"said\":[\"")
                .endsWith("\"]}");
        assertThat(JsonReader.read(redacted)).isInstanceOf(JsonValue.Members.class);
        assertThat(SecretScreen.finds(redacted)).isFalse();
    }
}
