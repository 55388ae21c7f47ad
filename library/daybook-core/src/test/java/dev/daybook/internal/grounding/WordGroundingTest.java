package dev.daybook.internal.grounding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Message;
import dev.daybook.spi.GroundingPolicy;
import dev.daybook.spi.GroundingPolicy.Claim;
import dev.daybook.spi.GroundingPolicy.ContentKind;
import dev.daybook.spi.GroundingPolicy.MissingContent;
import dev.daybook.spi.GroundingPolicy.SourceMessage;
import dev.daybook.spi.GroundingPolicy.Verdict;
import java.time.OffsetDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WordGroundingTest {

    private static final GroundingPolicy GROUNDING = new WordGrounding();

    private static final List<String> SOURCES = List.of(
            "Hi, I moved to Lisbon in May with my sister Ines.",
            "I work as a nurse at the Santa Clara clinic, four nights a week.",
            "We found a flat for 1,200 euros near the river. i love the old trams",
            "I'm allergic to peanuts and I don't eat meat.",
            "The trip starts on 2026-10-12 and I land at 15:30.");

    private static Verdict check(String produced, List<String> sources) {
        return GROUNDING.check(
                Claim.of(produced), sources.stream().map(SourceMessage::text).toList());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "The user moved to Lisbon in May.",
                "User lives in Lisbon with their sister Ines.",
                "Ines is the user's sister.",
                "Works nights as a nurse at the Santa Clara clinic.",
                "The user is a nurse and works 4 nights each week.",
                "They rent a flat near the river for 1200 euros.",
                "The user loves Lisbon's old trams.",
                "The user has a peanut allergy and is allergic to peanuts.",
                "The user doesn't eat meat.",
                "The trip starts on 12 October 2026, landing at 15:30.",
                "User: nurse; lives in Lisbon; allergic to peanuts.",
                "- moved to Lisbon\n- works at Santa Clara",
                "",
            })
    void a_text_from_its_sources_is_grounded(String produced) {
        assertThat(check(produced, SOURCES).missing()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "The user moved to Porto in May.|NAME|Porto",
                "The user's sister is called Ana.|NAME|Ana",
                "Miso is the user's cat.|NAME|Miso",
                "Berlin, where the nurse works, is near the river.|NAME|Berlin",
                "The user pays 1,300 euros for the flat.|NUMBER|1300",
                "The user works five nights a week.|NUMBER|5",
                "The trip starts on 13 October 2026.|NUMBER|13",
                "The trip starts on 12 November 2026.|DATE|november",
                "The user runs a small bakery downtown.|WORDS|run small bakeri downtown",
                "The user collects rare stamps and old coins.|WORDS|collect rare stamp coin",
                "The user eats meat.|NEGATION|The user eats meat.",
                "The user is not allergic to peanuts.|NEGATION|The user is not allergic to peanuts.",
            })
    void an_ungrounded_part_is_named(String produced, ContentKind what, String text) {
        assertThat(check(produced, SOURCES).missing()).contains(new MissingContent(what, text));
    }

    @Test
    void one_foreign_sentence_makes_a_text_ungrounded() {
        Verdict verdict = check(
                "The user moved to Lisbon in May. The user is a nurse at Santa Clara. The user opened a bakery.",
                SOURCES);

        assertThat(verdict.holds()).isFalse();
        assertThat(verdict.missing()).extracting(MissingContent::kind).containsExactly(ContentKind.WORDS);
    }

    @Test
    void a_negation_covers_all_items_of_its_sentence() {
        assertThat(check("The user likes jazz.", List.of("I don't like tea and jazz."))
                        .holds())
                .isFalse();
        assertThat(check("The user doesn't eat fish.", List.of("I eat meat on Sundays and fish on Fridays."))
                        .holds())
                .isFalse();
        assertThat(check("The user likes jazz.", List.of("I don't drink tea and I like jazz."))
                        .holds())
                .isTrue();
    }

    @Test
    void a_negation_of_another_language_is_rejected() {
        assertThat(check("Lena isst kein Fleisch vom Grill.", List.of("Lena isst oft Fleisch vom Grill."))
                        .holds())
                .isFalse();
    }

    @Test
    void contradicting_sources_ground_both_statements() {
        List<String> sources = List.of("I eat meat on Sundays.", "I don't eat meat on Fridays.");

        assertThat(check("The user eats meat.", sources).holds()).isTrue();
        assertThat(check("The user doesn't eat meat.", sources).holds()).isTrue();
    }

    @Test
    void a_source_is_covered_by_all_produced_texts_together() {
        List<Verdict> coverage = GROUNDING.coverage(
                SOURCES,
                List.of(
                        "The user moved to Lisbon in May with a sister, Ines.",
                        "The user is a nurse at the Santa Clara clinic for 4 nights a week.",
                        "The user loves old trams.",
                        "The user is allergic to peanuts, and eats meat."));

        assertThat(coverage).hasSameSizeAs(SOURCES);
        assertThat(coverage.get(0).holds()).isTrue();
        assertThat(coverage.get(1).holds()).isTrue();
        assertThat(coverage.get(2).missing()).contains(new MissingContent(ContentKind.NUMBER, "1200"));
        assertThat(coverage.get(3).missing()).isNotEmpty();
        assertThat(coverage.get(4).missing())
                .contains(
                        new MissingContent(ContentKind.NUMBER, "2026"),
                        new MissingContent(ContentKind.NUMBER, "15:30"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "I live in Berlin.|The user lives in Porto.|NAME",
                "I have two sons.|The user has sons.|NUMBER",
                "I like hiking, sailing, chess and strong black tea.|The user likes tea.|WORDS",
                "I don't like tea.|The user likes tea.|NEGATION",
            })
    void a_lost_part_is_named(String source, String produced, ContentKind what) {
        assertThat(GROUNDING.coverage(List.of(source), List.of(produced)).get(0).missing())
                .extracting(MissingContent::kind)
                .contains(what);
    }

    @Test
    void nothing_produced_covers_nothing_but_nothing() {
        assertThat(GROUNDING.coverage(List.of("I live in Berlin.", ""), List.of()))
                .extracting(Verdict::holds)
                .containsExactly(false, true);
        assertThat(check("The user lives in Berlin.", List.of()).holds()).isFalse();
    }

    @Test
    void it_can_be_switched_off() {
        assertThat(GroundingPolicy.off()
                        .check(Claim.of("Miso is a cat."), List.of())
                        .holds())
                .isTrue();
        assertThat(GroundingPolicy.off().coverage(List.of("a", "b"), List.of()))
                .containsExactly(Verdict.HOLDS, Verdict.HOLDS);
    }

    private static final OffsetDateTime TUESDAY = OffsetDateTime.parse("2026-03-10T16:04:00Z");

    /** A talk of two people with an assistant between them. */
    private static final List<SourceMessage> TALK = List.of(
            said("Ottilie", "I adopted a grey donkey last week, he is called Bruno."),
            said("Bram", "You adopted a donkey? I repair church clocks, so I have no time for animals."),
            said("Ottilie", "Do you still play the accordion?"),
            said("Bram", "No, I sold it in 2019. I'm planning to learn the harp."),
            said("Ottilie", "I don't eat cheese anymore, and yesterday I baked nine loaves."),
            said("Bram", "The chapel clock of Wendelbach takes me 10-15 hours."));

    private static SourceMessage said(String speaker, String text) {
        return SourceMessage.of(Message.user(text).withName(speaker), TUESDAY);
    }

    private static List<ContentKind> faults(String text, Integer... cited) {
        return GROUNDING.check(new Claim(text, List.of(cited)), TALK).missing().stream()
                .map(MissingContent::kind)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "Ottilie adopted a grey donkey called Bruno., 0",
        "Bram repairs church clocks., 1",
        "Bram has no time for animals., 1",
        "Bram does not play the accordion., 3",
        "Bram is planning to learn the harp., 3",
        "Ottilie no longer eats cheese., 4",
        "Ottilie baked nine loaves on 9 March 2026., 4",
        "Bram needs 10-15 hours for the chapel clock of Wendelbach., 5",
        "Bram repairs church clocks at 4:04 pm on 10 March 2026., 1",
    })
    void a_statement_of_its_speaker_is_grounded_with_and_without_its_citation(String text, int cited) {
        assertThat(faults(text, cited)).isEmpty();
        assertThat(faults(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "Bram adopted a grey donkey called Bruno., 0, ATTRIBUTION",
        "Ottilie repairs church clocks and has no time for animals., 1, ATTRIBUTION",
        "Bram needs hours for a chapel clock and adopted a grey donkey called Bruno., 5, ATTRIBUTION",
        "Bram does not repair church clocks., 1, NEGATION",
        "Ottilie did not adopt a grey donkey., 0, NEGATION",
        "Ottilie eats cheese., 4, NEGATION",
        "Bram learned the harp., 3, MODALITY",
        "Bram plays the accordion., 2, ATTRIBUTION",
        "Ottilie baked seventeen loaves., 4, NUMBER",
        "Ottilie baked nine loaves on 9 May 2026., 4, DATE",
        "Ottilie baked nine loaves last Friday., 4, DATE",
        "Bram sold the accordion in 2017., 3, DATE",
        "Bram needs 12-15 hours for the chapel clock of Wendelbach., 5, NUMBER",
        "Bram repairs the chapel clock of Altenau., 5, NAME",
        "Ottilie won a rowing regatta against sailors., 4, WORDS",
        "Ottilie adopted a grey donkey., 17, CITATION",
    })
    void a_fault_of_a_statement_is_named(String text, int cited, ContentKind fault) {
        assertThat(faults(text, cited)).contains(fault);
    }

    /** What Ottilie says in several sentences, with a statement that it contradicts. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "We can't shift the ferry because of the harvest on the farm.|Ottilie can shift the ferry due to the harvest on the farm.",
                "I won't sell the mill. My mill has a roof of slate, wide doors and an old wheel."
                        + "|Ottilie's mill has a roof of slate, wide doors and an old wheel. She will sell the mill.",
                "That's not really a barn, is it?|Ottilie's shed is a barn.",
                "Does the pony suit riders who aren't seasoned jumpers?|Ottilie asks for riders who are seasoned jumpers.",
                "There's no lantern in the stable.|Ottilie has a lantern in the stable.",
                "It's been ages since I visited the lighthouse.|Ottilie recently visited the lighthouse.",
                "I don't have an anvil or iron tongs.|Ottilie has iron tongs.",
                "I can't enter the cellar without the brass key.|Ottilie enters the cellar without the brass key.",
                "I really don't have time to polish the copper kettle when guests are here.|Ottilie has time to polish the copper kettle.",
                "The roof of the barn wasn't great.|Ottilie's barn has a great roof.",
            })
    void a_statement_that_affirms_what_is_denied_is_rejected(String said, String text) {
        assertThat(faultsOf(text, said)).containsExactly(ContentKind.NEGATION);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "I can't shift the ferry because of the harvest.|Ottilie cannot shift the ferry.",
                "If I don't oil the mill wheel it creaks.|Ottilie oils the mill wheel.",
                "If I don't oil the mill wheel it creaks.|Ottilie says that the mill creaks if the wheel is not oiled.",
                "Don't make me repeat the ferry times.|Ottilie repeats the ferry times.",
                "I never had a chance to check the ferry times.|Ottilie needs to check the ferry times.",
                "We call it 'no' in the village. My mill is in the village.|Ottilie's mill is in the village that has the 'no'.",
                "Early ferries are a no-go during harvest.|Ottilie cannot take early ferries during harvest.",
                "I didn't know about the ferry pass.|Ottilie is unaware of the ferry pass.",
                "Saya belum bisa menjual mill, harga 900.|Ottilie has not sold the mill for 900.",
                "So, I'm not ready for anything new on the mill.|Ottilie is not ready to start anything new on the mill.",
                "I can't stop talking about the new mill wheel.|Ottilie talks about the new mill wheel.",
                "I had a not-so-quiet night in the mill.|Ottilie spent the night in the mill.",
                "It's been ages since I had the chance to row.|Ottilie hasn't had the chance to row.",
            })
    void a_statement_with_the_polarity_of_its_source_is_grounded(String said, String text) {
        assertThat(faultsOf(text, said)).doesNotContain(ContentKind.NEGATION);
    }

    @Test
    void a_denial_may_rest_on_another_message_than_the_cited_one() {
        List<SourceMessage> talk = List.of(
                said("Ottilie", "The harvest was long."),
                said("Bram", "Tell me more."),
                said("Bram", "Is the mill running?"),
                said("Ottilie", "I didn't feel the usual dread of the harvest."));

        assertThat(GROUNDING
                        .check(new Claim("Ottilie did not feel dread of the harvest.", List.of(0)), talk)
                        .holds())
                .isTrue();
        assertThat(GROUNDING
                        .check(new Claim("Ottilie felt the usual dread of the harvest.", List.of(0)), talk)
                        .missing())
                .extracting(MissingContent::kind)
                .containsExactly(ContentKind.NEGATION);
    }

    @Test
    void a_question_that_is_answered_with_no_is_denied() {
        List<SourceMessage> talk = List.of(
                said("Ottilie", "I was thinking about weaving baskets."),
                said("Bram", "Have you tried weaving?"),
                said("Ottilie", "Not yet, but I am keen."));

        assertThat(GROUNDING
                        .check(new Claim("Ottilie has not tried weaving baskets yet.", List.of(2)), talk)
                        .holds())
                .isTrue();
    }

    private static List<ContentKind> faultsOf(String text, String said) {
        return GROUNDING
                .check(
                        new Claim(text, List.of(0)),
                        List.of(said("Ottilie", said), said("Bram", "The weather over the bay is mild.")))
                .missing()
                .stream()
                .map(MissingContent::kind)
                .toList();
    }

    @Test
    void a_short_question_is_denied_with_what_it_resumes() {
        List<SourceMessage> talk = List.of(
                said("Ottilie", "I was thinking about weaving willow baskets."),
                said("Bram", "Have you tried it before?"),
                said("Ottilie", "Not yet."));

        assertThat(GROUNDING
                        .check(new Claim("Ottilie has tried weaving willow baskets.", List.of(0, 2)), talk)
                        .missing())
                .extracting(MissingContent::kind)
                .containsExactly(ContentKind.NEGATION);
    }

    /** What Ottilie says, with a statement in which a number or a date stands with other words, and whether it is grounded. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "The shed took 40 planks and the barge 4,150.|Ottilie's barge took 4,150 planks.|true",
                "The mill walk takes 25m and the ferry 40 minutes.|Ottilie needs 25 minutes for the mill walk.|true",
                "The mill opens on Mondays at 9, the ferry on Thursdays at 5.|Ottilie's mill opens on Monday at 9.|true",
                "The mill opens on Mondays at 9, the ferry on Thursdays at 5.|Ottilie's mill opens on Thursday at 9.|false",
                "The harvest dance is on March 14th. Fridays are for rest.|Ottilie's harvest dance is on Saturday, March 14th.|true",
                "The harvest dance is on March 14th. Fridays are for rest.|Ottilie's harvest dance is on Friday, March 14th.|false",
                "I polish the mill wheel each Thurs.|Ottilie polishes the mill wheel each Thursday.|true",
                "I earned no money with the mill this month.|Ottilie earned no money with the mill on Monday.|false",
                "The fair was July 8-20. The fowl fair is July 11-12.|Ottilie's fair was July 11-20.|false",
                "Two barges are due on May 8th.|On May 8th 8 barges of Ottilie are due.|false",
            })
    void a_number_or_a_date_stands_with_the_words_that_it_was_said_with(String said, String text, boolean isGrounded) {
        assertThat(faultsOf(text, said).isEmpty()).isEqualTo(isGrounded);
    }

    @Test
    void a_message_at_midnight_has_a_date_and_no_time() {
        SourceMessage said = SourceMessage.of(
                Message.user("I water the ferns each day.").withName("Ottilie"),
                OffsetDateTime.parse("2026-03-10T00:00:00Z"));

        assertThat(GROUNDING
                        .check(Claim.of("Ottilie waters the ferns each day at 12 pm."), List.of(said))
                        .holds())
                .isFalse();
    }

    @Test
    void a_connective_at_the_beginning_of_a_sentence_is_no_name() {
        assertThat(check("The user works nights as a nurse. Additionally, the user loves old trams.", SOURCES)
                        .holds())
                .isTrue();
        assertThat(check("Meanwhile, the user loves old trams.", SOURCES).holds())
                .isTrue();
    }

    @Test
    void an_act_of_speech_is_no_plan() {
        assertThat(faultsOf("Ottilie mentioned the harp of her sister.", "I want to mention the harp of my sister."))
                .isEmpty();
        assertThat(faultsOf("Ottilie joined the harp club.", "I joined the harp club that you suggested."))
                .isEmpty();
    }

    @Test
    void without_citations_the_speaker_with_the_better_words_is_the_subject() {
        assertThat(faults("Bram adopted a grey donkey called Bruno last week.")).contains(ContentKind.ATTRIBUTION);
        assertThat(faults("Ottilie repairs church clocks.")).contains(ContentKind.ATTRIBUTION);
    }

    @Test
    void what_only_the_assistant_said_of_the_user_needs_assent() {
        SourceMessage offer = SourceMessage.of(Message.assistant("You could water the ferns every Sunday."), TUESDAY);
        Claim claim = new Claim("The user waters the ferns every Sunday.", List.of(1));
        SourceMessage question = SourceMessage.of(Message.user("My ferns look sad."), TUESDAY);

        assertThat(GROUNDING
                        .check(claim, List.of(question, offer, SourceMessage.of(Message.user("Which pot?"), TUESDAY)))
                        .missing())
                .extracting(MissingContent::kind)
                .containsExactly(ContentKind.ATTRIBUTION);
        assertThat(GROUNDING
                        .check(
                                claim,
                                List.of(question, offer, SourceMessage.of(Message.user("Good, I will."), TUESDAY)))
                        .holds())
                .isTrue();
    }

    @Test
    void the_only_person_of_a_talk_is_the_user() {
        assertThat(GROUNDING
                        .check(
                                new Claim("User adopted a grey donkey.", List.of(0)),
                                List.of(TALK.get(0), SourceMessage.of(Message.assistant("How nice!"), TUESDAY)))
                        .holds())
                .isTrue();
    }

    @Test
    void a_summary_keeps_its_grounded_sentences() {
        String summary =
                "Ottilie and Bram had a conversation at 4:04 pm on 10 March 2026. Ottilie adopted a donkey called"
                        + " Bruno. Ottilie repairs church clocks. Bram asked Ottilie about her donkey. The two won a rowing regatta.";

        assertThat(GROUNDING.sentences(summary, TALK))
                .extracting(sentence -> sentence.verdict().holds())
                .containsExactly(true, true, false, true, false);
        assertThat(GROUNDING.groundedPart(summary, TALK))
                .hasValue(
                        "Ottilie and Bram had a conversation at 4:04 pm on 10 March 2026. Ottilie adopted a donkey called"
                                + " Bruno. Bram asked Ottilie about her donkey.");
        assertThat(GROUNDING.groundedPart("The two won a rowing regatta.", TALK))
                .isEmpty();
        assertThat(GroundingPolicy.off().groundedPart(summary, TALK)).hasValue(summary);
    }

    @Test
    void a_pronoun_at_the_beginning_of_a_sentence_is_the_person_of_the_sentence_before() {
        assertThat(GROUNDING.sentences(
                        "Ottilie adopted a donkey called Bruno. She repairs church clocks. Then she thanked Bram.",
                        TALK))
                .extracting(sentence -> sentence.verdict().holds())
                .containsExactly(true, false, true);
    }

    @Test
    void what_one_asks_or_praises_is_attributed_as_well() {
        assertThat(GROUNDING.sentences("Ottilie encouraged Bram and repairs church clocks.", TALK))
                .extracting(sentence -> sentence.verdict().holds())
                .containsExactly(false);
        assertThat(GROUNDING.sentences("Ottilie asked about the chapel clock of Wendelbach.", TALK))
                .extracting(sentence -> sentence.verdict().holds())
                .containsExactly(false);
    }

    @Test
    void an_ending_of_several_clauses_is_attributed_as_a_whole() {
        List<SourceMessage> talk = List.of(
                said("Ottilie", "I keep bees behind the mill."),
                said("Bram", "Lovely."),
                said("Ottilie", "Do you still carve those spoons?"),
                said("Bram", "Yes, I carve spoons, sell them at the market and teach the children."),
                said("Ottilie", "Does the stall at the market sell much?"),
                said("Ottilie", "Do you teach all children?"));

        assertThat(GROUNDING
                        .check(
                                new Claim(
                                        "Ottilie keeps bees and carves spoons, sells them at the market and teaches children.",
                                        List.of(0)),
                                talk)
                        .missing())
                .extracting(MissingContent::kind)
                .containsExactly(ContentKind.ATTRIBUTION);
        assertThat(GROUNDING
                        .check(
                                new Claim(
                                        "Bram carves spoons, sells them at the market and teaches children.",
                                        List.of(3)),
                                talk)
                        .holds())
                .isTrue();
    }

    @Test
    void gratitude_and_the_end_of_a_talk_need_no_words() {
        assertThat(faults("Bram is grateful to Ottilie and values her support.", 3))
                .isEmpty();
        assertThat(GROUNDING.sentences("The talk ended with Ottilie wishing Bram well.", TALK))
                .extracting(sentence -> sentence.verdict().holds())
                .containsExactly(true);
    }

    @Test
    void content_that_is_scattered_over_a_talk_grounds_nothing() {
        List<SourceMessage> talk = List.of(
                said("Ottilie", "The heron is back."),
                said("Ottilie", "I need a ladder."),
                said("Ottilie", "Where is the kettle?"),
                said("Ottilie", "My saddle squeaks."),
                said("Ottilie", "The orchard blooms."),
                said("Ottilie", "Such a velvet sky."));

        assertThat(GROUNDING
                        .check(
                                Claim.of("Ottilie has a heron, a ladder, a kettle, a saddle, an orchard and velvet."),
                                talk)
                        .missing())
                .extracting(MissingContent::kind)
                .containsExactly(ContentKind.WORDS);
    }

    @Test
    void the_numbers_of_a_list_are_not_said() {
        assertThat(faults("Bram: 1. Repairs church clocks. 2. Sold the accordion.", 1, 3))
                .isEmpty();
    }

    @Test
    void a_hostile_text_is_handled() {
        for (String part : List.of("A", "Ada ", "no tea. ", "tea 1,000.1,", "tea\n", "Ada tea No. 1 ")) {
            String text = part.repeat(100_000 / part.length());

            assertThat(check(text, List.of(text)).holds()).as(part).isTrue();
        }
    }
}
