package dev.daybook.internal.secrets;

import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** A kind of secret and a generator of it: no secret is written in the repository. */
enum SecretKind {
    AMAZON_KEY(random -> pick(random, "AKIA", "ASIA") + some(random, Alphabet.UPPER_OR_DIGIT, 16)),
    GITHUB_TOKEN(random -> "gh" + pick(random, "p", "o", "u", "s", "r") + "_" + some(random, Alphabet.ALL, 36)),
    GITHUB_FINE_GRAINED(
            random -> "github" + "_pat_" + some(random, Alphabet.ALL, 22) + "_" + some(random, Alphabet.ALL, 59)),
    GITLAB_TOKEN(random -> pick(random, "glpat", "gldt", "glrt") + "-" + some(random, Alphabet.ALL, 20)),
    SLACK_TOKEN(random -> pick(random, "xoxb", "xoxp", "xoxa", "xoxr", "xapp") + "-" + some(random, Alphabet.DIGIT, 12)
            + "-" + some(random, Alphabet.ALL, 24)),
    SLACK_WEBHOOK(random -> "https://hooks.slack" + ".com/services/T" + some(random, Alphabet.UPPER_OR_DIGIT, 8) + "/B"
            + some(random, Alphabet.UPPER_OR_DIGIT, 8) + "/" + some(random, Alphabet.ALL, 24)),
    STRIPE_KEY(random -> pick(random, "sk_live_", "rk_live_", "sk_test_", "whsec_") + some(random, Alphabet.ALL, 24)),
    MODEL_KEY(random -> pick(random, "sk-", "sk-proj-", "sk-ant-api03-", "gsk_") + some(random, Alphabet.ALL, 48)),
    GOOGLE_KEY(random -> pick(random, "AI" + "za", "GOCSPX-a") + some(random, Alphabet.ALL, 35)),
    REGISTRY_TOKEN(random -> pick(random, "npm_", "hf_", "pypi-", "dckr_pat_") + some(random, Alphabet.ALL, 36)),
    SENDGRID_KEY(random -> "SG" + "." + some(random, Alphabet.ALL, 22) + "." + some(random, Alphabet.ALL, 43)),
    TWILIO_KEY(random -> "SK" + some(random, Alphabet.HEX, 32)),
    CLOUD_TOKEN(random -> pick(random, "dop_v1_", "shpat_", "dapi", "hvs.") + some(random, Alphabet.HEX, 32)),
    WEB_TOKEN(random -> "ey" + "J" + some(random, Alphabet.ALL, 33) + ".ey" + "J" + some(random, Alphabet.ALL, 80) + "."
            + some(random, Alphabet.ALL, 43)),
    PRIVATE_KEY(random -> {
        String type = pick(random, "", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED ") + "PRIVATE KEY";
        return "-----BEGIN " + type + "-----\n" + some(random, Alphabet.ALL, 64) + "\n" + some(random, Alphabet.ALL, 64)
                + "\n-----END " + type + "-----";
    }),
    BEARER_HEADER(random -> "Authorization: Bearer " + some(random, Alphabet.ALL, 32)),
    BASIC_HEADER(random -> "Authorization: Basic "
            + Base64.getEncoder().encodeToString((pick(random, "mira", "teo") + ":" + password(random)).getBytes())),
    ADDRESS_WITH_PASSWORD(random -> pick(random, "https", "postgres", "redis", "amqp", "mongodb+srv") + "://"
            + pick(random, "mira", "app", "") + ":" + some(random, Alphabet.ALL, 14) + "@db.example.org/"
            + pick(random, "boats", "0")),
    CONNECTION_STRING(random -> "Server=db.example.org;Database=boats;User Id=app;" + pick(random, "Password", "Pwd")
            + "=" + password(random) + ";"),
    STORAGE_ACCOUNT(random -> "DefaultEndpointsProtocol=https;AccountName=boats;AccountKey=" + base64(random, 64)
            + ";EndpointSuffix=example.org"),
    JDBC_ADDRESS(
            random -> "jdbc:postgresql://db.example.org/boats?user=app&password=" + some(random, Alphabet.ALL, 12)),
    SHELL_VARIABLE(
            random -> pick(random, "DB_PASSWORD", "AWS_SECRET_ACCESS_KEY", "STRIPE_API_KEY", "AUTH_TOKEN", "APP_SECRET")
                    + "=" + some(random, Alphabet.ALL, 32)),
    JSON_FIELD(random -> "{\"user\": \"mira\", \"" + pick(random, "password", "apiKey", "client_secret", "accessToken")
            + "\": \"" + some(random, Alphabet.ALL, 20) + "\"}"),
    YAML_FIELD(random -> pick(random, "password", "api_key", "secret", "auth-token") + ": " + password(random)),
    HEX_KEY_NAMED(random -> "the " + pick(random, "API key", "signing key", "auth token", "secret") + " is "
            + some(random, Alphabet.HEX, 32)),
    PASSWORD_IS(random -> pick(random, "the", "my", "our", "the new") + " "
            + pick(random, "password", "passphrase", "passcode") + " is " + password(random)),
    PASSWORD_IS_RANDOM(random -> "the password is " + some(random, Alphabet.ALL, 12 + random.nextInt(20))),
    PASSWORD_OF_A_THING(random -> "the password "
            + pick(random, "for the office wifi", "of the printer", "for mira's account") + " is " + password(random)),
    PASSWORD_AFTERWARDS(
            random -> "use " + password(random) + " as the " + pick(random, "password", "new password", "API key")),
    TOKEN_NAMED(random -> pick(random, "the token is", "token:", "the token for the deploy bot is", "bot token =") + " "
            + some(random, Alphabet.ALL, 32)),
    SIGNED_ADDRESS(random -> "https://boats.example.org/log?sv=2026&sig=" + some(random, Alphabet.ALL, 43) + "%3D"),
    PAYMENT_CARD(random -> card(random));

    /** Characters to draw from. */
    static final class Alphabet {
        static final String DIGIT = "0123456789";
        static final String HEX = DIGIT + "abcdef";
        static final String UPPER_OR_DIGIT = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + DIGIT;
        static final String ALL = UPPER_OR_DIGIT + "abcdefghijklmnopqrstuvwxyz";

        private Alphabet() {}
    }

    private static final List<String> SENTENCES = List.of(
            "%s",
            "Here it is: %s",
            "Please keep this to yourself, %s, and do not tell Teo.",
            "I put %s into the settings and then it worked",
            "Mira wrote: \"%s\" on the note.",
            "So (%s) was in the mail of Monday.",
            "We rowed to the island. It rained. For the boat house %s\nand the lake was calm.");

    private final Function<Random, String> generator;

    SecretKind(Function<Random, String> generator) {
        this.generator = generator;
    }

    /** Returns a sentence with a new secret of this kind. */
    String sentence(Random random) {
        return SENTENCES.get(random.nextInt(SENTENCES.size())).replace("%s", generator.apply(random));
    }

    static String some(Random random, String alphabet, int length) {
        StringBuilder some = new StringBuilder();
        while (some.length() < length) {
            some.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return some.toString();
    }

    static String pick(Random random, String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    static String base64(Random random, int bytes) {
        byte[] content = new byte[bytes];
        random.nextBytes(content);
        return Base64.getEncoder().encodeToString(content);
    }

    /** A password as people make them: a word or two, a number, a sign; or what a password manager makes. */
    private static String password(Random random) {
        String word = pick(random, "heron", "Ferry", "gravel", "Weir", "lantern", "Oar");
        return switch (random.nextInt(4)) {
            case 0 -> word + (100 + random.nextInt(9_900)) + pick(random, "!", "#", "", "$");
            case 1 -> word + pick(random, "_", "-", ".") + "boat" + pick(random, "_", "-", "+") + random.nextInt(1_000);
            case 2 ->
                some(random, Alphabet.ALL, 6)
                        + some(random, Alphabet.DIGIT, 2)
                        + some(random, "!#%&*+=?@_", 2)
                        + some(random, Alphabet.ALL, 6);
            default -> some(random, Alphabet.ALL, 8) + some(random, Alphabet.DIGIT, 2);
        };
    }

    private static String card(Random random) {
        boolean short15 = random.nextInt(5) == 0;
        String prefix =
                short15 ? pick(random, "34", "37") : pick(random, "4", "51", "55", "2221", "2720", "6011", "3530");
        String digits = prefix + some(random, Alphabet.DIGIT, (short15 ? 14 : 15) - prefix.length());
        int sum = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(digits.length() - 1 - i) - '0';
            int doubled = i % 2 == 0 ? 2 * digit : digit;
            sum += doubled > 9 ? doubled - 9 : doubled;
        }
        String card = digits + (10 - sum % 10) % 10;
        String separator = pick(random, "", " ", "-");
        return short15
                ? card.substring(0, 4) + separator + card.substring(4, 10) + separator + card.substring(10)
                : card.substring(0, 4)
                        + separator
                        + card.substring(4, 8)
                        + separator
                        + card.substring(8, 12)
                        + separator
                        + card.substring(12);
    }
}
