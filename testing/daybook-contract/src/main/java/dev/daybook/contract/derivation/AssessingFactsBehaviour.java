package dev.daybook.contract.derivation;

import static dev.daybook.contract.MemoryContract.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.error.ForgottenTextException;
import dev.daybook.error.RefusedTextException;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.GroundingClass;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.MessageRef;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.Origin;
import dev.daybook.model.Statement;
import dev.daybook.model.StatementKind;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import dev.daybook.outcome.FactAssessment.Effect;
import dev.daybook.outcome.FactAssessment.EffectKind;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Selection;
import dev.daybook.query.SpaceSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Assessing a text before it is written: what it would repeat, refine, end or contradict. */
public abstract class AssessingFactsBehaviour {

    private final MemoryContract contract;

    protected AssessingFactsBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private Memory ada() {
        return contract.ada();
    }

    private static NewEpisode said(String text) {
        return NewEpisode.of(Message.user(text));
    }

    private List<Effect> assess(NewEpisode episode) {
        return ada().facts().assess(episode).effects();
    }

    private Fact derived(String text) {
        ada().remember(said(text).occurredAt(NOON.minusDays(9)));
        ada().consolidate();
        return only();
    }

    private Fact only() {
        List<Fact> facts = ada().facts().list(FactQuery.all());
        assertThat(facts).hasSize(1);
        return facts.get(0);
    }

    private Fact stated(String sentence) {
        EntryRef episode = new EntryRef(ada().scope(), Kind.EPISODE, "e1");
        ada().facts()
                .remember(NewFact.of("Ada", "states", "crossed the frozen lake on skis")
                        .singleValued(false)
                        .validFrom(NOON.minusDays(9))
                        .method(SummaryMethod.MODEL)
                        .sources(List.of(episode))
                        .statement(new Statement(
                                sentence,
                                "Ada",
                                StatementKind.STATE,
                                false,
                                List.of(new MessageRef(episode, 0)),
                                GroundingClass.SAID,
                                null)));
        return only();
    }

    @ParameterizedTest
    @CsvSource({
        "I live in Oslo., REPEATS, lives_in, Oslo",
        "I live in Porto., ENDS, lives_in, Porto",
        "I no longer live in Oslo., ENDS, lives_in, Oslo"
    })
    void a_text_says_what_it_does_to_the_fact_of_its_relation(
            String text, EffectKind kind, String predicate, String object) {
        Fact home = derived("I live in Oslo.");

        assertThat(assess(said(text))).singleElement().satisfies(effect -> {
            NewFact read = Objects.requireNonNull(effect.stated());
            assertThat(effect.kind()).isEqualTo(kind);
            assertThat(effect.text()).isEqualTo(text);
            assertThat(effect.present()).isEqualTo(home);
            assertThat(List.of(read.subject(), read.predicate(), read.object()))
                    .containsExactly("user", predicate, object);
            assertThat(read.trust()).isEqualTo(Trust.USER);
            assertThat(read.validFrom()).isEqualTo(NOON);
            assertThat(read.validUntil()).isEqualTo(text.contains("no longer") ? NOON : null);
            assertThat(read.sources()).isEmpty();
        });
    }

    @Test
    void what_meets_no_fact_is_new_and_a_text_without_facts_has_no_effects() {
        derived("I live in Oslo.");

        assertThat(assess(said("I work at Nokia. The weather is fine today.")))
                .singleElement()
                .satisfies(effect -> {
                    assertThat(effect.kind()).isEqualTo(EffectKind.NEW);
                    assertThat(effect.text()).isEqualTo("I work at Nokia.");
                    assertThat(effect.present()).isNull();
                });
        assertThat(assess(said("The weather is fine today."))).isEmpty();
        assertThat(assess(NewEpisode.of(Message.assistant("I live in Porto.")))).isEmpty();
    }

    @Test
    void a_text_of_less_trust_ends_nothing_and_contradicts() {
        Fact home = derived("I live in Oslo.");
        NewEpisode page = said("I live in Porto.").origin(new Origin(Origin.Source.TOOL, "page"));

        assertThat(assess(page)).singleElement().satisfies(effect -> {
            assertThat(effect.kind()).isEqualTo(EffectKind.CONTRADICTS);
            assertThat(effect.present()).isEqualTo(home);
            assertThat(Objects.requireNonNull(effect.stated()).trust()).isEqualTo(Trust.TOOL);
        });
        assertThat(assess(said("I no longer live in Oslo.").origin(new Origin(Origin.Source.TOOL, "page"))))
                .extracting(Effect::kind)
                .containsExactly(EffectKind.CONTRADICTS);
    }

    @Test
    void a_late_text_is_history_before_the_fact_that_holds_now() {
        derived("I live in Oslo.");

        assertThat(assess(said("I live in Porto.").occurredAt(NOON.minusDays(30))))
                .extracting(Effect::kind)
                .containsExactly(EffectKind.NEW);
    }

    @Test
    void a_fact_is_assessed_by_its_relation() {
        ada().facts().remember(NewFact.of("Ada", "drinks", "tea").validFrom(NOON.minusDays(9)));

        Map<NewFact, EffectKind> expected = Map.of(
                NewFact.of("Ada", "drinks", "coffee"), EffectKind.ENDS,
                NewFact.of("Ada", "drinks", "tea").singleValued(false), EffectKind.REPEATS,
                NewFact.of("Ada", "drinks", "green tea").singleValued(false), EffectKind.REFINES,
                NewFact.of("Ada", "drinks", "tea").singleValued(false).validUntil(NOON.plusDays(1)), EffectKind.REFINES,
                NewFact.of("Ada", "drinks", "coffee").origin(Origin.ASSISTANT), EffectKind.CONTRADICTS,
                NewFact.of("Ada", "drinks", "coffee").singleValued(false), EffectKind.NEW,
                NewFact.of("Ben", "drinks", "coffee"), EffectKind.NEW);

        expected.forEach((fact, kind) -> assertThat(ada().facts().assess(fact).effects())
                .as(fact.toString())
                .extracting(Effect::kind)
                .containsExactly(kind));
    }

    @ParameterizedTest
    @CsvSource({
        "I crossed the frozen lake on skis., REPEATS",
        "I crossed the frozen lake on skis with two neighbours., REFINES",
        "I never crossed the frozen lake on skis., CONTRADICTS"
    })
    void a_sentence_is_compared_with_a_statement_by_its_words(String text, EffectKind kind) {
        Fact crossing = stated("Ada crossed the frozen lake on skis.");

        assertThat(assess(NewEpisode.of(Message.user(text).withName("Ada"))))
                .containsExactly(new Effect(kind, text, null, crossing));
    }

    @ParameterizedTest
    @CsvSource({
        "Ben, I crossed the frozen lake on skis.",
        "Ada, I painted the garden shed in green.",
        "Ada, Who crossed the frozen lake?"
    })
    void a_sentence_about_something_or_somebody_else_meets_no_statement(String speaker, String text) {
        stated("Ada crossed the frozen lake on skis.");

        assertThat(assess(NewEpisode.of(Message.user(text).withName(speaker)))).isEmpty();
    }

    @Test
    void a_statement_that_has_ended_is_not_met() {
        Fact crossing = stated("Ada crossed the frozen lake on skis.");
        ada().facts().end(crossing.id(), NOON.minusDays(1));

        assertThat(assess(NewEpisode.of(
                        Message.user("I crossed the frozen lake on skis.").withName("Ada"))))
                .isEmpty();
    }

    @Test
    void an_assessment_writes_nothing() {
        Fact home = derived("I live in Oslo.");
        long revision = ada().remember(said("Good morning.")).revision();
        List<String> before = ada().archive().exportLines().toList();

        assess(said("I live in Porto."));
        assess(said("I live in Porto.").id("e9").session("s9"));
        ada().facts().assess(NewFact.of("user", "lives_in", "Porto").id(home.id()));

        assertThat(ada().archive().exportLines().toList().subList(1, before.size()))
                .isEqualTo(before.subList(1, before.size()));
        assertThat(ada().sessions()).isEmpty();
        assertThat(ada().remember(said("Good night.")).revision()).isEqualTo(revision + 1);
    }

    @Test
    void a_text_that_a_write_would_refuse_is_refused() {
        String secret = "My password is hunter2-xyzzy-99";
        contract.daybook().space("default").changeSettings(settings -> settings.secrets(SpaceSettings.Secrets.REJECT));

        assertThatExceptionOfType(RefusedTextException.class).isThrownBy(() -> assess(said(secret)));
        assertThatExceptionOfType(RefusedTextException.class)
                .isThrownBy(() -> ada().facts().assess(NewFact.of("Ada", "says", secret)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> assess(said("I live in Oslo.").metadata(Map.of(NewEpisode.RESERVED + "x", 1))));
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        ada().facts().assess(NewFact.of("Ada", "drinks", "tea").validUntil(NOON.minusDays(1))));
    }

    @Test
    void a_forgotten_text_is_refused_where_the_space_refuses_it() {
        contract.daybook().space("default").changeSettings(settings -> settings.refuseForgotten(true));
        ada().remember(said("I live in Oslo.").id("e1"));
        ada().operations().await(ada().forget(Selection.episode("e1")), Duration.ofMinutes(1));

        assertThatExceptionOfType(ForgottenTextException.class).isThrownBy(() -> assess(said("I live in Oslo.")));
    }
}
