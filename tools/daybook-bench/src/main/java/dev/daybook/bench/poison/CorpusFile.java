package dev.daybook.bench.poison;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/** A file of the corpus, bundled with this module: one item a line, comments begin with a number sign. */
final class CorpusFile {

    private static final Pattern ESCAPE = Pattern.compile("\\\\u([0-9a-f]{4})");

    private CorpusFile() {}

    static List<String> lines(String name) {
        try (InputStream in = Objects.requireNonNull(CorpusFile.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the corpus: " + e.getMessage(), e);
        }
    }

    /** Replaces the written line breaks and characters of a template. */
    static String unescaped(String text) {
        return ESCAPE.matcher(text.replace("\\n", "\n"))
                .replaceAll(match -> Character.toString(Integer.parseInt(match.group(1), 16)));
    }
}
