package dev.daybook.bench.quality.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Message;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataConversationTest {

    @TempDir
    Path folder;

    @Test
    void a_time_without_an_offset_is_utc() throws IOException {
        assertThat(times("'2024-02-03T09:30:00'", "'2024-02-03T09:30:00+02:00'", "'2024-02-04'"))
                .containsExactly(
                        at("2024-02-03T09:30:00Z"), at("2024-02-03T09:30:00+02:00"), at("2024-02-04T00:00:00Z"));
    }

    @Test
    void a_month_by_name_is_the_beginning_of_that_day() throws IOException {
        assertThat(times("'March-05-2024'", "'december-9-2023'"))
                .containsExactly(at("2024-03-05T00:00:00Z"), at("2023-12-09T00:00:00Z"));
    }

    @Test
    void an_unreadable_time_is_that_of_the_row_before() throws IOException {
        assertThat(times("'March-05-2024'", "null", "'some day'", "'February-30-2024'"))
                .containsOnly(at("2024-03-05T00:00:00Z"))
                .hasSize(4);
    }

    @Test
    void a_session_that_begins_without_a_time_has_one_all_the_same() throws IOException {
        assertThat(times("null", "'2024-02-03T09:30:00'"))
                .containsExactly(TurnTime.UNKNOWN, at("2024-02-03T09:30:00Z"));
    }

    @Test
    void the_row_before_is_one_of_the_same_session() throws IOException {
        Map<String, DataConversation> read = read("""
                {"conversation":"a","session":"s","datetime":"2024-02-03T09:30:00","turn":"1","speaker":"Ottilie","text":"x"}
                {"conversation":"b","session":"s","datetime":null,"turn":"1","speaker":"Ottilie","text":"x"}
                """);

        assertThat(read.get("b").turns()).extracting(DataTurn::at).containsExactly(TurnTime.UNKNOWN);
    }

    @Test
    void a_question_can_be_asked_about_the_people_of_another_conversation() throws IOException {
        Map<String, DataConversation> read = read("""
                {"conversation":"a","turn":"1","speaker":"Ottilie","text":"x"}
                {"conversation":"a","turn":"2","speaker":"Bram","text":"x"}
                {"conversation":"b","turn":"1","speaker":"Mira","text":"x"}
                {"conversation":"b","turn":"2","speaker":"assistant","text":"x"}
                """);

        assertThat(read.get("a").renamed("Did Ottilie tell Bram?", read.get("b")))
                .isEqualTo("Did Mira tell Bram?");
        assertThat(read.get("b").renamed("Did the assistant tell Mira?", read.get("a")))
                .isEqualTo("Did the assistant tell Ottilie?");
    }

    @Test
    void a_speaker_is_a_role_or_the_name_of_a_user() throws IOException {
        List<DataTurn> turns = turns("""
                {"conversation":"a","turn":"1","speaker":"assistant","text":"one"}
                {"conversation":"a","turn":"2","speaker":"tool","text":"two"}
                {"conversation":"a","turn":"3","speaker":"Bram","text":"three"}
                {"conversation":"a","turn":"4","speaker":"User","text":"four"}
                """);

        assertThat(turns)
                .extracting(DataTurn::message)
                .containsExactly(
                        Message.assistant("one"),
                        Message.tool("two"),
                        Message.user("three").withName("Bram"),
                        Message.user("four").withName("User"));
    }

    @Test
    void a_caption_is_said_after_the_text() throws IOException {
        List<DataTurn> turns = turns("""
                {"conversation":"a","turn":"1","speaker":"Bram","text":"Look!","image_caption":"a bell on a bench"}
                {"conversation":"a","turn":"2","speaker":"Bram","text":"Look!","image_caption":null}
                """);

        assertThat(turns)
                .extracting(turn -> turn.message().text())
                .containsExactly("Look! [shares a bell on a bench]", "Look!");
    }

    @Test
    void a_text_that_was_cut_within_a_character_can_be_remembered() throws IOException {
        assertThat(turns("""
                        {"conversation":"a","turn":"1","speaker":"Bram","text":"bell \\ud83d"}
                        """).get(0).message().text()).isEqualTo("bell \uFFFD");
    }

    @Test
    void an_id_is_written_as_it_was_read() throws IOException {
        List<DataTurn> turns = turns("""
                {"conversation":"a","turn":7,"speaker":"Bram","text":"x"}
                {"conversation":"a","turn":"8","speaker":"Bram","text":"x"}
                """);

        assertThat(turns).extracting(DataTurn::id).containsExactly("7", "8");
        assertThat(PlainJson.write(turns.stream().map(DataTurn::writtenId).toList()))
                .isEqualTo("[7,\"8\"]");
    }

    @Test
    void a_pair_is_two_rows_in_a_row_of_one_session_and_two_speakers() throws IOException {
        DataConversation conversation = read("""
                {"conversation":"a","session":"s1","turn":"1","speaker":"Bram","text":"x"}
                {"conversation":"a","session":"s1","turn":"2","speaker":"Ottilie","text":"x"}
                {"conversation":"a","session":"s1","turn":"3","speaker":"Bram","text":"x"}
                {"conversation":"a","session":"s1","turn":"4","speaker":"Bram","text":"x"}
                {"conversation":"a","session":"s1","turn":"5","speaker":"Ottilie","text":"x"}
                {"conversation":"a","session":"s1","turn":"6","speaker":"Bram","text":"x"}
                {"conversation":"a","session":"s2","turn":"7","speaker":"Ottilie","text":"x"}
                """).get("a");

        assertThat(DataConversation.episodes(conversation.turns(), true))
                .extracting(turns -> turns.stream().map(DataTurn::id).toList())
                .containsExactly(List.of("1", "2"), List.of("3"), List.of("4", "5"), List.of("6"), List.of("7"));
        assertThat(DataConversation.episodes(conversation.turns(), false)).hasSize(7);
    }

    @Test
    void a_broken_line_is_named() {
        assertThatThrownBy(() -> read("""
                        {"conversation":"a","turn":"1","speaker":"Bram","text":"x"}
                        {"conversation":"a","turn":
                        """))
                .isInstanceOf(BrokenData.class)
                .hasMessageContaining("conversations.jsonl, line 2: not JSON");
        assertThatThrownBy(() -> read("""
                        {"conversation":"a","turn":"1","speaker":"Bram"}
                        """)).hasMessageContaining("line 1: field 'text' is missing");
        assertThatThrownBy(() -> read("""
                        {"conversation":"a","turn":[],"speaker":"Bram","text":"x"}
                        """)).hasMessageContaining("line 1: field 'turn' holds []");
    }

    @Test
    void an_id_that_is_there_twice_is_reported() {
        assertThatThrownBy(() -> read("""
                        {"conversation":"a","turn":"1","speaker":"Bram","text":"x"}
                        {"conversation":"a","turn":1,"speaker":"Bram","text":"y"}
                        """)).hasMessageContaining("line 2: turn '1' is there twice in conversation 'a'");
    }

    private List<OffsetDateTime> times(String... datetimes) throws IOException {
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < datetimes.length; i++) {
            rows.append(String.format(
                    "{\"conversation\":\"a\",\"session\":\"s\",\"datetime\":%s,\"turn\":\"%d\",\"speaker\":\"Bram\",\"text\":\"x\"}%n",
                    datetimes[i].replace('\'', '"'), i));
        }
        return turns(rows.toString()).stream().map(DataTurn::at).toList();
    }

    private List<DataTurn> turns(String rows) throws IOException {
        return List.copyOf(read(rows).get("a").turns());
    }

    private Map<String, DataConversation> read(String rows) throws IOException {
        Path file = Files.writeString(folder.resolve("conversations.jsonl"), rows);
        return DataConversation.read(new DataFile("--conversations", file));
    }

    private static OffsetDateTime at(String time) {
        return OffsetDateTime.parse(time);
    }
}
