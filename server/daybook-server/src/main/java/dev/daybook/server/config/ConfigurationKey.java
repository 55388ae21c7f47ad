package dev.daybook.server.config;

/** A configuration key: a property of the file, and a variable of the environment. */
enum ConfigurationKey {
    URL("url"),
    NAME("name"),
    KIND("kind"),
    API_KEY("key"),
    KEY_FILE("keyFile"),
    TIMEOUT("timeout"),
    MAX_TOKENS("maxTokens"),
    DERIVE_FROM("deriveFrom");

    private final String word;

    ConfigurationKey(String word) {
        this.word = word;
    }

    String property() {
        return "model." + word;
    }

    String variable() {
        return switch (this) {
            case API_KEY -> "DAYBOOK_MODEL_KEY";
            default -> "DAYBOOK_MODEL_" + name();
        };
    }
}
