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
 * The prompts of the library, one text per task. Data is never part of these texts; it follows in labelled
 * blocks. Each text can be replaced; placeholders in braces, as in {@code {schema}}, are filled in.
 * Immutable.
 */
public final class PromptTemplates {

    private static final String FOLDER = "/dev/daybook/ask/prompts/";
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{[a-z]+}");

    /** The names, with one resource file each. */
    private static final Set<String> NAMES =
            Set.of("split", "reconstruct", "refine", "core", "facts", "gist", "summary", "digest", "json", "again");

    private static final PromptTemplates STANDARD = new PromptTemplates(Map.of());

    private final Map<String, String> replaced;

    private PromptTemplates(Map<String, String> replaced) {
        this.replaced = replaced;
    }

    /** Loaded from the jar on first use: most daybooks have no language model. */
    private static final class Texts {
        static final Map<String, String> STANDARD =
                NAMES.stream().collect(Collectors.toUnmodifiableMap(name -> name, PromptTemplates::resource));
    }

    /** Returns the standard prompts. */
    public static PromptTemplates standard() {
        return STANDARD;
    }

    /** Returns the names in alphabetical order. */
    public Set<String> names() {
        return Collections.unmodifiableSet(new TreeSet<>(NAMES));
    }

    /**
     * Returns the text of a prompt.
     *
     * @throws IllegalArgumentException if the name is unknown; the message lists the names
     */
    public String text(String name) {
        if (!NAMES.contains(name)) {
            throw new IllegalArgumentException("there is no prompt \"" + name + "\"; use one of " + names());
        }
        String text = replaced.get(name);
        return text != null ? text : Objects.requireNonNull(Texts.STANDARD.get(name));
    }

    /**
     * Returns a copy with one text replaced.
     *
     * @throws IllegalArgumentException if the name is unknown, the text is blank, or it lacks a placeholder of the
     *     standard text
     */
    public PromptTemplates withText(String name, String text) {
        Objects.requireNonNull(text, "text");
        if (text.isBlank()) {
            throw new IllegalArgumentException(
                    "the prompt \"" + name + "\" is blank; give the instructions for the model");
        }
        PLACEHOLDER.matcher(STANDARD.text(name)).results().forEach(placeholder -> {
            if (!text.contains(placeholder.group())) {
                throw new IllegalArgumentException(
                        "the prompt \"" + name + "\" lacks " + placeholder.group() + "; insert it at its place");
            }
        });
        Map<String, String> replacing = new HashMap<>(replaced);
        replacing.put(name, text);
        return new PromptTemplates(replacing);
    }

    private static String resource(String name) {
        try (InputStream stream = PromptTemplates.class.getResourceAsStream(FOLDER + name + ".txt")) {
            return new String(Objects.requireNonNull(stream, name).readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("the prompt \"" + name + "\" cannot be read from the jar", e);
        }
    }
}
