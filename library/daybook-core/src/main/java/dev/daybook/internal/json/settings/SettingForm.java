package dev.daybook.internal.json.settings;

import dev.daybook.internal.checks.ShortenedText;
import dev.daybook.internal.json.JsonFields;
import java.util.Arrays;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The form of the value of a setting, as a text and in JSON.
 *
 * @param text formats a value as a text
 * @param parser reads the text of a value, from the name of the setting for a message and the text
 * @param json converts a value to its form in JSON
 * @param reader reads a value from a field of an object that has the field
 * @param isNullable whether the null of JSON is a value; otherwise null keeps the present value
 */
record SettingForm<V extends @Nullable Object>(
        Function<V, String> text,
        BiFunction<String, String, V> parser,
        Function<V, @Nullable Object> json,
        BiFunction<JsonFields, String, V> reader,
        boolean isNullable) {

    private static final String NONE = "none";

    static SettingForm<Boolean> truth() {
        return new SettingForm<>(
                String::valueOf, SettingForm::truth, value -> value, (fields, name) -> fields.truth(name), false);
    }

    /** The label of an enum constant. */
    static <E> SettingForm<E> label(Function<E, String> label, Function<String, E> constant) {
        return new SettingForm<>(
                label,
                (name, text) -> constant.apply(text),
                label::apply,
                (fields, name) -> constant.apply(fields.text(name)),
                false);
    }

    /** The labels of enum constants with commas between, or {@code none}; an array in JSON. */
    static <E> SettingForm<Set<E>> labels(Function<E, String> label, Function<String, E> constant) {
        return new SettingForm<>(
                values -> values.isEmpty() ? NONE : values.stream().map(label).collect(Collectors.joining(",")),
                (name, text) -> text.equals(NONE)
                        ? Set.of()
                        : Arrays.stream(text.split(",")).map(constant).collect(Collectors.toSet()),
                values -> values.stream().map(label).toList(),
                (fields, name) -> fields.texts(name).stream().map(constant).collect(Collectors.toSet()),
                true);
    }

    /** A whole number. */
    static SettingForm<Integer> number(String unit) {
        return new SettingForm<>(
                String::valueOf,
                (name, text) -> number(name, text, Integer::valueOf, unit),
                value -> value,
                JsonFields::count,
                false);
    }

    /** A whole number, or null with a text of its own. */
    static <N extends Number> SettingForm<@Nullable N> optionalNumber(
            String unit, String none, Function<String, N> parser, BiFunction<JsonFields, String, @Nullable N> reader) {
        return new SettingForm<>(
                value -> value == null ? none : value.toString(),
                (name, text) -> text.equals(none) ? null : number(name, text, parser, unit + ", or " + none),
                value -> value,
                reader,
                true);
    }

    /** A text, or {@code none}. */
    static SettingForm<@Nullable String> optionalText() {
        return new SettingForm<>(
                value -> value == null ? NONE : value,
                (name, text) -> text.equals(NONE) ? null : text,
                value -> value,
                JsonFields::optionalText,
                true);
    }

    private static boolean truth(String name, String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw wrong(name, text, "true or false", null);
        };
    }

    private static <N> N number(String name, String text, Function<String, N> parser, String unit) {
        try {
            return parser.apply(text);
        } catch (NumberFormatException e) {
            throw wrong(name, text, "a whole number of " + unit, e);
        }
    }

    private static IllegalArgumentException wrong(
            String name, String text, String expected, @Nullable NumberFormatException cause) {
        return new IllegalArgumentException(name + " is '" + ShortenedText.of(text) + "'; use " + expected, cause);
    }
}
