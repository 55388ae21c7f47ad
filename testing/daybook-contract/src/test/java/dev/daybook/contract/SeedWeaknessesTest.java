package dev.daybook.contract;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.by;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.DaybookBuilder;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.contract.recall.WatchedEmbedder;
import dev.daybook.error.EmbedderException;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Embedding;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.NewSummary;
import dev.daybook.model.Note;
import dev.daybook.model.Space;
import dev.daybook.model.Summary;
import dev.daybook.outcome.Context;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.Receipt.Progress;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.query.SpaceSettings;
import dev.daybook.spi.Embedder;
import dev.daybook.testkit.HashEmbedder;
import dev.daybook.testkit.ScriptedModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Weaknesses of the earlier memories that no other test covers. */
class SeedWeaknessesTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    private static Memory ada(Embedder embedder) {
        return Daybook.builder(new InMemoryStore()).embedder(embedder).open().user("ada");
    }

    /** Gives the vectors of a function, and keeps how many texts it was asked for in each call. */
    private record Custom(Function<List<String>, List<Embedding>> vectors, List<Integer> asked) implements Embedder {

        static Custom of(Function<String, Embedding> vector) {
            return new Custom(texts -> texts.stream().map(vector).toList(), new ArrayList<>());
        }

        @Override
        public String name() {
            return "custom";
        }

        @Override
        public int dimensions() {
            return 2;
        }

        @Override
        public List<Embedding> embedQueries(List<String> texts) {
            return vectors.apply(texts);
        }

        @Override
        public synchronized List<Embedding> embedDocuments(List<String> texts) {
            asked.add(texts.size());
            return vectors.apply(texts);
        }
    }

    /** The faults of an embedder at a query. */
    enum Fault {
        TOO_NARROW("gave a vector of 1 dimensions", texts -> List.of(Embedding.of(1))),
        TOO_WIDE("gave a vector of 3 dimensions", texts -> List.of(Embedding.of(1, 2, 3))),
        TOO_MANY("gave 2 vectors for 1 texts", texts -> List.of(Embedding.of(1, 2), Embedding.of(1, 2))),
        NONE("gave 0 vectors for 1 texts", texts -> List.of()),
        NULL("gave null for 1 texts", texts -> null),
        HOLE("gave null as vector 0", texts -> Collections.singletonList(null)),
        NO_LIBRARY("lacks a library (java.lang.UnsatisfiedLinkError: libheron.so)", texts -> {
            throw new UnsatisfiedLinkError("libheron.so");
        });

        private final String message;
        private final Function<List<String>, List<Embedding>> vectors;

        Fault(String message, Function<List<String>, List<Embedding>> vectors) {
            this.message = message;
            this.vectors = vectors;
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_embedder_that_answers_a_question_in_another_shape_is_named_and_harms_nothing(Fault fault) {
        Custom embedder = new Custom(
                texts -> texts.contains("odd?")
                        ? fault.vectors.apply(texts)
                        : texts.stream().map(text -> Embedding.of(1, 0)).toList(),
                new ArrayList<>());
        Memory ada = ada(embedder);
        ada.operations().await(ada.remember(said("e1", "heron")), SOON);

        assertThatThrownBy(() -> ada.recall(by(By.MEANING, "odd?")))
                .isInstanceOf(EmbedderException.class)
                .hasMessageContaining("embedder custom " + fault.message);
        assertThat(ids(ada.recall("odd? heron"))).as("the words are there").containsExactly("e1");
        assertThat(ids(ada.recall(by(By.MEANING, "heron?")))).containsExactly("e1");
    }

    @ParameterizedTest
    @EnumSource
    void an_embedder_in_another_shape_fails_each_semantic_search_and_tells_its_cause(Fault fault) {
        AtomicBoolean odd = new AtomicBoolean();
        Custom embedder = new Custom(
                texts -> odd.get()
                        ? fault.vectors.apply(texts)
                        : texts.stream().map(text -> Embedding.of(1, 0)).toList(),
                new ArrayList<>());
        LocalDaybook daybook =
                Daybook.builder(new InMemoryStore()).embedder(embedder).open();
        Memory ada = daybook.user("ada");
        ada.operations().await(ada.notes().remember(List.of("a heron")).orElseThrow(), SOON);
        ada.operations().await(ada.facts().remember(NewFact.of("ada", "likes", "herons")), SOON);
        assertThat(daybook.maintenance().backlogStatus().embedderFailure()).isEmpty();
        odd.set(true);

        assertThatThrownBy(() -> ada.notes().recall("heron", 3))
                .isInstanceOf(EmbedderException.class)
                .hasMessageContaining(fault.message);
        assertThatThrownBy(() -> ada.facts().recall("heron", 3))
                .isInstanceOf(EmbedderException.class)
                .hasMessageContaining(fault.message);
        assertThat(daybook.maintenance().backlogStatus().embedderFailure().orElseThrow())
                .contains(fault.message);
        assertThat(daybook.maintenance().check(false).findings())
                .anySatisfy(finding -> assertThat(finding.detail()).contains(fault.message));
        odd.set(false);
        assertThat(ada.notes().recall("a heron", 3)).hasSize(1);
        assertThat(daybook.maintenance().backlogStatus().embedderFailure()).isEmpty();
    }

    @Test
    void a_failure_at_every_text_is_reported_with_its_cause_and_one_at_a_question_without_it() {
        AtomicBoolean broken = new AtomicBoolean(true);
        Custom embedder = Custom.of(text -> {
            if (broken.get() || text.contains("secret")) {
                throw new IllegalStateException(broken.get() ? "no model file" : "cannot read: " + text);
            }
            return Embedding.of(1, 0);
        });
        LocalDaybook daybook =
                Daybook.builder(new InMemoryStore()).embedder(embedder).open();
        Memory ada = daybook.user("ada");
        Receipt receipt = ada.remember(said("e1", "heron"));

        assertThatThrownBy(() -> ada.recall(by(By.MEANING, "my secret")))
                .isInstanceOf(EmbedderException.class)
                .hasMessageContaining("no model file")
                .hasMessageNotContaining("secret");
        assertThat(daybook.maintenance().backlogStatus().embedderFailure().orElseThrow())
                .contains("no model file");
        broken.set(false);
        assertThat(ada.operations().await(receipt, SOON).vector()).isEqualTo(Progress.DONE);
        assertThatThrownBy(() -> ada.recall(by(By.MEANING, "my secret"))).isInstanceOf(IllegalStateException.class);
        assertThat(daybook.maintenance().backlogStatus().embedderFailure()).isEmpty();
    }

    @Test
    void an_embedder_is_never_given_a_blank_document() {
        List<String> given = Collections.synchronizedList(new ArrayList<>());
        Memory ada = ada(Custom.of(text -> {
            if (text.isBlank()) {
                throw new IllegalArgumentException("input cannot be an empty string");
            }
            given.add(text);
            return Embedding.of(1, 0);
        }));
        List<Receipt> receipts = ada.remember(List.of(
                NewEpisode.of(Message.user("heron"), Message.assistant("")).id("asked"),
                NewEpisode.of(Message.user(" \n"), Message.assistant("kestrel")).id("answered"),
                NewEpisode.of(Message.user(""), Message.assistant("")).id("nothing")));

        receipts.forEach(receipt ->
                assertThat(ada.operations().await(receipt, SOON).vector()).isEqualTo(Progress.DONE));
        assertThat(given).containsExactlyInAnyOrder("heron", " \n\nkestrel", "kestrel", "user: \nassistant: ");
        assertThat(ada.recall(by(By.MEANING, "heron"))).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({"custom, 0, says that it has 0 dimensions", "custom, -1, says that it has -1", "' ', 3, name is blank"})
    void an_embedder_without_a_width_or_a_name_is_refused_when_it_is_opened(String name, int width, String message) {
        Embedder odd = new Embedder() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public int dimensions() {
                return width;
            }

            @Override
            public List<Embedding> embedQueries(List<String> texts) {
                return List.of();
            }

            @Override
            public List<Embedding> embedDocuments(List<String> texts) {
                return List.of();
            }
        };

        assertThatIllegalArgumentException().isThrownBy(() -> ada(odd)).withMessageContaining(message);
        DaybookBuilder previous = Daybook.builder(new InMemoryStore())
                .embedder(new HashEmbedder(2))
                .previousEmbedder(odd);
        assertThatIllegalArgumentException().isThrownBy(previous::open).withMessageContaining(message);
    }

    @Test
    void one_vector_of_another_width_breaks_no_search() {
        Memory ada = ada(Custom.of(text -> text.contains("odd") ? Embedding.of(1, 2, 3) : Embedding.of(1, 0)));
        Receipt odd = ada.remember(said("odd", "an odd one"));
        ada.operations().await(ada.remember(said("e1", "heron")), SOON);

        assertThat(ids(ada.recall(by(By.MEANING, "heron")))).containsExactly("e1");
        assertThat(ids(ada.recall(by(By.WORDS, "odd")))).containsExactly("odd");
        assertThat(ada.operations().await(odd, Duration.ZERO).vector()).isNotEqualTo(Progress.OFF);
    }

    @Test
    void equal_cosines_go_newest_first_and_a_vector_of_zeros_has_the_score_0() {
        Memory ada = ada(Custom.of(text -> Embedding.of(1, 0)));
        ada.remember(said("middle", "s", NOON.plusMinutes(1), "x").embedding(Embedding.of(3, 0)));
        ada.remember(said("last", "s", NOON.plusMinutes(2), "x").embedding(Embedding.of(1, 0)));
        ada.remember(said("first", "s", NOON, "x").embedding(Embedding.of(2, 0)));
        ada.remember(said("zeros", "s", NOON, "x").embedding(Embedding.of(0, 0)));
        ada.remember(said("against", "s", NOON, "x").embedding(Embedding.of(-1, 0)));

        List<Hit> hits = ada.recall(by(By.MEANING, "question"));
        assertThat(ids(hits)).containsExactly("last", "middle", "first", "zeros", "against");
        assertThat(hits).extracting(Hit::score).containsExactly(1.0, 1.0, 1.0, 0.0, -1.0);
    }

    @Test
    void returned_values_are_copies_and_their_changes_have_no_effect() {
        Memory ada = ada(new HashEmbedder(2));
        float[] numbers = {1, 0};
        ada.remember(said("e1", "s1", NOON, "heron").embedding(Embedding.of(numbers)));
        numbers[0] = 7;
        ada.facts().remember(NewFact.of("ada", "likes", "tea"));
        ada.blocks().remember("persona", "calm");
        Episode before = ada.find(Episode.class, "e1").orElseThrow();
        Embedding vector = Optional.ofNullable(before.embedding()).orElseThrow();
        vector.toArray()[0] = 7;

        assertThat(vector.get(0)).isEqualTo(1);
        List<List<?>> lists = List.of(
                before.messages(),
                before.toolCalls(),
                ada.recall(by(By.TEXT, "heron")),
                ada.session("s1").turns(5),
                ada.facts().list(FactQuery.all()),
                ada.blocks().list());
        for (List<?> list : lists) {
            try {
                list.clear();
            } catch (UnsupportedOperationException refused) {
                // Just as well.
            }
        }
        assertThatThrownBy(() -> before.metadata().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThat(ada.find(Episode.class, "e1")).contains(before);
        assertThat(ada.recall(by(By.TEXT, "heron"))).hasSize(1);
        assertThat(ada.session("s1").turns(5)).hasSize(1);
        assertThat(ada.facts().list(FactQuery.all())).hasSize(1);
        assertThat(ada.blocks().list()).hasSize(1);
    }

    @Test
    void facts_of_one_batch_are_embedded_together() {
        Custom embedder = Custom.of(text -> Embedding.of(text.length(), 1));
        Memory ada = ada(embedder);
        List<Receipt> receipts = ada.facts()
                .remember(IntStream.range(0, 20)
                        .mapToObj(i -> NewFact.of("ada", "saw", "bird " + i).singleValued(false))
                        .toList());

        receipts.forEach(receipt ->
                assertThat(ada.operations().await(receipt, SOON).vector()).isEqualTo(Progress.DONE));
        assertThat(embedder.asked()).containsExactly(20);
    }

    @Test
    void a_session_may_have_an_empty_name_and_keeps_its_name_in_a_write_without_one() {
        Memory ada = ada(new HashEmbedder(2));

        assertThat(ada.session("s1").change(options -> options.name("")).name()).isEmpty();
        assertThat(ada.session("s1").change(options -> options.name("Boats")).name())
                .isEqualTo("Boats");
        assertThat(ada.session("s1").change(options -> options).name()).isEqualTo("Boats");
        assertThat(ada.session("s1").change(options -> options.name("")).name()).isEmpty();
    }

    @Test
    void a_context_is_ordered_from_pinned_blocks_to_the_latest_turns() {
        Memory ada = Daybook.builder(new InMemoryStore()).noEmbedder().open().user("ada");
        ada.remember(said("e1", "then", NOON, "The heron stood by the pond."));
        ada.remember(said("e2", "now", NOON.plusHours(1), "What did the heron do?"));
        ada.session("then").rememberSummary("They saw a heron.", 1);
        ada.session("now").rememberSummary("They ask about a heron.", 2);
        ada.facts().remember(NewFact.of("ada", "watches", "the heron"));
        ada.blocks().remember("persona", "Speak of herons.");

        Context context = ada.session("now").context("the heron");

        assertThat(context.sections())
                .extracting(Context.Section::name)
                .containsExactly("blocks", "facts", "gists", "details", "session");
        assertThat(context.text())
                .containsSubsequence(
                        "Speak of herons.",
                        "ada watches the heron",
                        "They saw a heron.",
                        "The heron stood by the pond.",
                        "What did the heron do?")
                .doesNotContain("They ask about a heron.");
    }

    @Test
    void the_bank_is_in_the_context_of_every_user_of_its_space_while_it_is_on() {
        Daybook daybook = Daybook.builder(new InMemoryStore()).noEmbedder().open();
        daybook.space("default")
                .bank()
                .remember(NewSummary.of(Summary.Level.DAY, "- The build server moved.")
                        .period("2026-03-03")
                        .lastSourceAt(NOON.minusDays(1)));
        ContextOptions roomy = ContextOptions.defaults().maxTokens(10_000);
        assertThat(daybook.user("ada").session("s1").context("Where?", roomy).text())
                .isEmpty();

        daybook.space("default").settings(SpaceSettings.DEFAULTS.bank(SpaceSettings.Bank.OFF.enabled(true)));
        for (Memory memory : List.of(
                daybook.user("ada"),
                daybook.user("bob"),
                daybook.space(Space.DEFAULT.id()).anonymous())) {
            assertThat(memory.session("s1").context("Where?", roomy).text())
                    .contains("(2026-03-03) - The build server moved.");
        }
        assertThat(daybook.space("other")
                        .user("ada")
                        .session("s1")
                        .context("Where?", roomy)
                        .text())
                .isEmpty();
    }

    @Test
    void reading_asks_no_model() {
        ScriptedModel model = ScriptedModel.answering();
        Daybook daybook = Daybook.builder(new InMemoryStore())
                .embedder(new HashEmbedder(8))
                .languageModel(model)
                .background(false)
                .open();
        Memory ada = daybook.user("ada");
        ada.remember(said("e1", "s1", NOON, "The heron stood by the pond."));
        ada.notes().remember(List.of("Herons fish at dawn."));

        for (By by : By.values()) {
            ada.recall(by(by, "heron"));
        }
        ada.session("s1").context("heron");
        ada.notes().recall("heron", 5);
        ada.notes().latest(0, 5);
        ada.blocks().core();
        ada.facts().recall("heron", 5);
        ada.session("s1").summary();
        ada.session("s1").turns(5);
        ada.archive().profile();
        assertThat(ada.archive().exportAll()).isNotEmpty();
        daybook.space("default").bank().preview();

        assertThat(model.requests()).isEmpty();
    }

    @Test
    void a_fact_that_the_embedder_has_not_come_to_is_found_by_its_words() {
        WatchedEmbedder embedder = new WatchedEmbedder(8);
        Memory ada = ada(embedder);
        Receipt known = ada.facts().remember(NewFact.of("ada", "likes", "coffee"));
        assertThat(ada.operations().await(known, SOON).vector()).isEqualTo(Progress.DONE);
        embedder.away(true);
        Receipt tea = ada.facts().remember(NewFact.of("ada", "drinks", "tea"));
        assertThat(ada.operations().await(tea, Duration.ZERO).vector()).isEqualTo(Progress.PENDING);

        assertThat(ada.facts().recall("which tea?", 5)).extracting(Fact::object).containsExactly("tea", "coffee");
        assertThat(ada.facts().recall("which tea?", 1)).extracting(Fact::object).containsExactly("tea");
        assertThat(ada.facts().recall("what is", 5)).extracting(Fact::object).containsExactly("coffee", "tea");
    }

    @Test
    void a_note_that_the_embedder_has_not_come_to_is_found_by_its_words() {
        WatchedEmbedder embedder = new WatchedEmbedder(8);
        Memory ada = ada(embedder);
        Receipt known = ada.notes().remember(List.of("Ada likes coffee.")).orElseThrow();
        assertThat(ada.operations().await(known, SOON).vector()).isEqualTo(Progress.DONE);
        Note coffee = ada.notes().list().get(0);
        Receipt note = new Receipt(
                coffee.id(),
                coffee.position(),
                coffee.revision(),
                true,
                known.words(),
                Progress.PENDING,
                Progress.DONE);
        assertThat(ada.operations().await(note, SOON).vector()).isEqualTo(Progress.DONE);
        embedder.away(true);
        ada.notes().remember(List.of("Ada drinks tea."));

        assertThat(ada.notes().recall("which tea?", 5))
                .extracting(Hit::text)
                .containsExactly("Ada drinks tea.", "Ada likes coffee.");
        assertThat(ada.notes().recall("which tea?", 1)).extracting(Hit::text).containsExactly("Ada drinks tea.");
        assertThat(ada.notes().recall("piano", 5)).extracting(Hit::text).containsExactly("Ada likes coffee.");
    }

    @Test
    void an_embedder_that_fails_at_a_query_fails_semantic_search_and_leaves_keyword_search() {
        WatchedEmbedder embedder = new WatchedEmbedder(8);
        Memory ada = ada(embedder);
        ada.notes().remember(List.of("Ada drinks tea.", "Ada likes rain."));
        Receipt fact = ada.facts().remember(NewFact.of("ada", "drinks", "tea"));
        assertThat(ada.operations().await(fact, SOON).vector()).isEqualTo(Progress.DONE);
        embedder.failingAtQuestions();

        assertThatThrownBy(() -> ada.notes().recall("which tea?", 1))
                .isInstanceOf(EmbedderException.class)
                .hasMessageContaining("keyword search");
        assertThatThrownBy(() -> ada.facts().recall("which tea?", 5)).isInstanceOf(EmbedderException.class);
        assertThat(ada.recall(Query.of("which tea?").kinds(Kind.NOTE).limit(1)))
                .extracting(Hit::text)
                .containsExactly("Ada drinks tea.");
        assertThat(ada.recall(Query.of("which tea?").kinds(Kind.FACT)))
                .extracting(hit -> ((Fact) hit.entry()).object())
                .containsExactly("tea");
    }
}
