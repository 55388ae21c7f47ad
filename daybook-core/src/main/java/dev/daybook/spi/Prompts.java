package dev.daybook.spi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What the language model is told, a text for each task. The data never stand in these texts: they follow in labelled
 * blocks ({@link DataBlock}). Any of them can be replaced; a text in braces, as in {@code {schema}}, is filled in.
 * Immutable.
 */
public final class Prompts {

    private static final String FOLDER = "/dev/daybook/ask/prompts/";
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{[a-z]+}");

    /** Those there are, and one file for each. */
    private static final Set<String> NAMES =
            Set.of("split", "reconstruct", "refine", "core", "facts", "gist", "summary", "digest", "json", "again");

    private static final Prompts STANDARD = new Prompts(Map.of());

    private final Map<String, String> replaced;

    private Prompts(Map<String, String> replaced) {
        this.replaced = replaced;
    }

    /** Read from the jar when the first is asked for: most memories have no language model. */
    private static final class Texts {
        static final Map<String, String> STANDARD =
                NAMES.stream().collect(Collectors.toUnmodifiableMap(name -> name, Prompts::resource));
    }

    /** Those that come with the library. */
    public static Prompts standard() {
        return STANDARD;
    }

    /** The names of all there are, in order of the alphabet. */
    public Set<String> names() {
        return Collections.unmodifiableSet(new TreeSet<>(NAMES));
    }

    /**
     * The text under a name.
     *
     * @throws IllegalArgumentException if there is none of that name; the message lists those there are
     */
    public String text(String name) {
        if (!NAMES.contains(name)) {
            throw new IllegalArgumentException("there is no prompt \"" + name + "\"; use one of " + names());
        }
        String text = replaced.get(name);
        return text != null ? text : Objects.requireNonNull(Texts.STANDARD.get(name));
    }

    /**
     * The same, but for one text.
     *
     * @throws IllegalArgumentException if there is none of that name, the text is blank, or it lacks a placeholder that
     *     the text of the library has
     */
    public Prompts withText(String name, String text) {
        Objects.requireNonNull(text, "text");
        if (text.isBlank()) {
            throw new IllegalArgumentException("the prompt \"" + name + "\" is blank; say what the model is to do");
        }
        PLACEHOLDER.matcher(STANDARD.text(name)).results().forEach(placeholder -> {
            if (!text.contains(placeholder.group())) {
                throw new IllegalArgumentException(
                        "the prompt \"" + name + "\" lacks " + placeholder.group() + "; put it where it is to stand");
            }
        });
        Map<String, String> replacing = new HashMap<>(replaced);
        replacing.put(name, text);
        return new Prompts(replacing);
    }

    private static String resource(String name) {
        try (InputStream stream = Prompts.class.getResourceAsStream(FOLDER + name + ".txt")) {
            return new String(Objects.requireNonNull(stream, name).readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("the prompt \"" + name + "\" cannot be read from the jar", e);
        }
    }
}
