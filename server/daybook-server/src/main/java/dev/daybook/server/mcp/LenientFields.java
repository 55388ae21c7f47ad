package dev.daybook.server.mcp;

import dev.daybook.internal.json.EpisodeLines;
import dev.daybook.internal.json.FieldType;
import dev.daybook.internal.json.IsoTimes;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.model.MediaPart;
import dev.daybook.server.json.ContentParts;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tool arguments as models write them: a number in quotes, a day instead of a time, a message in the format of chat
 * interfaces. The meaning is clear in each case, and a refusal would cost another call. REST stays strict.
 */
final class LenientFields {

    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");

    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]{1,18}(\\.[0-9]{1,18})?");

    private LenientFields() {}

    /** Reads a whole number, quoted or not; null if it is missing. */
    static @Nullable Integer whole(JsonFields fields, String name) {
        Long number = number(fields, name);
        if (number == null) {
            return fields.whole(name);
        }
        if (number > Integer.MAX_VALUE) {
            throw fields.wrong(name, number, "a whole number of 32 bits");
        }
        return number.intValue();
    }

    /** Reads a number, quoted or not; null if it is missing. */
    static @Nullable Double decimal(JsonFields fields, String name) {
        return fields.get(name) instanceof String text && DECIMAL.matcher(text).matches()
                ? Double.valueOf(text)
                : FieldType.DECIMAL.read(fields, name);
    }

    /** Reads a whole number from 0, quoted or not; null if it is missing or anything else. */
    static @Nullable Long number(JsonFields fields, String name) {
        Object value = fields.get(name);
        if (value instanceof String text && DIGITS.matcher(text).matches()) {
            return Long.valueOf(text);
        }
        if (value instanceof Double number && number >= 0 && number == number.longValue()) {
            return number.longValue();
        }
        return value instanceof Long number && number >= 0 ? number : null;
    }

    /** Reads a time; a day means its beginning in UTC. Null if it is missing. */
    static @Nullable Instant begin(JsonFields fields, String name) {
        return time(fields, name, IsoTimes::parseTimeOrDay);
    }

    /** Reads a time with its offset; a day means its beginning in UTC. Null if it is missing. */
    static @Nullable OffsetDateTime moment(JsonFields fields, String name) {
        String text = fields.optionalText(name);
        return text == null ? null : IsoTimes.parseTimeOrDay("field '" + name + "'", text);
    }

    /** Reads a time; a day means its end in UTC. Null if it is missing. */
    static @Nullable Instant end(JsonFields fields, String name) {
        return time(fields, name, IsoTimes::parseEndOrDay);
    }

    private static @Nullable Instant time(
            JsonFields fields, String name, BiFunction<String, String, OffsetDateTime> reading) {
        String text = fields.optionalText(name);
        return text == null ? null : reading.apply("field '" + name + "'", text).toInstant();
    }

    /** Reads the text of a message: its {@code text}, or its {@code content}, a text or a list of parts. */
    static String text(JsonFields message) {
        Object content = message.get("content");
        Object text = message.get("text");
        if (content == null || content.equals(text)) {
            return message.text("text");
        }
        if (text != null) {
            throw message.wrong("content", content, "'text' alone");
        }
        if (content instanceof List<?> parts && parts.stream().allMatch(part -> isText(part) || isMedia(part))) {
            return parts.stream()
                    .filter(LenientFields::isText)
                    .map(part -> String.valueOf(((Map<?, ?>) part).get("text")))
                    .collect(Collectors.joining("\n"));
        }
        return message.text("content");
    }

    /** Reads the media of a message: its {@code parts}, or those of its {@code content}. */
    static List<MediaPart> parts(JsonFields message) {
        List<MediaPart> parts = new ArrayList<>(EpisodeLines.parts(message));
        if (message.get("content") instanceof List<?> contents) {
            contents.stream()
                    .filter(LenientFields::isMedia)
                    .flatMap(content -> ContentParts.media((Map<?, ?>) content).stream())
                    .forEach(parts::add);
        }
        return parts;
    }

    private static boolean isMedia(@Nullable Object part) {
        return part instanceof Map<?, ?> map && ContentParts.isMedia(map);
    }

    private static boolean isText(@Nullable Object part) {
        return part instanceof Map<?, ?> map && map.get("text") instanceof String;
    }
}
