package dev.daybook.extract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every secret in here is made up by the test, so that none stands in the repository. */
class SecretScreenTest {

    private static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    private static final String LETTERS = UPPER + UPPER.toLowerCase(java.util.Locale.ROOT);
    private static final String DIGITS = "0123456789";
    private static final String ALL = LETTERS + DIGITS;

    private static String some(Random random, String alphabet, int length) {
        StringBuilder some = new StringBuilder();
        while (some.length() < length) {
            some.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return some.toString();
    }

    private static List<String> forms(Random random) {
        String body = some(random, ALL, 48);
        String dashes = "-".repeat(5);
        List<String> forms = new ArrayList<>();
        for (String type : List.of("", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED ")) {
            forms.add(dashes + "BEGIN " + type + "PRIVATE KEY" + dashes + "\n" + body + "\n" + dashes + "END " + type
                    + "PRIVATE KEY" + dashes);
        }
        forms.add(dashes + "BEGIN PRIVATE KEY" + dashes + "\n" + body);
        for (String prefix : List.of("AKIA", "ASIA")) {
            forms.add(prefix + some(random, UPPER + DIGITS, 16));
        }
        for (String letter : List.of("p", "o", "u", "s", "r")) {
            forms.add("gh" + letter + "_" + some(random, ALL, 36));
        }
        forms.add("github" + "_pat_" + some(random, ALL, 40));
        forms.add("glpat" + "-" + some(random, ALL, 20));
        for (String letter : List.of("a", "b", "e", "o", "p", "r", "s")) {
            forms.add("xox" + letter + "-" + some(random, DIGITS, 11) + "-" + some(random, ALL, 20));
        }
        for (String middle : List.of("", "proj-", "ant-api-", "or-")) {
            forms.add("sk-" + middle + some(random, ALL, 40));
        }
        for (String prefix : List.of("sk_live_", "rk_live_", "sk_test_", "rk_test_")) {
            forms.add(prefix + some(random, ALL, 24));
        }
        forms.add("AI" + "za" + some(random, ALL, 35));
        forms.add("hf" + "_" + some(random, LETTERS, 34));
        forms.add("npm" + "_" + some(random, ALL, 36));
        forms.add("pypi" + "-" + some(random, ALL, 60));
        forms.add("ey" + "J" + some(random, ALL, 20) + "." + some(random, ALL, 60) + "." + some(random, ALL, 43));
        forms.add("Authorization: Bearer " + some(random, ALL, 32));
        forms.add("bearer " + some(random, ALL, 30) + "==");
        for (String scheme : List.of("https", "postgres", "amqp")) {
            forms.add(scheme + "://mira:" + some(random, ALL, 12) + "@example.org/boats");
        }
        String password = some(random, LETTERS, 5) + some(random, DIGITS, 3) + "!";
        for (String word : List.of(
                "password", "Passwd", "passphrase", "secret", "API key", "api_key", "access-key", "auth token")) {
            forms.add(word + ": " + password);
            forms.add(word + "=" + password);
            forms.add("My " + word + " is " + password);
            forms.add("\"" + word + "\" " + word + " = '" + password + "'");
        }
        for (String prefix : List.of("4", "51", "2221", "2720", "6011", "35")) {
            String card = card(random, prefix, 16);
            forms.add(card);
            forms.add(grouped(card, " "));
            forms.add(grouped(card, "-"));
            forms.add(grouped(card, " ") + " 12/29");
            forms.add(grouped(card, " ") + " 123");
            forms.add(card + " 123");
        }
        String amex = card(random, "37", 15);
        forms.add(amex);
        forms.add(amex.substring(0, 4) + " " + amex.substring(4, 10) + " " + amex.substring(10));
        return forms;
    }

    /** A number that passes Luhn's check. */
    private static String card(Random random, String prefix, int length) {
        String digits = prefix + some(random, DIGITS, length - 1 - prefix.length());
        int sum = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(digits.length() - 1 - i) - '0';
            int doubled = i % 2 == 0 ? 2 * digit : digit;
            sum += doubled > 9 ? doubled - 9 : doubled;
        }
        return digits + (10 - sum % 10) % 10;
    }

    private static String grouped(String card, String separator) {
        return card.replaceAll("(.{4})(?=.)", "$1" + separator);
    }

    static Stream<String> secrets() {
        return Stream.of(1, 2, 3).flatMap(seed -> forms(new Random(seed)).stream());
    }

    @Test
    void there_are_forms_enough() {
        assertThat(forms(new Random(1))).hasSizeGreaterThan(60).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("secrets")
    void a_secret_is_found_wherever_it_stands(String secret) {
        assertThat(List.of(
                        secret,
                        "Here: " + secret,
                        secret + " is it",
                        "(" + secret + ")",
                        "first line\n" + secret + "\nlast"))
                .allMatch(SecretScreen::finds);
    }

    @ParameterizedTest
    @MethodSource("secrets")
    void a_redacted_text_holds_no_secret_and_keeps_the_rest(String secret) {
        String redacted = SecretScreen.redact("Before. " + secret + " After.");

        assertThat(redacted).startsWith("Before. ").contains(SecretScreen.REDACTED);
        assertThat(SecretScreen.finds(redacted)).isFalse();
        assertThat(SecretScreen.redact(redacted)).isEqualTo(redacted);
        if (!secret.contains("PRIVATE KEY")) {
            assertThat(redacted).endsWith(" After.");
        }
    }

    @Test
    void a_number_that_fails_the_check_is_no_card() {
        Random random = new Random(4);
        for (int i = 0; i < 200; i++) {
            String card = card(random, "4", 16);
            char last = (char) ('0' + (card.charAt(15) - '0' + 1 + random.nextInt(9)) % 10);
            String other = card.substring(0, 15) + last;
            assertThat(SecretScreen.finds("Order " + other + ".")).isFalse();
            assertThat(SecretScreen.finds("Order " + grouped(other, " ") + ".")).isFalse();
        }
    }

    @Test
    void the_digits_of_a_uuid_are_no_card() {
        Random random = new Random(5);
        for (int i = 0; i < 200; i++) {
            String last = card(random, "4", 13);
            String uuid = "9a4ec3cf-1260-4a7a-bc3f-" + last.substring(0, 12);
            assertThat(SecretScreen.finds("Crate " + uuid + "-" + last.charAt(12) + " of plums"))
                    .isFalse();
            String first = card(random, "35", 16);
            String other = first.substring(0, 8) + "-" + first.substring(8, 12) + "-" + first.substring(12)
                    + "-addd-ef5f66bc46b3";
            assertThat(SecretScreen.finds("Crate " + other + " of plums")).isFalse();
            assertThat(SecretScreen.redact(other + " paid " + grouped(first, " ")))
                    .isEqualTo(other + " paid [redacted]");
        }
    }

    @Test
    void innocent_sentences_are_left_alone() {
        Random random = new Random(6);
        List<String> found = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            String sentence = innocent(random);
            if (SecretScreen.finds(sentence)) {
                found.add(sentence);
            }
        }
        assertThat(found).hasSizeLessThan(5);
    }

    private static String innocent(Random random) {
        String name = List.of("Mira", "Teo", "my aunt", "the ferryman").get(random.nextInt(4));
        String thing = List.of("boat", "recipe", "sk-8 board", "bearer of good news", "secret garden", "key ring")
                .get(random.nextInt(6));
        int number = random.nextInt(100_000);
        List<String> templates = List.of(
                "%s bought a %s for %d crowns.",
                "The password was changed by %s, said the %s, %d days ago.",
                "My secret is that %s likes the %s number %d.",
                "Is there a secret: %s never saw the %s? (%d)",
                "An API key is what %s needs for the %s, see page %d.",
                "The passphrase is something %s told the %s; version %d.",
                "See https://example.org/%s/%s?page=%d for more.",
                "Call %s about the %s at +44 20 7946 %d.",
                "%s flew 2026-03-04 12:00:15 with the %s on seat %d.",
                "The commit 3f2a9c8e7b of %s touches the %s in line %d.",
                "Between 10 20 30 and 40, %s counted the %s %d times.",
                "Parcel of %s: %s, tracking JJD0003%d.");
        return String.format(templates.get(random.nextInt(templates.size())), name, thing, number);
    }

    /** Texts that look like the beginning of a secret over and over. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "sk-a-",
                "a-",
                "eyJ-",
                "eyJaaaaaaaa.",
                "password:",
                "password: ",
                "bearer ",
                "1",
                "1 ",
                "-1",
                "://a:",
                "-----BEGIN ",
                "-----BEGIN PRIVATE KEY----- -----END ",
                "xoxb-",
                "://",
                " ",
                "A",
                "4111 "
            })
    @Timeout(30)
    void no_text_however_long_hangs_or_breaks_the_screen(String piece) {
        for (String start : List.of("", "sk-", "password: ")) {
            String text = start + piece.repeat(200_000 / piece.length());
            SecretScreen.finds(text);
            SecretScreen.redact(text);
        }
    }
}
