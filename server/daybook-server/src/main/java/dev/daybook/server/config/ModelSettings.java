package dev.daybook.server.config;

import dev.daybook.query.DerivationStart;
import dev.daybook.server.config.ConfigurationValues.Value;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of the language model for derivations. It is not part of the command line, where other users of the
 * machine could read the key.
 *
 * @param apiKey null if the server needs none; never part of {@link #toString()}
 * @param timeout longest duration of a call; null: the default of the library
 * @param maxTokens longest answer, reasoning included; 0: the default of the library
 * @param deriveFrom whether a server derives from what is there when it starts
 */
public record ModelSettings(
        Kind kind,
        URI url,
        String name,
        @Nullable String apiKey,
        @Nullable Duration timeout,
        int maxTokens,
        DerivationStart deriveFrom) {

    /** The protocol of the model server. */
    public enum Kind {
        OPENAI,
        OLLAMA
    }

    /**
     * Reads the configuration of a data folder.
     *
     * @return empty if no model address is configured
     * @throws IllegalArgumentException if a value is wrong; the message names every problem and its remedy, and no key
     */
    public static Optional<ModelSettings> read(Path folder, Map<String, String> environment) {
        CheckedValues values = CheckedValues.read(folder, environment);
        Optional<ModelSettings> read = new Reading(values).settings();
        values.throwIfAny();
        return read;
    }

    @Override
    public String toString() {
        return "ModelSettings[" + kind + " " + url.getHost() + " " + name + "]";
    }

    private record Reading(CheckedValues values) {

        Optional<ModelSettings> settings() {
            Optional<Value> address = values.find(ConfigurationKey.URL);
            Optional<Value> name = values.find(ConfigurationKey.NAME);
            Kind kind = kind();
            String apiKey = values.secret(ConfigurationKey.API_KEY, ConfigurationKey.KEY_FILE);
            int seconds = values.number(ConfigurationKey.TIMEOUT, CheckedValues.MAX_SECONDS, "seconds")
                    .orElse(0);
            int tokens = values.number(ConfigurationKey.MAX_TOKENS, CheckedValues.MAX_TOKENS, "tokens")
                    .orElse(0);
            DerivationStart start = start();
            if (address.isEmpty()) {
                return Optional.empty();
            }
            Optional<URI> url =
                    values.url(address.get(), "http://localhost:8080/v1, or http://localhost:11434 for Ollama");
            if (name.isEmpty()) {
                values.problem(address.get().place() + " names a server, but the model is missing; set "
                        + ConfigurationKey.NAME.variable() + " or " + ConfigurationKey.NAME.property()
                        + " to the name of the model on the server");
            }
            return url.flatMap(where -> name.map(known -> new ModelSettings(
                    kind,
                    where,
                    known.text(),
                    apiKey,
                    seconds == 0 ? null : Duration.ofSeconds(seconds),
                    tokens,
                    start)));
        }

        private Kind kind() {
            Optional<Value> given = values.find(ConfigurationKey.KIND);
            String word = given.map(Value::text).orElse("openai").toLowerCase(Locale.ROOT);
            if (!word.equals("openai") && !word.equals("ollama")) {
                values.problem(
                        given.map(Value::place).orElse("") + " is not a kind of model server; use openai or ollama");
            }
            return word.equals("ollama") ? Kind.OLLAMA : Kind.OPENAI;
        }

        private DerivationStart start() {
            Optional<Value> given = values.find(ConfigurationKey.DERIVE_FROM);
            String word = given.map(Value::text).orElse("beginning").toLowerCase(Locale.ROOT);
            for (DerivationStart start : DerivationStart.values()) {
                if (start.label().equals(word)) {
                    return start;
                }
            }
            values.problem(given.map(Value::place).orElse("") + " is not a start; use beginning or now");
            return DerivationStart.BEGINNING;
        }
    }
}
