package dev.daybook.internal.scoring;

import static dev.daybook.model.Message.assistant;
import static dev.daybook.model.Message.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.index.RowFixture;
import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.internal.words.EnglishAnalyzer;
import dev.daybook.internal.words.TermRecord;
import dev.daybook.model.Kind;
import dev.daybook.query.Query.By;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.IndexRow;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Questions and messages in several languages, in one scope and without a setting. */
class LanguageRecallTest {

    private static final ScopeIndex MIXED = RowFixture.session(
            user("I bought a kayak in Lisbon for the holidays."),
            user("Ich habe gestern zwei alte Häuser in Lübeck besichtigt."),
            user("Nous avons visité les châteaux de la Loire avec Camille."),
            user("Ayer escuché unas canciones preciosas de Lucía."),
            user("Вчера я купила книгу о птицах для Анны."),
            user("昨日、京都の図書館で魚の本を借りました。"),
            user("我的猫昨天吃了三条鱼。"),
            user("어제 도서관에서 공부했어요."));

    private static int best(String question, By by) {
        double[] values =
                HybridScoring.score(MIXED, by, AnalyzedQuery.of(question, null)).values();
        int best = IntStream.range(0, values.length)
                .reduce((one, other) -> values[other] > values[one] ? other : one)
                .orElseThrow();
        return values[best] > 0 ? best : -1;
    }

    @Test
    void a_question_finds_other_forms_of_its_words_in_its_own_language() {
        for (By by : List.of(By.BEST, By.WORDS)) {
            assertThat(best("Which kayaks did you buy?", by)).isEqualTo(0);
            assertThat(best("In welchem Haus warst du?", by)).isEqualTo(1);
            assertThat(best("Quel château avez-vous vu ?", by)).isEqualTo(2);
            assertThat(best("¿Qué canción escuchaste?", by)).isEqualTo(3);
            assertThat(best("Какие книги ты купила Анне?", by)).isEqualTo(4);
            assertThat(best("図書館で何を借りた？", by)).isEqualTo(5);
            assertThat(best("猫吃什么？", by)).isEqualTo(6);
            assertThat(best("도서관은 어디에 있어요?", by)).isEqualTo(7);
        }
    }

    @Test
    void a_name_is_found_from_a_question_in_another_language() {
        assertThat(best("What about Camille?", By.WORDS)).isEqualTo(2);
        assertThat(best("What did Lucía sing?", By.WORDS)).isEqualTo(3);
        assertThat(best("Was war in Lisbon?", By.WORDS)).isEqualTo(0);
        assertThat(best("¿Quién fue a Lübeck?", By.WORDS)).isEqualTo(1);
    }

    @Test
    void a_message_that_was_analysed_before_there_were_languages_is_still_found() {
        String text = "Ich habe gestern zwei alte Häuser in Lübeck besichtigt.";
        List<String> terms = EnglishAnalyzer.terms(text).stream().distinct().toList();
        TermRecord old = new TermRecord(
                0,
                List.of(new TermRecord.Line(
                        "user",
                        null,
                        false,
                        false,
                        0,
                        terms,
                        IntStream.range(0, terms.size()).boxed().toList(),
                        List.of())));
        ScopeIndex scopeIndex = new ScopeIndex(null);
        scopeIndex.add(row(old.encode()));
        scopeIndex.complete();

        assertThat(HybridScoring.score(
                                scopeIndex, By.WORDS, AnalyzedQuery.of("Wer hat Häuser in Lübeck besichtigt?", null))
                        .values()[0])
                .isPositive();
    }

    private static IndexRow row(Blob terms) {
        return new IndexRow(
                new EntryKey(Kind.EPISODE, "e"),
                1,
                1,
                1,
                "s",
                RowFixture.NOON.toInstant(),
                EntryPut.LIVE,
                Map.of(TermRecord.SIDECAR, terms));
    }

    @Test
    void standing_instructions_are_found_in_each_language() {
        List<String> instructions = List.of(
                "Antworte mir immer in kurzen Sätzen, bitte.",
                "Réponds toujours avec des phrases courtes, s'il te plaît.",
                "Responde siempre con frases cortas, por favor.",
                "Отвечай мне всегда коротко.",
                "请你总是用表格回答我。",
                "必ず短く答えてください。",
                "항상 짧게 대답해 주세요.");
        for (String instruction : instructions) {
            ScopeIndex scopeIndex =
                    RowFixture.session(user(instruction), assistant("OK."), user("Ok, 42."), assistant("42."));
            ScoreSignal users = SpeakerMatch.messagesToAssistants(scopeIndex);
            assertThat(StandingInstructions.of(scopeIndex, users).values())
                    .as(instruction)
                    .startsWith(1, 0, 0);
        }
    }

    @Test
    void a_named_speaker_becomes_the_first_person_of_the_question() {
        assertThat(SpeakerMatch.inFirstPerson(Set.of("Mira"), "Wo hat Mira gestern gegessen?"))
                .isEqualTo("Wo hat ich gestern gegessen?");
        assertThat(SpeakerMatch.inFirstPerson(Set.of("Lena"), "Wer stört Lenas Schlaf?"))
                .isEqualTo("Wer stört ich Schlaf?");
        assertThat(SpeakerMatch.inFirstPerson(Set.of("Анна"), "Что купили у Анны?"))
                .isEqualTo("Что купили у я?");
        assertThat(SpeakerMatch.inFirstPerson(Set.of("美咲"), "美咲は何を買いましたか")).isEqualTo("私は何を買いましたか");
        assertThat(SpeakerMatch.inFirstPerson(Set.of("美咲"), "美咲")).isEqualTo("美咲");
    }

    @Test
    void an_inflected_name_of_a_speaker_is_known() {
        ScopeIndex chat = RowFixture.session(
                user("Я купила книгу о птицах.").withName("Анна"),
                user("А я читаю газету.").withName("Олег"));

        assertThat(SpeakerMatch.named(
                                chat, AnalyzedQuery.of("Что есть у Анны?", null).in(chat.languages()))
                        .values())
                .containsExactly(1, 0);
    }

    @Test
    void a_question_in_another_language_has_no_related_words_of_english() {
        AnalyzedQuery german =
                AnalyzedQuery.of("Welches Gift hat er gekauft?", null).in(MIXED.languages());
        assertThat(german.terms()).contains("gift");
        assertThat(german.englishTerms()).isEmpty();
        assertThat(AnalyzedQuery.of("Which gift did he buy?", null)
                        .in(MIXED.languages())
                        .englishTerms())
                .containsExactly("gift", "buy");
    }
}
