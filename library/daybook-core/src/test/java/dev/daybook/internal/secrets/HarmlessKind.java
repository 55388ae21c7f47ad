package dev.daybook.internal.secrets;

import static dev.daybook.internal.secrets.SecretKind.base64;
import static dev.daybook.internal.secrets.SecretKind.pick;
import static dev.daybook.internal.secrets.SecretKind.some;

import dev.daybook.internal.secrets.SecretKind.Alphabet;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;

/** A kind of text that looks like a secret and is none, and a generator of it. */
enum HarmlessKind {
    COMMIT(random ->
            "The bug came with commit " + some(random, Alphabet.HEX, 7 + 11 * random.nextInt(4)) + ", see the log."),
    REVERT(random -> "git cherry-pick " + some(random, Alphabet.HEX, 40) + " onto main, then push "
            + some(random, Alphabet.HEX, 8)),
    DIGEST(random -> "The image is sha256:" + some(random, Alphabet.HEX, 64) + " and its size is 12 MB."),
    INTEGRITY(random -> "integrity sha512-" + base64(random, 64) + " of left-boat@1.2." + random.nextInt(100)),
    UNIQUE_ID(random -> "Crate " + new UUID(random.nextLong(), random.nextLong()) + " of plums arrived."),
    ISBN(random -> "The book is ISBN 97" + pick(random, "8", "9") + "-" + random.nextInt(10) + "-"
            + some(random, Alphabet.DIGIT, 4) + "-" + some(random, Alphabet.DIGIT, 4) + "-" + random.nextInt(10) + "."),
    LONG_NUMBER(random -> pick(random, "Order", "Parcel", "Meter reading", "Invoice") + " "
            + some(random, Alphabet.DIGIT, 8 + random.nextInt(13)) + " is on its way."),
    DEVICE_NUMBER(random -> "IMEI 35" + some(random, Alphabet.DIGIT, 13) + " is my old telephone."),
    TELEPHONE(random -> "Call +" + (20 + random.nextInt(70)) + " " + some(random, Alphabet.DIGIT, 3) + " "
            + some(random, Alphabet.DIGIT, 3) + " " + some(random, Alphabet.DIGIT, 4) + " after six."),
    TIME_STAMP(random -> "at " + (1_500_000_000_000L + random.nextInt(Integer.MAX_VALUE)) + " ms, then 2026-03-0"
            + (1 + random.nextInt(9)) + "T12:00:15.123456Z"),
    PICTURE(random -> "![boat](data:image/png;base64,iVBORw0KGgo" + base64(random, 300) + ")"),
    PRODUCT_CODE(random -> "We need two of " + pick(random, "SK", "GH", "SG", "AIZ", "KEY", "NPM") + "-"
            + some(random, Alphabet.UPPER_OR_DIGIT, 4) + "-" + some(random, Alphabet.UPPER_OR_DIGIT, 4) + " in blue."),
    SLUG(random -> "https://example.org/sk-sk/" + pick(random, "task-", "sk-")
            + "how-to-repair-a-wooden-boat-in-spring?page=" + random.nextInt(100)),
    TALK_OF_PASSWORDS(random -> pick(
                    random,
                    "I forgot my password again, for the %dth time.",
                    "The password was changed by Teo, said the ferryman, %d days ago.",
                    "The password policy wants at least %d characters.",
                    "A password reset link was sent to teo%d@example.org.",
                    "The password reset page is https://example.org/reset?step=%d",
                    "Please set a new password: the old one is %d days old.",
                    "password: ******** (page %d)",
                    "Never write a secret to a log, see rule %d.",
                    "My secret is that I like the number %d.",
                    "The secret ingredient is cinnamon, about %d grams.",
                    "An API key is what the boat needs, see page %d.",
                    "The API key rotation takes place every %d days.",
                    "const password = getPassword(); // line %d",
                    "export PASSWORD=${VAULT_PASSWORD} # line %d",
                    "Each token costs a bit, and the prompt has %d of them.",
                    "The token was revoked %d minutes ago.")
            .replace("%d", String.valueOf(1 + random.nextInt(998)))),
    CODE(random -> "for (int i = 0; i < " + random.nextInt(1_000) + "; i++) { boats[i] = new Boat(\"B"
            + some(random, Alphabet.UPPER_OR_DIGIT, 6) + "\"); }"),
    NETWORK(random -> "ping fe80::" + some(random, Alphabet.HEX, 4) + ":" + some(random, Alphabet.HEX, 4)
            + " from 10.0." + random.nextInt(256) + "." + random.nextInt(256) + ":8080, mac 0a:1b:"
            + some(random, Alphabet.HEX, 2)),
    PATH(random -> "The file is /home/mira/.cache/" + some(random, Alphabet.HEX, 32) + "/index-v" + random.nextInt(100)
            + ".json"),
    PLAIN(random -> pick(random, "Mira", "Teo", "My aunt") + " rowed " + random.nextInt(100) + " miles to the "
            + pick(random, "secret garden", "key west lighthouse", "bearer of good news") + ".");

    private final Function<Random, String> generator;

    HarmlessKind(Function<Random, String> generator) {
        this.generator = generator;
    }

    String text(Random random) {
        return generator.apply(random);
    }
}
