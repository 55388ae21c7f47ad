package dev.daybook.internal.statements;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.inference.ExtractedStatement;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.StatementKind;
import dev.daybook.model.Trust;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The messages of statements whose model named none that exists. */
class StatementCitationsTest {

    private static final List<Message> TALK = List.of(
            said("Bram", "Which instruments do people play in your village, and which music do they play on Sundays?"),
            said("Ottilie", "Mostly brass. And yesterday somebody found my accordion."),
            said("Bram", "Your accordion! Somebody found your accordion?"),
            said("Ottilie", "I play music on Sundays."));

    private static final OffsetDateTime NOON = OffsetDateTime.parse("2026-03-10T12:00:00Z");

    private static Message said(String speaker, String text) {
        return Message.user(text).withName(speaker);
    }

    private static List<WindowMessage> window(boolean isNew) {
        Episode episode = new Episode(
                "e1",
                "s1",
                NOON,
                NOON,
                TALK,
                List.of(),
                Map.of(),
                Provenance.unwritten(Origin.USER, Trust.USER),
                false,
                null);
        return WindowMessage.of(episode, isNew);
    }

    private static List<Integer> cited(String sentence, String about, List<WindowMessage> messages) {
        ExtractedStatement statement =
                new ExtractedStatement(sentence, about, List.of(99), "", StatementKind.STATE, false, null, null, null);
        return StatementCitations.of(statement, messages).cited();
    }

    @ParameterizedTest
    @CsvSource({
        "Ottilie plays music on Sundays., Ottilie, 3",
        "Somebody found the accordion of Ottilie., Ottilie, 1",
        "Bram asks who found the accordion., Bram, 2",
    })
    void the_message_whose_words_are_most_like_the_sentence_is_cited_and_rather_one_of_its_subject(
            String sentence, String about, int message) {
        assertThat(cited(sentence, about, window(true))).containsExactly(message);
    }

    @Test
    void no_message_is_cited_that_shares_no_word_or_was_read_before() {
        assertThat(cited("Ottilie collects stamps.", "Ottilie", window(true))).isEmpty();
        assertThat(cited("Ottilie plays music on Sundays.", "Ottilie", window(false)))
                .isEmpty();
    }
}
