package dev.daybook.server.config;

import dev.daybook.query.DerivationStart;
import dev.daybook.server.config.ConfigurationValues.Value;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
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

    /** Longer than a day is a mistake, and so is an answer of a million tokens. */
    private static final int MAX_SECONDS = 86_400;

    private static final int MAX_TOKENS = 1_000_000;

    /** Longest line of a key. */
    private static final long MAX_KEY_FILE = 16 * 1024;

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
        ConfigurationProblems problems = new ConfigurationProblems();
        Optional<ModelSettings> read =
                new Reading(folder, ConfigurationValues.read(folder, environment, problems), problems).settings();
        problems.throwIfAny();
        return read;
    }

    @Override
    public String toString() {
        return "ModelSettings[" + kind + " " + url.getHost() + " " + name + "]";
    }

    private record Reading(Path folder, ConfigurationValues configured, ConfigurationProblems problems) {

        Optional<ModelSettings> settings() {
            Optional<Value> address = configured.find(ConfigurationKey.URL);
            Optional<Value> name = configured.find(ConfigurationKey.NAME);
            Kind kind = kind();
            String apiKey = apiKey();
            int seconds =
                    number(ConfigurationKey.TIMEOUT, MAX_SECONDS, "seconds").orElse(0);
            int tokens =
                    number(ConfigurationKey.MAX_TOKENS, MAX_TOKENS, "tokens").orElse(0);
            DerivationStart start = start();
            if (address.isEmpty()) {
                return Optional.empty();
            }
            Optional<URI> url = url(address.get());
            if (name.isEmpty()) {
                problems.add(address.get().place() + " names a server, but the model is missing; set "
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

        private Optional<URI> url(Value given) {
            try {
                URI url = new URI(given.text());
                boolean web = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
                if (web && url.getHost() != null && url.getUserInfo() == null) {
                    return Optional.of(url);
                }
            } catch (URISyntaxException e) {
                // Reported below; the message of the exception may hold a password.
            }
            problems.add(given.place() + " is not an http or https address without a user; give one like"
                    + " http://localhost:8080/v1, or http://localhost:11434 for Ollama");
            return Optional.empty();
        }

        private Kind kind() {
            Optional<Value> given = configured.find(ConfigurationKey.KIND);
            String word = given.map(Value::text).orElse("openai").toLowerCase(Locale.ROOT);
            if (!word.equals("openai") && !word.equals("ollama")) {
                problems.add(
                        given.map(Value::place).orElse("") + " is not a kind of model server; use openai or ollama");
            }
            return word.equals("ollama") ? Kind.OLLAMA : Kind.OPENAI;
        }

        private DerivationStart start() {
            Optional<Value> given = configured.find(ConfigurationKey.DERIVE_FROM);
            String word = given.map(Value::text).orElse("beginning").toLowerCase(Locale.ROOT);
            for (DerivationStart start : DerivationStart.values()) {
                if (start.label().equals(word)) {
                    return start;
                }
            }
            problems.add(given.map(Value::place).orElse("") + " is not a start; use beginning or now");
            return DerivationStart.BEGINNING;
        }

        private @Nullable String apiKey() {
            Optional<Value> key = configured.find(ConfigurationKey.API_KEY);
            Optional<Value> file = configured.find(ConfigurationKey.KEY_FILE);
            if (key.isPresent() && file.isPresent()) {
                problems.add(
                        key.get().place() + " and " + file.get().place() + " both give a key; leave one of them out");
                return null;
            }
            return file.isPresent() ? inFile(file.get()) : key.map(Value::text).orElse(null);
        }

        private @Nullable String inFile(Value file) {
            try {
                // A relative path starts at the data folder.
                Path path = folder.resolve(file.text());
                if (Files.size(path) <= MAX_KEY_FILE) {
                    String key = Files.readString(path).strip();
                    if (!key.isEmpty() && key.lines().count() == 1) {
                        return key;
                    }
                }
            } catch (IOException | IllegalArgumentException e) {
                // Reported below, like a file with other content.
            }
            problems.add(file.place()
                    + " does not name a readable file with a key on one line; correct the file or its name");
            return null;
        }

        private OptionalInt number(ConfigurationKey key, int most, String unit) {
            Optional<Value> given = configured.find(key);
            if (given.isEmpty()) {
                return OptionalInt.empty();
            }
            try {
                int number = Integer.parseInt(given.get().text());
                if (number >= 1 && number <= most) {
                    return OptionalInt.of(number);
                }
            } catch (NumberFormatException e) {
                // Reported below, like a number out of range.
            }
            problems.add(given.get().place() + " is not a number of " + unit + "; give 1 to " + most);
            return OptionalInt.empty();
        }
    }
}
