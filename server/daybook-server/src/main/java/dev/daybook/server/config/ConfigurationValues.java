package dev.daybook.server.config;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The values of the environment and of {@code daybook.properties} in the data folder; the environment wins. A blank
 * variable unsets a value.
 */
final class ConfigurationValues {

    /** The file in the data folder. */
    static final String FILE = "daybook.properties";

    /** A configuration is a few lines; a larger file is refused. */
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    private static final long MAX_FILE = 64 * 1024;

    private final Properties file;
    private final Map<String, String> environment;

    private ConfigurationValues(Properties file, Map<String, String> environment) {
        this.file = file;
        this.environment = environment;
    }

    static ConfigurationValues read(Path folder, Map<String, String> environment, ConfigurationProblems problems) {
        Properties file = new Properties();
        Path path = folder.resolve(FILE);
        if (Files.isRegularFile(path)) {
            try {
                load(file, path);
            } catch (IOException | IllegalArgumentException e) {
                problems.add(FILE + " in the data folder cannot be read ("
                        + e.getClass().getSimpleName() + "); make it lines of key=value in UTF-8, or remove it");
            }
        }
        for (String key : file.stringPropertyNames()) {
            if (Arrays.stream(ConfigurationKey.values())
                    .noneMatch(known -> known.property().equals(key))) {
                problems.add(FILE + " has the unknown key '" + shortened(key) + "'; the keys are "
                        + Arrays.stream(ConfigurationKey.values())
                                .map(ConfigurationKey::property)
                                .collect(Collectors.joining(", ")));
            }
        }
        return new ConfigurationValues(file, environment);
    }

    private static void load(Properties properties, Path path) throws IOException {
        if (Files.size(path) > MAX_FILE) {
            throw new IOException("too large");
        }
        try (Reader reader = Files.newBufferedReader(path)) {
            properties.load(reader);
        }
    }

    private static String shortened(String text) {
        String line = CONTROL.matcher(text).replaceAll(" ");
        return line.length() <= 40 ? line : line.substring(0, 40) + "…";
    }

    /** A value and its source. */
    record Value(String text, String place) {}

    Optional<Value> find(ConfigurationKey key) {
        String variable = environment.get(key.variable());
        if (variable != null) {
            return given(variable, key.variable());
        }
        String property = file.getProperty(key.property());
        return property == null ? Optional.empty() : given(property, key.property() + " in " + FILE);
    }

    private static Optional<Value> given(String text, String place) {
        return text.isBlank() ? Optional.empty() : Optional.of(new Value(text.strip(), place));
    }
}
