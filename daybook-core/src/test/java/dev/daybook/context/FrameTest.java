package dev.daybook.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.data.Episode;
import dev.daybook.data.Message;
import dev.daybook.data.Origin;
import dev.daybook.data.Trust;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FrameTest {

    private static Episode episode(@Nullable String session, Trust trust) {
        OffsetDateTime time = OffsetDateTime.parse("2026-03-04T09:05:59.5-03:30");
        return new Episode(
                "e", 1, 1, session, time, time, List.of(), List.of(), Map.of(), Origin.USER, trust, false, null);
    }

    @Test
    void a_header_tells_when_and_where() {
        assertThat(Frame.header(episode("s1", Trust.USER))).isEqualTo("[2026-03-04 09:05 -03:30, session \"s1\"]");
        assertThat(Frame.header(episode(null, Trust.USER))).isEqualTo("[2026-03-04 09:05 -03:30]");
    }

    @ParameterizedTest
    @EnumSource(Trust.class)
    void what_neither_the_user_nor_the_assistant_said_is_labelled(Trust trust) {
        boolean labelled = trust.compareTo(Trust.ASSISTANT) > 0;
        String label = "trust: " + trust.label();

        assertThat(Frame.header(episode("s1", trust)).contains(label)).isEqualTo(labelled);
        assertThat(Frame.quoteAlone(episode("s1", trust), Message.user("hello")))
                .isEqualTo(labelled ? "> [" + label + "] user: hello" : "> user: hello");
    }

    @Test
    void every_line_is_behind_the_mark() {
        assertThat(Frame.quote(Message.user("one\ntwo\n\nthree\n"))).isEqualTo("> user: one\n> two\n> \n> three\n> ");
        assertThat(Frame.quote(Message.user("one").withName("A\nB"))).isEqualTo("> A\n> B: one");
        assertThat(Frame.quote(new Message("a\nb", null, "one"))).isEqualTo("> a\n> b: one");
    }

    @Test
    void what_only_steers_how_text_is_shown_is_written_out() {
        assertThat(Frame.quote(Message.user("a\rb\u2028c\u0085d\u202ee\u200bf\u0000g")))
                .isEqualTo("> user: a\\u000Db\\u2028c\\u0085d\\u202Ee\\u200Bf\\u0000g");
        assertThat(Frame.quote(Message.user("\ud83d\ude00\u00e9\t\u4f60")))
                .isEqualTo("> user: \ud83d\ude00\u00e9\t\u4f60");
        assertThat(Frame.quote(Message.user("\udb40\udc41"))).isEqualTo("> user: \\uE0041");
        assertThat(Frame.quote(Message.user("\udbff\udfff"))).isEqualTo("> user: \\u10FFFF");
    }

    @Test
    void no_character_at_all_begins_a_line() {
        Pattern unmarkedLine = Pattern.compile("\\R(?!> )");
        List<Integer> beginning = new ArrayList<>();
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            if (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE) {
                String quoted = Frame.quote(Message.user("a" + Character.toString(c) + "b"));
                if (!quoted.startsWith("> ") || unmarkedLine.matcher(quoted).find()) {
                    beginning.add(c);
                }
            }
        }
        assertThat(beginning).isEmpty();
    }
}
