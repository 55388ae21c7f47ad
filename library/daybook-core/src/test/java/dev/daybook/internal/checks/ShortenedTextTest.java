package dev.daybook.internal.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.daybook.access.AccessRight;
import dev.daybook.internal.json.IsoTimes;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Kind;
import dev.daybook.model.MediaPart;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.query.Filter;
import dev.daybook.query.Query;
import dev.daybook.query.SpaceSettings;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ShortenedTextTest {

    @Test
    void a_text_is_cut_between_two_characters() {
        assertThat(ShortenedText.of("abcd", 4)).isEqualTo("abcd");
        assertThat(ShortenedText.of("abcde", 4)).isEqualTo("abc…");
        assertThat(ShortenedText.of("ab\uD83D\uDE00e", 4)).isEqualTo("ab…");
        assertThat(ShortenedText.of("a\uD83D\uDE00de", 4)).isEqualTo("a\uD83D\uDE00…");
    }

    @Test
    void a_refusal_quotes_only_whole_characters_of_a_long_value() {
        for (String value : List.of("\uD83D\uDE00".repeat(5_000), "a" + "\uD83D\uDE00".repeat(5_000))) {
            for (ThrowingCallable refused : List.<ThrowingCallable>of(
                    () -> Query.By.of(value),
                    () -> Kind.of(value),
                    () -> Scope.of(Space.DEFAULT, value),
                    () -> AccessRight.of(value),
                    () -> SpaceSettings.LowTrust.of(value),
                    () -> Filter.atLeast("size", value),
                    () -> IsoTimes.parse("at", value),
                    () -> new JsonFields(Map.of("limit", value)).whole("limit"),
                    () -> new JsonFields(Map.of(value, 1)).done(),
                    () -> PlainJson.readObject("{\"" + value + "\":1,\"" + value + "\":2}"),
                    () -> MediaPart.image("x").withSha256(value))) {
                assertThat(catchThrowable(refused))
                        .isInstanceOf(IllegalArgumentException.class)
                        .satisfies(e -> assertThat(e.getMessage())
                                .hasSizeLessThan(400)
                                .matches(message -> message.codePoints()
                                        .noneMatch(point -> Character.getType(point) == Character.SURROGATE)));
            }
        }
    }
}
