package dev.daybook.internal.json;

import dev.daybook.internal.checks.EnumLabels;
import dev.daybook.internal.text.LetterCase;
import dev.daybook.model.Kind;
import dev.daybook.model.Origin;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The JSON form of the values of one type.
 *
 * @param reading reads the field of a name; null if it is missing
 * @param writing returns the JSON value of a value
 * @param remedy what to do about a missing field, for the message
 */
public record FieldType<V>(
        BiFunction<JsonFields, String, @Nullable V> reading, Function<V, Object> writing, String remedy) {

    public static final FieldType<String> TEXT = plain(JsonFields::optionalText, "give a text");
    public static final FieldType<Boolean> TRUTH = plain(JsonFields::optionalTruth, "give true or false");
    public static final FieldType<Integer> NUMBER = plain(JsonFields::optionalNumber, "give a whole number");
    /** A whole number whose message names its range of 32 bits. */
    public static final FieldType<Integer> WHOLE = plain(JsonFields::whole, "give a whole number");
    /** A whole number from 0. */
    public static final FieldType<Long> COUNT = plain(JsonFields::optionalCount, "give a whole number from 0");

    /** A whole number from 0 in the range of int. */
    public static final FieldType<Integer> SIZE = plain(
            (fields, name) -> fields.get(name) == null ? null : Integer.valueOf(fields.count(name)),
            "give a whole number from 0");

    public static final FieldType<Double> DECIMAL = plain(
            (fields, name) -> fields.get(name) == null ? null : Double.valueOf(fields.decimal(name, 0)),
            "give a number");
    public static final FieldType<OffsetDateTime> TIME =
            new FieldType<>(JsonFields::optionalTime, IsoTimes::format, JsonFields.GIVE_TIME);
    public static final FieldType<Instant> INSTANT =
            new FieldType<>(JsonFields::optionalInstant, Instant::toString, JsonFields.GIVE_TIME);
    /** Texts without an order, sorted in JSON; one text stands for a list of one. */
    public static final FieldType<Collection<String>> TEXTS = new FieldType<>(
            (fields, name) -> fields.get(name) == null ? null : fields.textOrTexts(name),
            texts -> texts.stream().sorted().toList(),
            "give texts");

    public static final FieldType<Kind> KIND = label(Kind::of, Kind::label);
    public static final FieldType<Collection<Kind>> KINDS = new FieldType<>(
            (fields, name) -> fields.get(name) == null ? null : kinds(fields.textOrTexts(name)),
            kinds -> kinds.stream().map(Kind::label).sorted().toList(),
            "give kinds");
    /** The counts of entries by kind. */
    public static final FieldType<Map<Kind, Long>> COUNTS =
            new FieldType<>(FieldType::counts, FieldType::counts, "give counts by kind");

    public static final FieldType<Trust> TRUST = label(Trust::of, Trust::label);
    public static final FieldType<SummaryMethod> METHOD = label(SummaryMethod::of, SummaryMethod::label);
    public static final FieldType<Origin> ORIGIN = new FieldType<>(
            (fields, name) -> fields.get(name) == null ? null : CommonFields.origin(fields),
            CommonFields::origin,
            "give an origin");

    /** Reads the field of a name; null if it is missing. */
    public @Nullable V read(JsonFields fields, String name) {
        return reading.apply(fields, name);
    }

    /** Reads the field of a name, with a value for a missing one. */
    public V read(JsonFields fields, String name, V otherwise) {
        V value = read(fields, name);
        return value == null ? otherwise : value;
    }

    private static <V> FieldType<V> plain(BiFunction<JsonFields, String, @Nullable V> reading, String remedy) {
        return new FieldType<>(reading, Objects::requireNonNull, remedy);
    }

    /** Returns the form of a value with a label. */
    public static <V> FieldType<V> label(Function<String, V> of, Function<V, String> label) {
        return new FieldType<>(
                (fields, name) -> {
                    String text = fields.optionalText(name);
                    return text == null ? null : of.apply(text);
                },
                label::apply,
                TEXT.remedy());
    }

    /** Returns the form of a constant, its name in lower case. */
    static <E extends Enum<E>> FieldType<E> constant(Class<E> type) {
        return new FieldType<>(
                (fields, name) -> {
                    String text = fields.optionalText(name);
                    return text == null ? null : constant(type, fields, name, text);
                },
                EnumLabels::label,
                TEXT.remedy());
    }

    private static <E extends Enum<E>> E constant(Class<E> type, JsonFields fields, String name, String text) {
        List<String> labels =
                Arrays.stream(type.getEnumConstants()).map(EnumLabels::label).toList();
        int place = labels.indexOf(LetterCase.lower(text));
        if (place < 0) {
            int last = labels.size() - 1;
            throw fields.wrong(name, text, String.join(", ", labels.subList(0, last)) + " or " + labels.get(last));
        }
        return type.getEnumConstants()[place];
    }

    /** Returns this form with another remedy for a missing field. */
    FieldType<V> missing(String other) {
        return new FieldType<>(reading, writing, other);
    }

    /** Reads the labels of kinds. */
    public static List<Kind> kinds(List<String> labels) {
        return labels.stream().map(label -> Kind.of(label.strip())).toList();
    }

    /** Returns counts by the labels of kinds. */
    public static Map<String, Long> counts(Map<Kind, Long> counts) {
        Map<String, Long> labels = new TreeMap<>();
        counts.forEach((kind, count) -> labels.put(kind.label(), count));
        return labels;
    }

    private static Map<Kind, Long> counts(JsonFields fields, String name) {
        Map<Kind, Long> counts = new EnumMap<>(Kind.class);
        JsonFields labels = fields.fields(name);
        for (String label : fields.object(name).keySet()) {
            Long count = labels.optionalCount(label);
            counts.put(Kind.of(label), count == null ? 0 : count);
        }
        return counts;
    }
}
