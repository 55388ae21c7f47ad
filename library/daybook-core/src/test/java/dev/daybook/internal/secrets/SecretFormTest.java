package dev.daybook.internal.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.text.PlainForm;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares the screen with its patterns alone, on texts composed of parts of secrets. Every secret here is generated. */
class SecretFormTest {

    private static final int TEXTS = 10_000;

    private static final String NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";

    /** Beginnings, middles and ends of all forms, whole or broken, and characters that decide a boundary. */
    private static final List<String> PARTS = List.of(
            "-----BEGIN ",
            "RSA ",
            "PRIVATE KEY-----",
            "-----END ",
            "-----",
            "AKIA",
            "ASIA",
            "ghp_",
            "gho_",
            "ghu_",
            "ghs_",
            "ghr_",
            "gh",
            "github_pat_",
            "glpat-",
            "xoxb-",
            "xoxp-",
            "xox",
            "sk-",
            "sk_live_",
            "rk_test_",
            "pk_live_",
            "AIza",
            "hf_",
            "npm_",
            "pypi-",
            "eyJ",
            "Bearer ",
            "BEARER\t",
            "bearer",
            "://",
            "https://",
            "ann:",
            "@host",
            "password",
            "Passwd",
            "PASSPHRASE",
            "secret",
            "api key",
            "API_KEY",
            "api-key",
            "apiKey",
            "access key",
            "Access-Key",
            "access_key",
            "accesskey",
            "auth token",
            "AUTH_TOKEN",
            "auth-token",
            "authToken",
            " is ",
            ": ",
            "=",
            " = ",
            "'",
            "\"",
            "+",
            "4111",
            "4111 ",
            "4111-",
            "5500 0000 ",
            "3782 822463 ",
            "0004",
            "-1",
            "1",
            " 12/29",
            "9a4ec3cf-1260-4a7a-bc3f-",
            "\n",
            " ",
            " ",
            ".",
            ",",
            ";",
            "é",
            "\u017f",
            "\u212a",
            "語");

    private final Random random = new Random(1);
    private final List<String> wholeForms = Stream.concat(
                    SecretScreenTest.secrets(),
                    Stream.of(SecretKind.values())
                            .flatMap(kind ->
                                    Stream.generate(() -> kind.sentence(random)).limit(10)))
            .toList();

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int parts = 1 + random.nextInt(6); parts > 0; parts--) {
            text.append(part());
        }
        return text.toString();
    }

    private String part() {
        int kind = random.nextInt(10);
        if (kind < 4) {
            return PARTS.get(random.nextInt(PARTS.size()));
        } else if (kind < 7) {
            return run(NAMES, 1 + random.nextInt(44));
        } else if (kind < 8) {
            return run("0123456789", 1 + random.nextInt(18));
        }
        String secret = wholeForms.get(random.nextInt(wholeForms.size()));
        int at = random.nextInt(secret.length());
        return switch (random.nextInt(4)) {
            case 0 -> secret.substring(at);
            case 1 -> secret.substring(0, at);
            case 2 -> secret.substring(0, at) + PARTS.get(random.nextInt(PARTS.size())) + secret.substring(at + 1);
            default -> secret;
        };
    }

    private String run(String alphabet, int length) {
        StringBuilder run = new StringBuilder();
        while (run.length() < length) {
            run.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return run.toString();
    }

    @Test
    void a_form_is_begun_wherever_its_pattern_matches() {
        Set<SecretForm> matched = EnumSet.noneOf(SecretForm.class);
        for (int i = 0; i < TEXTS; i++) {
            String text = text();
            Set<SecretForm> matching = EnumSet.allOf(SecretForm.class);
            matching.removeIf(form -> !form.pattern().matcher(text).find());
            matched.addAll(matching);

            assertThat(SecretForm.begunIn(text)).as(text).containsAll(matching);
        }
        assertThat(matched).containsExactlyInAnyOrder(SecretForm.values());
    }

    @Test
    void the_screen_answers_as_its_patterns_alone_also_without_invisible_characters() {
        int found = 0;
        int cards = 0;
        for (int i = 0; i < TEXTS; i++) {
            String text = text();
            boolean card = CardNumbers.finds(CardNumbers.PRINTED, text) || CardNumbers.finds(CardNumbers.DIGITS, text);
            boolean secret = card || byPatterns(text) || byPatterns(PlainForm.of(text));
            cards += card ? 1 : 0;
            found += secret ? 1 : 0;

            assertThat(SecretScreen.finds(text)).as(text).isEqualTo(secret);
            assertThat(SecretScreen.redact(text)).as(text).isEqualTo(redactedByPatterns(text));
        }
        assertThat(found).isBetween(TEXTS / 10, TEXTS * 9 / 10);
        assertThat(cards).isGreaterThan(100);
    }

    private static boolean byPatterns(String text) {
        return EnumSet.allOf(SecretForm.class).stream()
                .anyMatch(form -> form.pattern().matcher(text).find());
    }

    private static String redactedByPatterns(String text) {
        String redacted = redactedAsItStands(text);
        String plain = PlainForm.of(redacted);
        return !plain.equals(redacted) && byPatterns(plain) ? redactedAsItStands(plain) : redacted;
    }

    private static String redactedAsItStands(String text) {
        String rest = text;
        for (SecretForm form : SecretForm.values()) {
            rest = form.redact(rest);
        }
        return CardNumbers.redact(CardNumbers.DIGITS, CardNumbers.redact(CardNumbers.PRINTED, rest));
    }

    @Test
    void ordinary_text_begins_no_form_so_that_no_pattern_is_tried() {
        assertThat(
                        SecretForm.begunIn(
                                "Mira asked the ferryman for a key to the boat house, and on 2026-03-04 at 12:00 he"
                                        + " brought it: a token of thanks (the well-known one), said 'pass it on' and left no receipt."))
                .isEmpty();
    }

    @Test
    void the_replacement_begins_no_form() {
        assertThat(SecretForm.begunIn(SecretScreen.REDACTED)).isEmpty();
    }
}
