package dev.daybook.internal.words;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The data files of one language. They are in UTF-8; a line that begins with # is a comment. */
record LanguageFolder(String tag) {

    private static final Pattern SPACES = Pattern.compile("\\s+");

    /** Lists the folders. The content of a jar cannot be listed. */
    private static final String LIST = "languages/languages.txt";

    /** Returns the folders of all languages, English first. */
    static List<LanguageFolder> all() {
        return read(LIST).stream()
                .flatMap(LanguageFolder::split)
                .map(LanguageFolder::new)
                .toList();
    }

    /** Returns the settings of the language: {@code name = value}, one in a line. */
    Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String line : read(path("language.properties"))) {
            int sign = line.indexOf('=');
            settings.put(
                    line.substring(0, sign).strip(), line.substring(sign + 1).strip());
        }
        return settings;
    }

    /** Returns the words of a file. */
    List<String> words(String file) {
        return lines(file).stream().flatMap(LanguageFolder::split).toList();
    }

    /** Returns the words of each line of a file. */
    List<List<String>> wordsOfLines(String file) {
        return lines(file).stream().map(line -> split(line).toList()).toList();
    }

    /** Returns the lines of a file. */
    List<String> lines(String file) {
        return read(path(file));
    }

    private String path(String file) {
        return "languages/" + tag + "/" + file;
    }

    /** Splits a line at white space. */
    static Stream<String> split(String line) {
        return SPACES.splitAsStream(line.strip()).filter(word -> !word.isEmpty());
    }

    private static List<String> read(String path) {
        try (InputStream file = LanguageFolder.class.getResourceAsStream(path)) {
            if (file == null) {
                throw new FileNotFoundException("the file " + path + " of a language is not in the jar");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
