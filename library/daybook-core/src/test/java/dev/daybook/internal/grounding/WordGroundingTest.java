package dev.daybook.internal.grounding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.spi.GroundingPolicy;
import dev.daybook.spi.GroundingPolicy.Claim;
import dev.daybook.spi.GroundingPolicy.ContentKind;
import dev.daybook.spi.GroundingPolicy.MissingContent;
import dev.daybook.spi.GroundingPolicy.SourceMessage;
import dev.daybook.spi.GroundingPolicy.Verdict;
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
                "The trip starts on 12 November 2026.|NUMBER|november",
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
        assertThat(check("The user doesn't eat meat.", sources).holds())
                .isTrue();
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
        assertThat(check("The user lives in Berlin.", List.of()).holds())
                .isFalse();
    }

    @Test
    void it_can_be_switched_off() {
        assertThat(GroundingPolicy.off().check(Claim.of("Miso is a cat."), List.of()).holds())
                .isTrue();
        assertThat(GroundingPolicy.off().coverage(List.of("a", "b"), List.of()))
                .containsExactly(Verdict.HOLDS, Verdict.HOLDS);
    }

    @Test
    void a_hostile_text_is_handled() {
        for (String part : List.of("A", "Ada ", "no tea. ", "tea 1,000.1,", "tea\n", "Ada tea No. 1 ")) {
            String text = part.repeat(100_000 / part.length());

            assertThat(check(text, List.of(text)).holds()).as(part).isTrue();
        }
    }
}
