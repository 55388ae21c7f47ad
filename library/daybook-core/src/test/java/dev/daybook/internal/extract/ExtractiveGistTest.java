package dev.daybook.internal.extract;

import static dev.daybook.model.Message.assistant;
import static dev.daybook.model.Message.system;
import static dev.daybook.model.Message.tool;
import static dev.daybook.model.Message.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Message;
import dev.daybook.spi.TokenCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExtractiveGistTest {

    private static final TokenCounter WORDS = CandidateSentence::words;
    private static final int PLENTY = 10_000;
    private static final int PROMISED_FROM = 200;

    private static final List<Message> TRIP = List.of(
            user("Hi there! How are you today?"),
            assistant("Hello! I am well, thank you. What can I do for you?"),
            user(
                    "I want to plan a week in Lisbon with my sister Ines. We thought of the second week of October, because the"
                            + " flights are cheaper then. By the way, I'm allergic to peanuts, so restaurants matter."),
            assistant(
                    "October is a good month for Lisbon. The days are warm, the crowds are gone, and flights cost less."
                            + " Shall I look for a hotel near the river or in the old town?"),
            user("In the old town, please. Ines walks badly, so no steep streets and a lift in the house. We can pay"
                    + " 120 euros a night."),
            assistant(
                    "I found the Casa Verde in Baixa, which is flat. It has a lift and costs 110 euros a night. There is"
                            + " also a place in Alfama, but the streets of Alfama are steep."),
            user("Then take the Casa Verde. Can you book it from the 12th to the 19th?"),
            assistant(
                    "Done: the Casa Verde is booked from 12 to 19 October for two people. The booking number is 4471."),
            user("Great, thanks! What about food? We love fish."),
            assistant(
                    "Taberna do Rio is known for grilled fish, and they take allergies seriously. Lisbon has many fish"
                            + " restaurants, and most of them are full in the evening, so a table should be booked early."),
            user("Nice. Ines would like to hear fado one evening. Do you know a quiet fado house?"));

    @Test
    void it_keeps_the_important_sentences_and_leaves_out_the_rest() {
        ExtractiveGist gist = ExtractiveGist.of(TRIP, PLENTY, WORDS);

        assertThat(gist.text()).contains("peanuts", "Casa Verde", "12 to 19 October", "fado");
        assertThat(gist.text()).doesNotContain("How are you", "Great, thanks");
    }

    @Test
    void it_is_at_most_a_third_as_long() {
        assertThat(words(TRIP)).isGreaterThan(PROMISED_FROM);

        assertThat(WORDS.count(ExtractiveGist.of(TRIP, PLENTY, WORDS).text()))
                .isBetween(words(TRIP) / 5, words(TRIP) / 3);
    }

    @Test
    void every_sentence_is_one_of_the_session_in_its_order_after_its_speaker() {
        ExtractiveGist gist = ExtractiveGist.of(TRIP, PLENTY, WORDS);
        String all = TRIP.stream().map(Message::text).collect(Collectors.joining(" "));

        int at = 0;
        for (String line : gist.text().split("\n")) {
            assertThat(line).matches("(?:User|Assistant): .+");
            for (String sentence : SentenceSplitter.of(line.substring(line.indexOf(": ") + 2))) {
                assertThat(all.indexOf(sentence)).as(sentence).isGreaterThanOrEqualTo(at);
                at = all.indexOf(sentence);
            }
        }
    }

    @Test
    void it_lists_the_messages_it_covers() {
        ExtractiveGist gist = ExtractiveGist.of(TRIP, PLENTY, WORDS);

        assertThat(gist.covered())
                .isSorted()
                .doesNotHaveDuplicates()
                .contains(2)
                .doesNotContain(0, 1);
        for (int covered : gist.covered()) {
            assertThat(SentenceSplitter.of(TRIP.get(covered).text())).anyMatch(gist.text()::contains);
        }
    }

    @Test
    void speakers_are_labelled_by_their_names() {
        ExtractiveGist gist = ExtractiveGist.of(
                List.of(
                        user("I sold the red boat to a fisherman.").withName("Mira"),
                        user("I keep seven hens behind the school.").withName("Tomas: of\nthe  hill")),
                PLENTY,
                WORDS);

        assertThat(gist.text())
                .isEqualTo("Mira: I sold the red boat to a fisherman.\n"
                        + "Tomas of the hill: I keep seven hens behind the school.");
    }

    @Test
    void the_most_frequent_name_is_kept_even_without_another_bonus() {
        List<Message> messages = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            messages.add(user("I plant " + (i + 20) + " tulips and roses in my north garden."));
        }
        for (String errand : List.of("rope", "lamps", "bread")) {
            messages.add(assistant("Did Zoltan bring " + errand + "?"));
            messages.add(user("Yes."));
        }

        assertThat(ExtractiveGist.of(messages, 24, WORDS).text()).contains("Zoltan");
    }

    @Test
    void repetitions_are_dropped_but_a_negation_and_a_number_are_news() {
        ExtractiveGist gist = ExtractiveGist.of(
                List.of(
                        user("I keep my bicycle in the blue shed."),
                        user("My bicycle, I keep it in the blue shed!"),
                        user("I do not keep my bicycle in the blue shed."),
                        user("I keep my 2 bicycles in the blue shed.")),
                PLENTY,
                WORDS);

        assertThat(gist.covered()).containsExactly(2, 3);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 5, 9, 20, 50, 200})
    void the_token_budget_holds_for_any_counter(int budget) {
        TokenCounter characters = String::length;
        TokenCounter dearTogether = text -> CandidateSentence.words(text) * CandidateSentence.words(text);

        for (TokenCounter counter : List.of(WORDS, characters, dearTogether)) {
            String text = ExtractiveGist.of(TRIP, budget, counter).text();

            assertThat(counter.count(text)).isLessThanOrEqualTo(budget);
        }
        assertThat(ExtractiveGist.of(TRIP, budget, WORDS).text().isEmpty()).isEqualTo(budget == 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ok", "It is what it is.", "Who?", "你好", "7"})
    void a_session_with_little_content_still_has_a_gist(String text) {
        assertThat(ExtractiveGist.of(List.of(user(text)), PLENTY, WORDS).text()).isEqualTo("User: " + text);
    }

    @Test
    void a_session_without_a_word_has_an_empty_gist() {
        assertThat(ExtractiveGist.of(List.of(), PLENTY, WORDS)).isEqualTo(new ExtractiveGist("", List.of(), false));
        assertThat(ExtractiveGist.of(List.of(user("  "), user("?!")), PLENTY, WORDS)
                        .text())
                .isEmpty();
    }

    @Test
    void system_and_tools_count_only_without_other_speakers() {
        Message rules = system("Answer the customer in short and friendly sentences.");
        Message result = tool("Weather report: 21 degrees and sunny in Faro.");

        assertThat(ExtractiveGist.of(List.of(rules, user("I fly to Faro."), result), PLENTY, WORDS)
                        .text())
                .isEqualTo("User: I fly to Faro.");
        assertThat(ExtractiveGist.of(List.of(rules, result), PLENTY, WORDS).text())
                .contains("Faro");
    }

    @Test
    void an_earlier_gist_competes_with_the_turns_since() {
        ExtractiveGist earlier = ExtractiveGist.of(TRIP, PLENTY, WORDS);
        List<Message> since = List.of(
                assistant("The Clube de Fado in Alfama is quiet, but the street is steep."),
                user("Then I will ask my cousin Rui for a house in Baixa. I also bought tickets for the aquarium on the"
                        + " 14th, at 18 euros each."),
                assistant("Noted. Thanks!"));

        ExtractiveGist gist = ExtractiveGist.rolling(earlier.text(), since, PLENTY, WORDS);

        assertThat(gist.keepsEarlier()).isTrue();
        assertThat(gist.text()).contains("User: ", "peanuts", "Rui").doesNotContain("User: User:", "Noted");
        assertThat(gist.text().indexOf("peanuts")).isLessThan(gist.text().indexOf("Rui"));
        assertThat(gist.covered()).contains(1).doesNotContain(2);
        assertThat(WORDS.count(gist.text())).isLessThanOrEqualTo((words(TRIP) + words(since)) / 3);
    }

    @Test
    void a_gist_made_step_by_step_is_no_longer_than_one_made_at_once() {
        for (int step = 1; step <= 4; step++) {
            String gist = "";
            for (int from = 0; from < TRIP.size(); from += step) {
                gist = ExtractiveGist.rolling(
                                gist, TRIP.subList(from, Math.min(TRIP.size(), from + step)), PLENTY, WORDS)
                        .text();
            }

            assertThat(WORDS.count(gist)).as("steps of " + step).isBetween(30, words(TRIP) / 3);
        }
    }

    @Test
    void a_short_session_kept_in_full_is_shortened_when_it_grows() {
        String told = "I keep red hens, white ducks and grey geese in the yard behind the mill.";
        List<Message> since = new ArrayList<>();
        for (int i = 10; i < 32; i++) {
            since.add(user("I found " + i + " keys near pier " + (i + 50) + " today."));
        }
        String earlier = "User: " + told + " " + told.replace("hens", "cats").replace("ducks", "dogs");

        String gist = ExtractiveGist.rolling(earlier, since, PLENTY, WORDS).text();

        assertThat(WORDS.count(earlier) + words(since)).isGreaterThan(PROMISED_FROM);
        assertThat(WORDS.count(gist)).isLessThanOrEqualTo((WORDS.count(earlier) + words(since)) / 3);
    }

    @Test
    void a_redundant_turn_leaves_the_gist_unchanged() {
        String earlier = "User: I moved to Lisbon in May.\nAssistant: The Casa Verde is booked.";

        assertThat(ExtractiveGist.rolling(earlier, List.of(), PLENTY, WORDS))
                .isEqualTo(new ExtractiveGist(earlier, List.of(), true));
    }

    @Test
    void a_line_that_only_looks_like_a_speakers_stays_as_it_is() {
        String earlier = "the user told him: go to Faro. He went by train.";

        assertThat(ExtractiveGist.rolling(earlier, List.of(), PLENTY, WORDS).text())
                .isEqualTo(earlier);
    }

    @Test
    void a_digest_keeps_the_best_of_several_summaries() {
        List<String> summaries = List.of(
                "- Ada moved to Lisbon in May.\n- She talked about the weather for a while.",
                "Ada moved to Lisbon in May. Ada found work as a nurse at the Santa Clara clinic.",
                "Ada asked for 3 recipes with fish.");

        ExtractiveGist digest = ExtractiveGist.digest(summaries, 25, WORDS);

        assertThat(digest.text())
                .containsOnlyOnce("Ada moved to Lisbon in May.")
                .contains("Santa Clara");
        assertThat(digest.covered()).contains(0, 1);
        assertThat(WORDS.count(digest.text())).isLessThanOrEqualTo(25);
        assertThat(digest.keepsEarlier()).isFalse();
    }

    /** Checks the guarantees of the class on a hundred sessions of random words. */
    @Test
    void the_guarantees_hold_for_any_session() {
        int promised = 0;
        for (int seed = 0; seed < 100; seed++) {
            List<Message> messages = randomConversation(new Random(seed));
            String gist = ExtractiveGist.of(messages, PLENTY, WORDS).text();

            assertThat(gist).as("seed " + seed).isNotEmpty();
            assertThat(gist)
                    .isEqualTo(ExtractiveGist.of(messages, PLENTY, WORDS).text());
            if (words(messages) >= PROMISED_FROM) {
                promised++;
                assertThat(WORDS.count(gist)).as("seed " + seed).isLessThanOrEqualTo(words(messages) / 3);
                assertThat(gist).as("seed " + seed).contains("Quillon");
            }
        }
        assertThat(promised).isGreaterThan(40);
    }

    private static List<Message> randomConversation(Random random) {
        List<Message> messages = new ArrayList<>();
        int turns = 1 + random.nextInt(20);
        for (int i = 0; i < turns; i++) {
            StringBuilder text = new StringBuilder();
            int words = 1 + random.nextInt(60);
            for (int w = 0; w < words; w++) {
                String word = "w" + Integer.toString(random.nextInt(300), 36);
                text.append(w == 0 ? word.toUpperCase(Locale.ROOT) : word);
                text.append(random.nextInt(12) == 0 ? ". " : " ");
            }
            text.append("said Quillon.");
            Message message = random.nextBoolean() ? user(text.toString()) : assistant(text.toString());
            messages.add(random.nextInt(4) == 0 ? message.withName("Speaker of a Very Long Name " + i) : message);
        }
        return messages;
    }

    @Test
    void a_hostile_text_is_handled() {
        for (String part : List.of("a", "A b. ", "same words here. ", "1.")) {
            String text = part.repeat(100_000 / part.length());
            List<Message> messages = List.of(user(text));

            assertThat(WORDS.count(ExtractiveGist.of(messages, 100, WORDS).text()))
                    .isLessThanOrEqualTo(100);
        }
    }

    @Test
    void a_gist_is_chosen_from_the_part_of_a_text_that_rules_read() {
        String early = "Ada moved to Lisbon in May. It rains. ";
        String late = "It rains. ".repeat(RuleInput.MAX_CHARACTERS / 10) + "Ben bought a violin in Cremona.";

        assertThat(ExtractiveGist.of(List.of(user(early + late)), 100, WORDS).text())
                .contains("Lisbon")
                .doesNotContain("Cremona");
        assertThat(ExtractiveGist.digest(List.of(early + late), 100, WORDS).text())
                .contains("Lisbon")
                .doesNotContain("Cremona");
    }

    private static int words(List<Message> messages) {
        return messages.stream()
                .mapToInt(message -> WORDS.count(message.text()))
                .sum();
    }
}
