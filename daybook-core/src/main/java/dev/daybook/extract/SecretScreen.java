package dev.daybook.extract;

/**
 * Detects passwords, keys and payment card numbers by their form. A secret that looks like a word is not detected: the
 * screen reduces the risk, but guarantees nothing.
 */
public final class SecretScreen {

    /** Contains no beginning of a form and no digit, so redacting one secret never makes up another. */
    public static final String REDACTED = "[redacted]";

    private SecretScreen() {}

    /** Returns whether a text contains a possible secret. */
    public static boolean finds(String text) {
        for (SecretForm form : SecretForm.begunIn(text)) {
            if (form.pattern().matcher(text).find()) {
                return true;
            }
        }
        return CardNumbers.finds(text);
    }

    /** Replaces each match with {@link #REDACTED}. */
    public static String redact(String text) {
        String rest = text;
        for (SecretForm form : SecretForm.begunIn(text)) {
            rest = form.redact(rest);
        }
        return CardNumbers.redact(rest);
    }
}
