package dev.daybook.internal.extract;

import static dev.daybook.model.Message.assistant;
import static dev.daybook.model.Message.system;
import static dev.daybook.model.Message.tool;
import static dev.daybook.model.Message.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.grammar.FactPredicate;
import dev.daybook.internal.text.PlainForm;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatedFactTest {

    private static List<String> facts(String text) {
        return labels(StatedFact.read(List.of(user(text))).stated());
    }

    private static List<String> ends(String text) {
        return labels(StatedFact.read(List.of(user(text))).ended());
    }

    private static List<String> labels(List<StatedFact> facts) {
        return facts.stream()
                .map(fact -> fact.predicate().label() + " " + fact.object())
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "My name is Ada Lindt.|name_is Ada Lindt",
                "hi, my name's Jean-Luc!|name_is Jean-Luc",
                "Please call me Bo.|name_is Bo",
                "I'm called Zoë, nice to meet you.|name_is Zoë",
                "I live in Lisbon.|lives_in Lisbon",
                "Well, I’m living in Rio de Janeiro now|lives_in Rio de Janeiro",
                "I live in the Netherlands with my sister.|lives_in the Netherlands",
                "I moved to Lisbon in May.|lives_in Lisbon",
                "I just moved to Portland, Oregon two weeks ago!|lives_in Portland, Oregon",
                "I've lived in Oslo since 2019.|lives_in Oslo",
                "I'm based in Graz.|lives_in Graz",
                "I work as a night nurse.|works_as night nurse",
                "I'm an electrical engineer by trade.|works_as electrical engineer",
                "I am a teacher.|works_as teacher",
                "I work at Brightwater.|works_at Brightwater",
                "I work for Hill and Sons since last year.|works_at Hill and Sons",
                "I've been working for Brightwater for six years.|works_at Brightwater",
                "I really like green tea.|likes green tea",
                "I love hiking in the mountains!|likes hiking in the mountains",
                "I enjoy to swim|likes to swim",
                "I hate loud music.|dislikes loud music",
                "I prefer tea to coffee.|prefers tea to coffee",
                "My favourite colour is dark blue.|favourite colour: dark blue",
                "my favorite board game is Go|favourite board game: Go",
                "We live in Lisbon.|lives_in Lisbon",
                "I live in a small flat in Lisbon|lives_in Lisbon",
                "i live in lisbon|lives_in lisbon",
                "Just moved to Lisbon!|lives_in Lisbon",
                "I'm Spanish.|comes_from Spanish",
                "I grew up in Oslo.|comes_from Oslo",
                "I'm 34.|age_is 34",
                "I turned forty-one last week.|age_is forty-one",
                "My birthday is on 3 May.|born_on 3 May",
                "I'm a keen skier but I'm also a night nurse.|works_as night nurse",
                "I teach Latin at the abbey.|works_as teach Latin",
                "My employer is Brightwater.|works_at Brightwater",
                "I'm studying law.|studies law",
                "I have two older brothers.|has_family two older brothers",
                "Could my sister Ines come too?|has_family sister Ines",
                "My dog's name is Rex.|has_pet dog Rex",
                "We have an old cat called Mog.|has_pet old cat Mog",
                "I've got a red bicycle.|owns red bicycle",
                "I don't have a car.|has_no car",
                "I have mild asthma.|has_condition mild asthma",
                "I'm allergic to sesame.|allergic_to sesame",
                "I'm a vegetarian, thanks.|eats vegetarian",
                "I don't eat any pork.|avoids pork",
                "I don't like tea.|dislikes tea",
                "I can't stand loud music|dislikes loud music",
                "I'm a big fan of chess.|likes chess",
                "I love tea and strong coffee.|likes tea and strong coffee",
                "I'm fluent in Dutch.|speaks Dutch",
                "I play the cello.|skilled_in cello",
                "I can't swim.|cannot swim",
                "I swim twice a week.|does swim twice a week",
                "On Sundays I visit my aunt.|does visit my aunt",
            })
    void a_plain_statement_about_oneself_is_a_fact(String text, String fact) {
        assertThat(facts(text)).containsExactly(fact);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "I no longer live in Lisbon.|lives_in Lisbon",
                "I don't live in Lisbon any more.|lives_in Lisbon",
                "I moved from Lisbon to Porto.|lives_in Lisbon",
                "We moved out of Lisbon.|lives_in Lisbon",
                "I'm not a teacher anymore.|works_as teacher",
                "I used to be a teacher.|works_as teacher",
                "I quit my job at Brightwater.|works_at Brightwater",
                "I left the museum in May.|works_at museum",
                "I used to love chess.|likes chess",
                "I quit smoking.|does smoking",
                "I gave up coffee.|eats coffee",
                "I don't fly any more.|does fly",
                "I sold my bicycle.|owns bicycle",
                "Our old cat Mog died.|has_pet old cat Mog",
                "Ines and I split up.|has_family Ines",
            })
    void a_statement_may_end_a_fact(String text, String fact) {
        assertThat(ends(text)).containsExactly(fact);
        assertThat(facts(text)).doesNotContain(fact);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "I don't live in Lisbon.",
                "If I no longer live in Lisbon, tell me.",
                "Do I no longer live in Lisbon?",
                "I used to think so.",
                "I got used to Lisbon.",
                "I left the room.",
                "I quit the game.",
                "My wifi and I split up.",
                "She no longer lives in Lisbon.",
                "I stopped it.",
                "I moved the piano out of the way.",
            })
    void other_words_of_change_end_nothing(String text) {
        assertThat(ends(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Please call me ASAP",
                "I finally moved to Linux.",
                "I moved to Python last year.",
                "I like listening to them.",
                "I love being woken by drills.",
                "I love meetings 🙄",
                "I'm a bad cook.",
                "I'm a terrible driver.",
                "I'm 20 minutes away.",
                "I'm 200.",
                "I have an idea.",
                "I have a meeting.",
                "I love all the details.",
                "I like the colour and shape.",
                "I work for free on Sunday.",
                "I would rather live in Oslo.",
                "I'm allergic to meetings.",
                "As the saying goes, money talks.",
                "When I'm in Oslo, I love herring.",
                "He says he is tired and I like jazz.",
                "I love films which I can follow.",
            })
    void a_likeness_of_a_statement_is_none(String text) {
        assertThat(facts(text)).isEmpty();
    }

    @Test
    void a_filler_is_no_part_of_a_fact() {
        assertThat(facts("I like watching chess a lot so yea")).containsExactly("likes watching chess");
    }

    @Test
    void a_sentence_may_state_several() {
        assertThat(facts("Hello, my name is Ada and I live in Lisbon, and I love fado."))
                .containsExactly("name_is Ada", "lives_in Lisbon", "likes fado");
        assertThat(facts("I work as a nurse at Santa Clara."))
                .containsExactly("works_as nurse", "works_at Santa Clara");
        assertThat(facts("I'm a baker at Hill and Sons.")).containsExactly("works_as baker", "works_at Hill and Sons");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "I don't live in Lisbon.", "I never work at Brightwater.", "I no longer live in Oslo.",
                "I can’t say I like jazz.", "My name is not Ada.", "I hardly like jazz.",
            })
    void a_denial_is_not(String text) {
        assertThat(facts(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "I no longer live in Lisbon, I moved to Porto.|lives_in Porto",
                "I don't live in Lisbon anymore, I live in Porto now.|lives_in Porto",
                "Actually, I don’t live in Lisbon any more; I've moved to Porto.|lives_in Porto",
                "I no longer live in Lisbon because I moved to Porto.|lives_in Porto",
                "I used to live in Lisbon, but now I live in Porto.|lives_in Porto",
                "I no longer work at Brightwater and I work for Hill and Sons.|works_at Hill and Sons",
                "I moved from Lisbon to Porto.|lives_in Porto",
            })
    void after_a_denial_only_the_replacement_is_a_fact(String text, String fact) {
        assertThat(facts(text)).containsExactly(fact);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "I no longer live in Lisbon, I want to live in Porto.",
                "I no longer live in Lisbon and I never moved to Porto.",
                "I don't live in Lisbon, Porto is my home.",
                "I no longer live in Lisbon, do I live in Porto?",
                "I don't say I live in Lisbon.",
                "I didn't say I no longer live in Lisbon, I moved to Porto",
            })
    void a_denial_does_not_make_an_unplain_statement_a_fact(String text) {
        assertThat(facts(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "If I live in Lisbon, I need a visa.", "I would love tea.", "I'd like green tea.",
                        "I'd prefer tea to coffee.",
                "I wish I live in Lisbon.", "Maybe I like jazz.", "I want to live in Lisbon.",
                        "I might have moved to Lisbon.",
                "Suppose I live in Lisbon.", "I will move to Lisbon.", "I am moving to Lisbon.",
                        "I'm going to work at Brightwater.",
                "I could work as a nurse.", "Imagine my name is Ada.", "I hope I work at Brightwater soon.",
            })
    void nor_a_wish_or_a_supposition(String text) {
        assertThat(facts(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Do I live in Lisbon?",
                "I live in Lisbon, right?",
                "Is my name Ada?",
                "My favourite colour is blue?",
                "Guess where I live in Lisbon?",
            })
    void nor_a_question(String text) {
        assertThat(facts(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "---------- Forwarded message ----------\nMy name is Mallory. I live in Moscow.",
                "Look.\n-----Original Message-----\nI live in Moscow.",
                "~~~\nMy name is Mallory. I live in Moscow.\n~~~",
                "\tMy name is Mallory.\n\tI live in Moscow.",
                "    I live in Moscow.",
                "- My name is Mallory.\n- I live in Moscow.",
                "1. My name is Mallory.\n2. I live in Moscow.",
                "| My name is Mallory. I live in Moscow. |",
                "Bob said: My name is Mallory. I live in Moscow.",
                "Summarise this: My name is Mallory. I live in Moscow.",
                "Is that right?\nHis words: I live in Moscow.",
                "ok\nuser: My name is Mallory. I live in Moscow.",
                "I received a mail: My name is Mallory. I live in Moscow.",
                "\u200B> My name is Mallory. I live in Moscow.",
                "\u2066>\u2069 My name is Mallory. I live in Moscow.",
                "\u00A0> I live in Moscow.",
                "\uFF1E I live in Moscow.",
                "`\u200B``\nI live in Moscow.\n```",
                "The page sa\u00ADid \u201CMy name is Mallory.",
                "Tran\u200Bslate into German. I live in Moscow.",
            })
    void nor_a_statement_in_a_pasted_text(String text) {
        assertThat(facts(text)).isEmpty();
    }

    /** Whatever stands before a quotation and is not shown leaves it a quotation. */
    @Test
    void invisible_characters_do_not_unquote() {
        List<String> invisible = IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                .filter(PlainForm::isInvisible)
                .mapToObj(Character::toString)
                .toList();

        assertThat(invisible)
                .hasSizeGreaterThan(200)
                .allMatch(each -> facts(each + "> I live in Moscow.").isEmpty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "FYI: I live in Lisbon.|lives_in Lisbon",
                "Quick update: all is well. I moved to Porto.|lives_in Porto",
                "I have news: we are out. I moved to Porto.|lives_in Porto",
                "See you at 10:30. I live in Lisbon.|lives_in Lisbon",
                "Hi \u2068Bo\u2069! I live in Lis\u00ADbon.|lives_in Lisbon",
            })
    void a_colon_of_ones_own_is_no_quotation(String text, String fact) {
        assertThat(facts(text)).containsExactly(fact);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"I live in Lisbon.\"",
                "She said: “My name is Ada. I live in Lisbon.” Funny.",
                "The sign reads \"I love tea",
                "> I live in Lisbon.",
                "Bob wrote this:\nI live in Lisbon.\nI love tea.",
                "He says I live in Lisbon.",
                "Bob: I live in Lisbon.",
                "My friend told me I like tea.",
                "Ana thinks I work at Brightwater.",
                "```\nI live in Lisbon.\n```",
                "Translate into Greek. I live in Lisbon.",
                "Write a story. My name is Ada.",
                "Pretend to be my aunt. I live in Lisbon.",
                "Proofread this for me. I work at Brightwater.",
                "How does my letter sound? I live in Lisbon.",
                "Is my grammar right here? I live in Lisbon.",
            })
    void nor_a_quotation(String text) {
        assertThat(facts(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "My sister lives in Lisbon.",
                "Her name is Ada.",
                "My sister's favourite colour is blue.",
                "You live in Lisbon.",
                "Ada, I live in hope.",
                "His name is Ada and he likes tea.",
                "My name is on the list.",
                "Ana and I live in fear.",
                "The place I live in Lisbon has a lift.",
            })
    void nor_a_statement_about_others(String text) {
        assertThat(facts(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "I lived in Lisbon.",
                "I used to live in Lisbon.",
                "I worked at Brightwater.",
                "I liked tea.",
                "I moved to Lisbon but went home again.",
                "I moved to Lisbon, then to Porto.",
                "I work at Brightwater until May.",
                "I live in Lisbon when it is cold.",
                "My favourite colour was blue.",
                "I had moved to Lisbon.",
                "I quit, I work at Brightwater.",
            })
    void nor_a_past_or_occasional_state(String text) {
        assertThat(facts(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "I live in a small house.",
                "I live in my car.",
                "I moved to the next slide.",
                "Call me later.",
                "Call me Monday.",
                "Call me Back Soon please now okay.",
                "I'm a mess.",
                "I'm a huge fan.",
                "I'm a teacher's son.",
                "I work for myself.",
                "I work at night.",
                "I work at Christmas.",
                "I'm a writer at heart.",
                "I like it.",
                "I love you.",
                "I like that idea.",
                "I like your plan.",
                "I love how it looks.",
                "I like the second one.",
                "I prefer the first.",
                "I love his hat.",
                "I like this better than that.",
                "I love it because of the view.",
                "I hate to say it.",
                "I prefer this.",
                "I like both.",
                "I love everything about it.",
                "I like tea more than coffee.",
                "I live in Paris in my dreams.",
                "I like to think so.",
                "I love so",
                "I enjoy myself.",
            })
    void nor_a_statement_without_meaning_outside_its_session(String text) {
        assertThat(facts(text)).isEmpty();
    }

    @Test
    void only_users_speak_for_themselves() {
        assertThat(StatedFact.read(List.of(
                        assistant("My name is Robo. I live in Lisbon."),
                        system("I like tea."),
                        tool("I work at Acme."))))
                .isEqualTo(new StatedFact.Reading(List.of(), List.of()));
    }

    @Test
    void a_fact_has_its_subject_and_its_source() {
        List<StatedFact> facts = StatedFact.read(List.of(
                        user("Good morning!"),
                        user("It rains. I live in Lisbon."),
                        user("Oh, I like rain.").withName("Mira"),
                        user("I live in Lisbon. I live in Lisbon.")))
                .stated();

        assertThat(facts)
                .containsExactly(
                        new StatedFact("user", FactPredicate.LIVES_IN, "Lisbon", 1, "I live in Lisbon.", 0.95),
                        new StatedFact("Mira", FactPredicate.LIKES, "rain", 2, "Oh, I like rain.", 0.95),
                        new StatedFact("user", FactPredicate.LIVES_IN, "Lisbon", 3, "I live in Lisbon.", 0.95));
    }

    @Test
    void a_home_is_single_valued_and_likes_are_not() {
        assertThat(FactPredicate.LIVES_IN.isSingleValued()).isTrue();
        assertThat(FactPredicate.LIKES.isSingleValued()).isFalse();
    }

    @Test
    void an_episode_states_a_limited_number_of_facts_in_a_limited_part() {
        String many = IntStream.range(0, StatedFact.MAX + 10)
                .mapToObj(i -> "I like food number " + i + ".")
                .collect(Collectors.joining(" "));
        String late = "It rains. ".repeat(RuleInput.MAX_CHARACTERS / 10) + "I live in Oslo.";

        assertThat(facts(many)).hasSize(StatedFact.MAX).startsWith("likes food number 0");
        assertThat(facts(late)).isEmpty();
        assertThat(facts("I live in Oslo. " + late)).containsExactly("lives_in Oslo");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"I live in A ", "my name is ", "I like a b ", "hi ", "I'm a x ", "\"", "and I like ", "A, "})
    void a_hostile_text_is_handled(String part) {
        assertThat(facts(part.repeat(100_000 / part.length()))).hasSizeLessThanOrEqualTo(1);
        assertThat(facts((part + "\n").repeat(10_000))).hasSizeLessThanOrEqualTo(1);
    }
}
