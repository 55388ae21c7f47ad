package dev.daybook.server.config;

import dev.daybook.query.ContextOptions;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of the proxy of chats.
 *
 * @param upstream the address that the models are at, with its version: {@code https://api.openai.com/v1}
 * @param apiKey the key of the upstream; null: it needs none, or the callers bring their own. Never part of
 *     {@link #toString()}
 * @param timeout longest silence of the upstream
 * @param calls maximum number of calls at once
 * @param maxTokens the budget of a context
 */
public record ProxySettings(URI upstream, @Nullable String apiKey, Duration timeout, int calls, int maxTokens) {

    /** The timeout of the official clients. */
    private static final int SECONDS = 600;

    private static final int CALLS = 64;

    /** Each call holds a thread. */
    private static final int MAX_CALLS = 1_000;

    /**
     * Reads the configuration of a data folder.
     *
     * @return empty if no upstream is configured
     * @throws IllegalArgumentException if a value is wrong; the message names every problem and its remedy, and no key
     */
    public static Optional<ProxySettings> read(Path folder, Map<String, String> environment) {
        CheckedValues values = CheckedValues.read(folder, environment);
        String key = values.secret(ConfigurationKey.PROXY_KEY, ConfigurationKey.PROXY_KEY_FILE);
        int seconds = values.number(ConfigurationKey.PROXY_TIMEOUT, CheckedValues.MAX_SECONDS, "seconds")
                .orElse(SECONDS);
        int calls =
                values.number(ConfigurationKey.PROXY_CALLS, MAX_CALLS, "calls").orElse(CALLS);
        int tokens = values.number(ConfigurationKey.PROXY_MAX_TOKENS, CheckedValues.MAX_TOKENS, "tokens")
                .orElse(ContextOptions.DEFAULT_MAX_TOKENS);
        Optional<URI> upstream = values.find(ConfigurationKey.PROXY_UPSTREAM)
                .flatMap(given -> values.url(given, "https://api.openai.com/v1"));
        values.throwIfAny();
        return upstream.map(url -> new ProxySettings(url, key, Duration.ofSeconds(seconds), calls, tokens));
    }

    /**
     * Returns the address of a path below the upstream.
     *
     * @throws IllegalArgumentException if the query has a character that an address cannot have
     */
    public URI address(String path, @Nullable String query) {
        String base = upstream.toString();
        String plain = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
        try {
            return new URI(plain + path + (query == null ? "" : "?" + query));
        } catch (URISyntaxException e) {
            // Its message has the address of the upstream, which is not for callers.
            throw new IllegalArgumentException(
                    "the query of the address has a character that stands for itself nowhere; percent-encode it");
        }
    }

    @Override
    public String toString() {
        return "ProxySettings[" + upstream.getHost() + "]";
    }
}
