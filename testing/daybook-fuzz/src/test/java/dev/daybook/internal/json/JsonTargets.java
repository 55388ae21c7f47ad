package dev.daybook.internal.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.fuzz.FuzzTarget;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parsers of JSON and of times in the core. */
public final class JsonTargets {

    private static final String[] DOCUMENTS = {
        "{\"a\":[1,-2.5e3,\"t\\u00e9\\n\",true,false,null,{}],\"b\":{\"c\":\"\uD83D\uDE00\"}}",
        "{}",
        "[]",
        "\"text\"",
        "0"
    };

    private JsonTargets() {}

    public static List<FuzzTarget> all() {
        return List.of(
                FuzzTarget.ofText("json-object", JsonTargets::object, DOCUMENTS[0], DOCUMENTS[1])
                        .refusing(IllegalArgumentException.class),
                FuzzTarget.ofText("json-strict", JsonTargets::strict, DOCUMENTS).refusing(JsonException.class),
                FuzzTarget.ofText(
                                "json-lenient",
                                text -> JsonReader.lenient(text, 0).next(),
                                DOCUMENTS)
                        .refusing(JsonException.class),
                FuzzTarget.ofText(
                                "iso-time",
                                JsonTargets::time,
                                "2026-05-08",
                                "2026-05-08T13:56:00Z",
                                "2026-05-08T15:56:00.123456+02:00")
                        .refusing(IllegalArgumentException.class));
    }

    private static void object(String text) {
        Map<String, @Nullable Object> object = PlainJson.readObject(text);
        assertThat(PlainJson.readObject(PlainJson.write(object))).isEqualTo(object);
    }

    private static void strict(String text) {
        JsonValue value = JsonReader.read(text);
        assertThat(JsonReader.read(value.toString())).isEqualTo(value);
    }

    private static void time(String text) {
        OffsetDateTime time = IsoTimes.parseTimeOrDay("time", text);
        assertThat(IsoTimes.parse("time", IsoTimes.format(time))).isEqualTo(time);
    }
}
