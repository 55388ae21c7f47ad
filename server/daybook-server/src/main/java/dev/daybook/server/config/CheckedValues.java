package dev.daybook.server.config;

import dev.daybook.server.config.ConfigurationValues.Value;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The configured values in their types. A wrong one is noted as a problem, so that all are reported together. */
record CheckedValues(Path folder, ConfigurationValues configured, ConfigurationProblems problems) {

    /** Longer than a day is a mistake, and so is an answer of a million tokens. */
    static final int MAX_SECONDS = 86_400;

    static final int MAX_TOKENS = 1_000_000;

    private static final Pattern VISIBLE = Pattern.compile("[!-~]++");

    /** Longest line of a key. */
    private static final long MAX_KEY_FILE = 16 * 1024;

    static CheckedValues read(Path folder, Map<String, String> environment) {
        ConfigurationProblems problems = new ConfigurationProblems();
        return new CheckedValues(folder, ConfigurationValues.read(folder, environment, problems), problems);
    }

    Optional<Value> find(ConfigurationKey key) {
        return configured.find(key);
    }

    void problem(String problem) {
        problems.add(problem);
    }

    /** @throws IllegalArgumentException if there are problems; the message names each with its remedy, and no key */
    void throwIfAny() {
        problems.throwIfAny();
    }

    /** Returns an address of the web, to which paths are added; empty after a problem. */
    Optional<URI> url(Value given, String example) {
        try {
            URI url = new URI(given.text());
            boolean web = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
            boolean isPlain = url.getUserInfo() == null && url.getQuery() == null && url.getFragment() == null;
            if (web && url.getHost() != null && isPlain) {
                return Optional.of(url);
            }
        } catch (URISyntaxException e) {
            // Reported below; the message of the exception may hold a password.
        }
        problem(given.place()
                + " is not an http or https address without a user, a query and a fragment; give one like " + example);
        return Optional.empty();
    }

    /** Returns the key that a value or a file gives; null: none. */
    @Nullable
    String secret(ConfigurationKey value, ConfigurationKey inFile) {
        Optional<Value> key = find(value);
        Optional<Value> file = find(inFile);
        if (key.isPresent() && file.isPresent()) {
            problem(key.get().place() + " and " + file.get().place() + " both give a key; leave one of them out");
            return null;
        }
        String found =
                file.isPresent() ? inFile(file.get()) : key.map(Value::text).orElse(null);
        if (found != null && !VISIBLE.matcher(found).matches()) {
            // An HTTP client quotes a header that it refuses.
            problem(
                    (file.isPresent() ? file : key).orElseThrow().place()
                            + " gives a key with a character that no header can carry; save it as plain ASCII, without a byte order mark");
            return null;
        }
        return found;
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
        problem(file.place() + " does not name a readable file with a key on one line; correct the file or its name");
        return null;
    }

    /** Returns a number from 1; empty if there is none, or after a problem. */
    OptionalInt number(ConfigurationKey key, int most, String unit) {
        Optional<Value> given = find(key);
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
        problem(given.get().place() + " is not a number of " + unit + "; give 1 to " + most);
        return OptionalInt.empty();
    }
}
