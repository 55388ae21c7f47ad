package dev.daybook.server.config;

import java.util.Locale;
import java.util.regex.Pattern;

/** A configuration key: a property of the file, and a variable of the environment. */
enum ConfigurationKey {
    URL("model.url"),
    NAME("model.name"),
    KIND("model.kind"),
    API_KEY("model.key"),
    KEY_FILE("model.keyFile"),
    TIMEOUT("model.timeout"),
    MAX_TOKENS("model.maxTokens"),
    DERIVE_FROM("model.deriveFrom"),
    PROXY_UPSTREAM("proxy.upstream"),
    PROXY_KEY("proxy.key"),
    PROXY_KEY_FILE("proxy.keyFile"),
    PROXY_TIMEOUT("proxy.timeout"),
    PROXY_CALLS("proxy.calls"),
    PROXY_MAX_TOKENS("proxy.maxTokens");

    /** The place between two words of a property. */
    private static final Pattern WORDS = Pattern.compile("(?<=[a-z])(?=[A-Z])");

    private final String property;

    ConfigurationKey(String property) {
        this.property = property;
    }

    String property() {
        return property;
    }

    /** Returns the name of the variable: {@code DAYBOOK_MODEL_KEY_FILE} of {@code model.keyFile}. */
    String variable() {
        return "DAYBOOK_"
                + WORDS.matcher(property.replace('.', '_')).replaceAll("_").toUpperCase(Locale.ROOT);
    }
}
