package dev.daybook.bench.quality.data;

import dev.daybook.internal.json.PlainJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A file of JSON, named by the option that gave it. An error names the file and the line. */
public record DataFile(String option, Path path) {

    /** @throws NotThere if there is no such file */
    public DataFile {
        if (!Files.exists(path)) {
            throw new NotThere(option + " '" + path + "' is not there; name a file");
        }
        if (Files.isDirectory(path)) {
            throw new IllegalArgumentException(option + " '" + path + "' is a folder; name a file in it");
        }
    }

    /** The data set it belongs to: the name of its folder. */
    public String dataSet() {
        Path folder = path.toAbsolutePath().normalize().getParent();
        return folder == null || folder.getFileName() == null
                ? "data"
                : folder.getFileName().toString();
    }

    /**
     * Reads one object a line; blank lines are passed over.
     *
     * @throws BrokenData if a line is no JSON object or the taker throws an {@link IllegalArgumentException}
     */
    public void eachLine(Consumer<DataFields> taker) {
        int number = 0;
        try (BufferedReader lines = Files.newBufferedReader(path)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (!line.isBlank()) {
                    taker.accept(new DataFields(PlainJson.readObject(number == 1 ? withoutMark(line) : line)));
                }
            }
        } catch (IllegalArgumentException e) {
            throw new BrokenData(path + ", line " + number + ": " + e.getMessage());
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** Reads all of it as one object. */
    Map<String, @Nullable Object> object() {
        try {
            return PlainJson.readObject(withoutMark(Files.readString(path)));
        } catch (IllegalArgumentException e) {
            throw new BrokenData(path + ": " + e.getMessage());
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private RuntimeException unreadable(IOException e) {
        return e instanceof CharacterCodingException
                ? new BrokenData(path + " is not UTF-8; convert it first")
                : new UncheckedIOException("cannot read " + path + ": " + e.getMessage(), e);
    }

    private static String withoutMark(String text) {
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }
}
