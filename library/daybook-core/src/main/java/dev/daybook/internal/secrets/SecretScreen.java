package dev.daybook.internal.secrets;

import dev.daybook.internal.json.JsonValue;
import dev.daybook.internal.text.PlainForm;

/**
 * Detects passwords, keys and payment card numbers by their form. A secret that looks like a word is not detected: the
 * screen reduces the risk, but guarantees nothing.
 */
public final class SecretScreen {

    /** Contains no beginning of a form and no digit, so redacting one secret never makes up another. */
    public static final String REDACTED = "[redacted]";

    private SecretScreen() {}

    /** Returns whether a text contains a possible secret, also one with invisible characters in it. */
    public static boolean finds(String text) {
        return findsKey(text)
                || CardNumbers.finds(text)
                || JsonSecrets.read(text)
                        .filter(json -> !JsonSecrets.redact(json).equals(json))
                        .isPresent();
    }

    /** Returns whether an id or a name contains a possible secret. Ids of digits are no card numbers. */
    public static boolean findsKey(String text) {
        return findsVisible(text) || findsHidden(text);
    }

    private static boolean findsVisible(String text) {
        for (SecretForm form : SecretForm.begunIn(text)) {
            if (form.pattern().matcher(text).find()) {
                return true;
            }
        }
        return false;
    }

    private static boolean findsHidden(String text) {
        String plain = PlainForm.of(text);
        return !plain.equals(text) && findsVisible(plain);
    }

    /**
     * Replaces each match with {@link #REDACTED}. A JSON object or list stays one. A text that hides a secret loses its
     * invisible characters.
     */
    public static String redact(String text) {
        return JsonSecrets.read(text)
                .map(json -> {
                    JsonValue redacted = JsonSecrets.redact(json);
                    return redacted.equals(json) ? text : redacted.toString();
                })
                .orElseGet(() -> redactPlain(text));
    }

    /** Redacts a text that is no JSON. */
    static String redactPlain(String text) {
        String rest = redactVisible(text);
        return findsHidden(rest) ? redactVisible(PlainForm.of(rest)) : rest;
    }

    private static String redactVisible(String text) {
        String rest = text;
        for (SecretForm form : SecretForm.begunIn(text)) {
            rest = form.redact(rest);
        }
        return CardNumbers.redact(rest);
    }
}
