package dev.daybook.data;

/**
 * What holds for a whole space.
 *
 * @param secrets what to do with a text that looks like it holds a password or a key
 */
public record Settings(Secrets secrets) {

    public static final Settings DEFAULTS = new Settings(Secrets.MARK);

    public Settings {
        Require.present("secrets", secrets);
    }

    public Settings secrets(Secrets secrets) {
        return new Settings(secrets);
    }

    /** What to do with a text that looks like it holds a password or a key. */
    public enum Secrets {
        /** Keep it, and mark the episode as sensitive: it is never shown outside its own scope. */
        MARK,
        /** Write {@code [redacted]} in its place. */
        REDACT,
        /** Refuse the write. */
        REJECT;

        /** The name as it is written outside Java: {@code mark}, … */
        public String label() {
            return Labels.label(this);
        }

        /**
         * Reads a {@link #label()}.
         *
         * @throws IllegalArgumentException if there is no such way; the message lists those there are
         */
        public static Secrets of(String label) {
            return Labels.read("secrets", values(), label);
        }
    }
}
