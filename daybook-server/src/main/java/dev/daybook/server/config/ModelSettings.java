package dev.daybook.server.config;

import dev.daybook.server.config.Configured.Value;
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
 * The language model that derives, as it is configured. Nothing of it is in a command line, where other users of the machine
 * could read the key.
 *
 * @param apiKey null if the server wants none; it never stands in {@link #toString()}
 * @param timeout how long a call may take; null: as the library has it
 * @param maxTokens how long an answer may be, thoughts included; 0: as the library has it
 */
public record ModelSettings(
        Kind kind,
        URI url,
        String name,
        @Nullable String apiKey,
        @Nullable Duration timeout,
        int maxTokens) {

    /** A day is longer than anybody waits, and an answer of a million tokens is none. */
    private static final int MOST_SECONDS = 86_400;

    private static final int MOST_TOKENS = 1_000_000;

    /** A key is a line. */
    private static final long LARGEST_KEY_FILE = 16 * 1024;

    /** What its server speaks. */
    public enum Kind {
        OPENAI,
        OLLAMA
    }

    /**
     * Reads what is configured for a data folder.
     *
     * @return empty if there is no address of a model
     * @throws IllegalArgumentException if anything is wrong; the message names every problem and its remedy, and no key
     */
    public static Optional<ModelSettings> read(Path folder, Map<String, String> environment) {
        Problems problems = new Problems();
        Optional<ModelSettings> read =
                new Reading(folder, Configured.read(folder, environment, problems), problems).settings();
        problems.throwIfAny();
        return read;
    }

    @Override
    public String toString() {
        return "ModelSettings[" + kind + " " + url.getHost() + " " + name + "]";
    }

    private record Reading(Path folder, Configured configured, Problems problems) {

        Optional<ModelSettings> settings() {
            Optional<Value> address = configured.find(Key.URL);
            Optional<Value> name = configured.find(Key.NAME);
            Kind kind = kind();
            String apiKey = apiKey();
            int seconds = number(Key.TIMEOUT, MOST_SECONDS, "seconds").orElse(0);
            int tokens = number(Key.MAX_TOKENS, MOST_TOKENS, "tokens").orElse(0);
            if (address.isEmpty()) {
                return Optional.empty();
            }
            Optional<URI> url = url(address.get());
            if (name.isEmpty()) {
                problems.add(
                        address.get().place() + " names a server, and nothing its model; set " + Key.NAME.variable()
                                + " or " + Key.NAME.property() + " to the name that the server knows it by");
            }
            return url.flatMap(where -> name.map(known -> new ModelSettings(
                    kind, where, known.text(), apiKey, seconds == 0 ? null : Duration.ofSeconds(seconds), tokens)));
        }

        private Optional<URI> url(Value given) {
            try {
                URI url = new URI(given.text());
                boolean web = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
                if (web && url.getHost() != null && url.getUserInfo() == null) {
                    return Optional.of(url);
                }
            } catch (URISyntaxException e) {
                // Told below; its message may hold a password.
            }
            problems.add(given.place() + " is not an http or https address without a user; give one like"
                    + " http://localhost:8080/v1, or http://localhost:11434 for Ollama");
            return Optional.empty();
        }

        private Kind kind() {
            Optional<Value> given = configured.find(Key.KIND);
            String word = given.map(Value::text).orElse("openai").toLowerCase(Locale.ROOT);
            if (!word.equals("openai") && !word.equals("ollama")) {
                problems.add(given.map(Value::place).orElse("") + " is no kind of server; use openai or ollama");
            }
            return word.equals("ollama") ? Kind.OLLAMA : Kind.OPENAI;
        }

        private @Nullable String apiKey() {
            Optional<Value> key = configured.find(Key.API_KEY);
            Optional<Value> file = configured.find(Key.KEY_FILE);
            if (key.isPresent() && file.isPresent()) {
                problems.add(
                        key.get().place() + " and " + file.get().place() + " both give a key; leave one of them out");
                return null;
            }
            return file.isPresent() ? inFile(file.get()) : key.map(Value::text).orElse(null);
        }

        private @Nullable String inFile(Value file) {
            try {
                // Beside the configuration, if it is not said where.
                Path path = folder.resolve(file.text());
                if (Files.size(path) <= LARGEST_KEY_FILE) {
                    String key = Files.readString(path).strip();
                    if (!key.isEmpty() && key.lines().count() == 1) {
                        return key;
                    }
                }
            } catch (IOException | IllegalArgumentException e) {
                // Told below, like a file that holds something else.
            }
            problems.add(
                    file.place() + " names no readable file that holds a key on a line; mend the file or its name");
            return null;
        }

        private OptionalInt number(Key key, int most, String unit) {
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
                // Told below, like a number that is out of range.
            }
            problems.add(given.get().place() + " is not a number of " + unit + "; give 1 to " + most);
            return OptionalInt.empty();
        }
    }
}
