package dev.daybook.internal.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.StoreException;
import dev.daybook.internal.codec.ByteWriter;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.GroundingClass;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.MessageRef;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.model.Statement;
import dev.daybook.model.StatementKind;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import dev.daybook.store.Blob;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TermRecordTest {

    private static final TermRecord RECORD = TermRecord.of(episode(
            Message.user("Boats and nets, and a boat.").withName("Mira"), Message.assistant(""), Message.tool("42")));

    private static Episode episode(Message... messages) {
        return episode(Trust.USER, messages);
    }

    private static Episode episode(Trust trust, Message... messages) {
        OffsetDateTime time = OffsetDateTime.parse("2026-03-04T12:00:00-09:30");
        return new Episode(
                "e",
                null,
                time,
                time,
                List.of(messages),
                List.of(),
                Map.of(),
                new Provenance(1, 1, Origin.USER, trust),
                false,
                null);
    }

    @Test
    void a_record_contains_each_message_as_its_terms() {
        assertThat(RECORD.offsetSeconds()).isEqualTo(-34_200);
        assertThat(RECORD.messages())
                .containsExactly(
                        new TermRecord.Line(
                                "user", "Mira", false, false, 0, List.of("boat", "net"), List.of(0, 1, 0), List.of()),
                        new TermRecord.Line("assistant", null, false, false, 0, List.of(), List.of(), List.of()),
                        new TermRecord.Line("tool", null, false, false, 0, List.of("42"), List.of(0), List.of()));
    }

    @Test
    void a_record_of_a_statement_has_its_messages_behind_everything_else() {
        EntryRef episode = new EntryRef(new Scope.Anonymous(Space.DEFAULT), Kind.EPISODE, "e7");
        OffsetDateTime time = OffsetDateTime.parse("2026-03-04T12:00:00Z");
        Fact plain = new Fact(
                "f",
                "Mira",
                "states",
                "x",
                1,
                time,
                null,
                null,
                time,
                List.of(episode),
                SummaryMethod.MODEL,
                new Provenance(1, 1, Origin.USER, Trust.USER));
        Statement statement = new Statement(
                plain.triple(),
                "Mira",
                StatementKind.STATE,
                false,
                List.of(new MessageRef(episode, 3)),
                GroundingClass.SAID,
                null);
        Blob bytes = TermRecord.of(plain.withStatement(statement)).encode();

        assertThat(TermRecord.read(bytes, new TermDictionary()).sources())
                .containsExactly(new TermRecord.Source("e7", 3));
        byte[] before = TermRecord.of(plain).encode().toArray();
        assertThat(Arrays.copyOf(bytes.toArray(), before.length)).isEqualTo(before);
        assertThat(TermRecord.read(Blob.of(before), new TermDictionary()).sources())
                .isEmpty();
    }

    @Test
    void a_record_survives_encoding() {
        TermDictionary termDictionary = new TermDictionary();
        TermRecord.Indexed read = TermRecord.read(RECORD.encode(), termDictionary);
        assertThat(read.offsetSeconds()).isEqualTo(RECORD.offsetSeconds());
        assertThat(read.messages()).hasSameSizeAs(RECORD.messages());
        for (int i = 0; i < read.messages().size(); i++) {
            IndexedMessage message = read.messages().get(i);
            TermRecord.Line line = RECORD.messages().get(i);
            assertThat(message.role()).isEqualTo(line.role());
            assertThat(message.name()).isEqualTo(line.name());
            assertThat(message.asks()).isEqualTo(line.asks());
            assertThat(message.lowTrust()).isFalse();
            assertThat(IntStream.range(0, message.words()).map(message::word))
                    .containsExactlyElementsOf(line.sequence().stream()
                            .map(place -> termDictionary.find(line.terms().get(place)))
                            .toList())
                    .doesNotContain(-1);
        }
    }

    @Test
    void a_record_has_the_dates_that_a_message_speaks_of_by_the_local_day_of_its_episode() {
        // 4 March in its own zone, and 5 March in UTC.
        OffsetDateTime evening = OffsetDateTime.parse("2026-03-04T20:00:00-09:30");
        Episode dated = new Episode(
                "e",
                null,
                evening,
                evening,
                List.of(
                        Message.user("I moored it yesterday."),
                        Message.assistant("Well done."),
                        Message.user("It is mine since May 2024; next week I sail.")),
                List.of(),
                Map.of(),
                new Provenance(1, 1, Origin.USER, Trust.USER),
                false,
                null);
        List<IndexedMessage> read = TermRecord.read(TermRecord.of(dated).encode(), new TermDictionary())
                .messages();

        assertThat(read.stream().map(TermRecordTest::dates))
                .containsExactly(
                        List.of("2026-03-03 to 2026-03-03"),
                        List.of(),
                        List.of("2024-05-01 to 2026-03-04", "2026-03-09 to 2026-03-15"));
        assertThat(read).extracting(IndexedMessage::words).containsExactly(2, 2, 7);
    }

    private static List<String> dates(IndexedMessage message) {
        return IntStream.range(0, message.dates())
                .mapToObj(date -> LocalDate.ofEpochDay(message.firstDay(date)) + " to "
                        + LocalDate.ofEpochDay(message.lastDay(date)))
                .toList();
    }

    /** A program without dates reads no further than the words, and leaves flags that it does not know alone. */
    @Test
    void the_dates_stand_behind_everything_that_a_program_without_dates_reads() {
        byte[] dated =
                TermRecord.of(episode(Message.user("Yesterday."))).encode().toArray();
        byte[] words = yesterday(DATED).toArray();

        assertThat(dated).startsWith(words).hasSize(words.length + 1 + 3 + 1);
        assertThat(TermRecord.read(yesterday(0), new TermDictionary()).messages())
                .singleElement()
                .satisfies(message -> assertThat(message.dates()).isZero());
    }

    private static final int DATED = 1 << 7;

    /** Returns the words of "Yesterday." as they were stored before there were dates. */
    private static Blob yesterday(int flags) {
        return new ByteWriter()
                .number(-34_200)
                .number(1)
                .text("user")
                .optionalText(null)
                .octet(flags)
                .number(1)
                .text("yesterday")
                .number(1)
                .number(0)
                .toBlob();
    }

    @Test
    void a_date_beyond_the_calendar_is_damage() {
        for (long from : List.of(Long.MIN_VALUE, 3_000_000L)) {
            Blob blob = new ByteWriter()
                    .number(0)
                    .number(1)
                    .text("user")
                    .optionalText(null)
                    .octet(DATED)
                    .number(0)
                    .number(0)
                    .number(1)
                    .number(from)
                    .number(1)
                    .toBlob();

            assertThatThrownBy(() -> TermRecord.read(blob, new TermDictionary()))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("damaged");
        }
    }

    @Test
    void a_message_is_a_question_if_it_has_a_question_mark_near_its_end() {
        assertThat(asks("Where do you moor it?")).isTrue();
        assertThat(asks("Where do you moor it? I have always wondered.")).isTrue();
        assertThat(asks("Why a boat? I will tell you at length, and it will take me the whole of the evening."))
                .isFalse();
        assertThat(asks("No question at all.")).isFalse();
        assertThat(asks("")).isFalse();
    }

    @Test
    void a_message_with_less_trust_than_its_role_is_marked() {
        Episode bounded = episode(
                Trust.TOOL,
                Message.user("Where is the net?"),
                Message.assistant("In the boat."),
                Message.tool("In the harbour."));
        TermRecord.Indexed read = TermRecord.read(TermRecord.of(bounded).encode(), new TermDictionary());

        assertThat(read.messages()).extracting(IndexedMessage::lowTrust).containsExactly(true, true, false);
        assertThat(read.messages()).extracting(IndexedMessage::asks).containsExactly(true, false, false);
    }

    @Test
    void a_message_of_another_language_records_the_number_of_its_analysis() {
        TermRecord german = TermRecord.of(episode(Message.user("Ich habe zwei Häuser gesehen. Und du?")));
        TermDictionary termDictionary = new TermDictionary();
        IndexedMessage read =
                TermRecord.read(german.encode(), termDictionary).messages().get(0);

        assertThat(german.messages().get(0).terms()).contains("haus").doesNotContain("ich", "und");
        assertThat(read.language()).isEqualTo(1);
        assertThat(read.asks()).isTrue();
        assertThat(read.lowTrust()).isFalse();
        assertThat(termDictionary.find("haus")).isNotNegative();
    }

    @Test
    void an_english_message_has_the_bytes_of_a_record_from_before_there_were_languages() {
        Blob before = new ByteWriter()
                .number(-34_200)
                .number(1)
                .text("user")
                .optionalText(null)
                .octet(1)
                .number(2)
                .text("boat")
                .text("net")
                .number(2)
                .number(0)
                .number(1)
                .toBlob();

        assertThat(TermRecord.of(episode(Message.user("Where are the boats and the nets?")))
                        .encode())
                .isEqualTo(before);
        assertThat(TermRecord.read(before, new TermDictionary())
                        .messages()
                        .get(0)
                        .language())
                .isEqualTo(MessageLanguage.ENGLISH.number());
    }

    @Test
    void questions_of_other_languages_are_questions() {
        assertThat(asks("¿Dónde vives ahora?")).isTrue();
        assertThat(asks("你住在哪里？")).isTrue();
        assertThat(asks("你喜欢猫吗")).isTrue();
        assertThat(asks("明日来ますか。")).isTrue();
        assertThat(asks("내일 올까요")).isTrue();
        assertThat(asks("明日は来ません。")).isFalse();
    }

    private static boolean asks(String text) {
        return TermRecord.of(episode(Message.user(text))).messages().get(0).asks();
    }

    @Test
    void bytes_that_end_too_early_are_damage() {
        byte[] bytes = TermRecord.of(episode(Message.user("Yesterday a boat."), Message.assistant("In May 2024?")))
                .encode()
                .toArray();
        for (int length = 0; length < bytes.length; length++) {
            Blob cut = Blob.of(Arrays.copyOf(bytes, length));
            assertThatThrownBy(() -> TermRecord.read(cut, new TermDictionary()))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("damaged");
        }
    }

    @Test
    void a_place_beyond_the_terms_is_damage() {
        for (long place : List.of(-1L, 1L, 1L << 32)) {
            Blob blob = new ByteWriter()
                    .number(0)
                    .number(1)
                    .text("user")
                    .optionalText(null)
                    .octet(0)
                    .number(1)
                    .text("boat")
                    .number(1)
                    .number(place)
                    .toBlob();
            assertThatThrownBy(() -> TermRecord.read(blob, new TermDictionary()))
                    .isInstanceOf(StoreException.class);
        }
    }

    @Test
    void an_impossible_offset_is_damage() {
        Blob blob = new ByteWriter().number(1_000_000).number(0).toBlob();
        assertThatThrownBy(() -> TermRecord.read(blob, new TermDictionary())).isInstanceOf(StoreException.class);
    }
}
