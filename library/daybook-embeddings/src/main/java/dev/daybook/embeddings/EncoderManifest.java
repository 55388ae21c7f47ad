package dev.daybook.embeddings;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The description of a sentence encoder, read from {@code encoder.properties} in its folder.
 *
 * @param name the model with its quantisation and revision
 * @param dimensions of each vector
 * @param pooling of the outputs of a window
 * @param maxPieces the largest input in word pieces, with the markers of beginning and end
 * @param queryPrefix precedes each query; may be empty
 * @param documentPrefix precedes each document; may be empty
 * @param model the ONNX file
 * @param sha256 of the ONNX file, in lower-case hexadecimal digits
 * @param tokenizer the {@code tokenizer.json}
 */
record EncoderManifest(
        String name,
        int dimensions,
        VectorPooling pooling,
        int maxPieces,
        String queryPrefix,
        String documentPrefix,
        Path model,
        String sha256,
        Path tokenizer) {

    static final String FILE = "encoder.properties";

    private static final int MIN_PIECES = 64;
    private static final int MAX_PIECES = 8192;
    private static final int MAX_DIMENSIONS = 4096;
    private static final Pattern SHA_256 = Pattern.compile("[0-9a-f]{64}");
    private static final Set<String> KEYS = Set.of(
            "name",
            "dimensions",
            "pooling",
            "max-pieces",
            "query-prefix",
            "document-prefix",
            "model",
            "model-sha256",
            "tokenizer",
            "licence");

    /** Reads and checks the description; reads no model. */
    static EncoderManifest read(Path folder) {
        Path file = folder.resolve(FILE);
        Properties properties = new Properties();
        try (Reader reader = new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (NoSuchFileException missing) {
            throw new IllegalArgumentException(
                    "folder " + folder + " has no " + FILE + "; write one with the keys " + new TreeSet<>(KEYS));
        } catch (IOException | IllegalArgumentException failure) {
            throw new IllegalArgumentException(file + " cannot be read (" + failure + "); repair it", failure);
        }
        Keys keys = new Keys(file, properties);
        keys.refuseUnknown();
        return new EncoderManifest(
                keys.text("name"),
                keys.number("dimensions", 1, MAX_DIMENSIONS),
                keys.pooling(),
                keys.number("max-pieces", MIN_PIECES, MAX_PIECES),
                properties.getProperty("query-prefix", ""),
                properties.getProperty("document-prefix", ""),
                keys.file("model"),
                keys.sha256(),
                keys.file("tokenizer"));
    }

    /**
     * Returns the name of the embedder: that of the model, and the beginning of a SHA-256 of all that a vector depends on.
     */
    String embedderName() {
        try {
            String parts = String.join(
                    "\n",
                    List.of(
                            sha256,
                            sha256(Files.readAllBytes(tokenizer)),
                            pooling.name(),
                            Integer.toString(maxPieces),
                            queryPrefix,
                            documentPrefix));
            return name + "/" + sha256(parts.getBytes(StandardCharsets.UTF_8)).substring(0, 8);
        } catch (IOException failure) {
            throw new IllegalArgumentException(tokenizer + " cannot be read (" + failure + ")", failure);
        }
    }

    /** Reads the model, and compares it with its hash. */
    byte[] modelBytes() throws IOException {
        byte[] bytes = Files.readAllBytes(model);
        String found = sha256(bytes);
        if (!found.equals(sha256)) {
            throw new IOException("model-sha256 of " + FILE + " is " + sha256 + ", but " + model + " has " + found
                    + "; take the file that belongs to the description, or correct the description");
        }
        return bytes;
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("each Java has SHA-256", impossible);
        }
    }

    private record Keys(Path file, Properties properties) {

        void refuseUnknown() {
            for (String key : new TreeSet<>(properties.stringPropertyNames())) {
                if (!KEYS.contains(key)) {
                    throw new IllegalArgumentException(
                            "key '" + key + "' of " + file + " is unknown; use " + new TreeSet<>(KEYS));
                }
            }
        }

        String text(String key) {
            String value = properties.getProperty(key, "").strip();
            if (value.isEmpty()) {
                throw new IllegalArgumentException("key '" + key + "' of " + file + " is missing; add it");
            }
            return value;
        }

        int number(String key, int least, int most) {
            String value = text(key);
            try {
                int number = Integer.parseInt(value);
                if (number >= least && number <= most) {
                    return number;
                }
            } catch (NumberFormatException none) {
                // Refused below.
            }
            throw new IllegalArgumentException(
                    "key '" + key + "' of " + file + " is '" + value + "'; use a number from " + least + " to " + most);
        }

        VectorPooling pooling() {
            String value = text("pooling");
            return Arrays.stream(VectorPooling.values())
                    .filter(pooling -> pooling.name().toLowerCase(Locale.ROOT).equals(value))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("key 'pooling' of " + file + " is '" + value
                            + "'; use "
                            + Arrays.stream(VectorPooling.values())
                                    .map(pooling -> pooling.name().toLowerCase(Locale.ROOT))
                                    .collect(Collectors.joining(" or "))));
        }

        String sha256() {
            String value = text("model-sha256").toLowerCase(Locale.ROOT);
            if (!SHA_256.matcher(value).matches()) {
                throw new IllegalArgumentException("key 'model-sha256' of " + file + " is '" + value
                        + "'; use the 64 hexadecimal digits of `sha256sum`");
            }
            return value;
        }

        /** Returns a file of the folder; a path out of it is refused, so that a folder is complete in itself. */
        Path file(String key) {
            Path folder = file.toAbsolutePath().normalize().getParent();
            String value = text(key);
            Path named = folder.resolve(value).normalize();
            if (!named.startsWith(folder) || !Files.isRegularFile(named)) {
                throw new IllegalArgumentException(
                        "key '" + key + "' of " + file + " is '" + value + "'; use the name of a file in " + folder);
            }
            return named;
        }
    }
}
