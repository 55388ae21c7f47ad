package dev.daybook.server.config;

/** What can be configured: the key in the file, and the variable of the environment. */
enum Key {
    URL("url"),
    NAME("name"),
    KIND("kind"),
    API_KEY("key"),
    KEY_FILE("keyFile"),
    TIMEOUT("timeout"),
    MAX_TOKENS("maxTokens");

    private final String word;

    Key(String word) {
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
