package dev.daybook.examples;

import static dev.daybook.model.Message.assistant;
import static dev.daybook.model.Message.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.erasure.ErasureProof;
import dev.daybook.langchain4j.ModelEndpoint;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.MediaPart;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.Space;
import dev.daybook.model.Trust;
import dev.daybook.outcome.BacklogStatus;
import dev.daybook.outcome.Context;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.FactAssessment;
import dev.daybook.outcome.HealthReport;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.ProvedErasure;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.RejectedStatement;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Filter;
import dev.daybook.query.IsolationPolicy;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import dev.daybook.query.SpaceSettings.Bank;
import dev.daybook.query.SpaceSettings.Models;
import dev.daybook.spi.LanguageModel;
import dev.daybook.testkit.FixedClock;
import dev.daybook.testkit.ScriptedModel;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The programs of docs/guide.md, one test per chapter. The page shows the marked regions (a test in daybook-repository
 * compares them) and, below each region, its output, which is compared here.
 */
class GuideTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "guide.md");

    @TempDir
    Path folder;

    private final FixedClock clock = FixedClock.at(OffsetDateTime.parse("2026-05-04T09:00:00Z"));
    private final PrintStream console = System.out;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private LocalDaybook daybook;

    @BeforeEach
    void open() {
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        // So that the order of hits never depends on the speed of the machine: a recall waits for every vector.
        daybook = Daybook.builder(folder.resolve("open"))
                .clock(clock)
                .catchUp(Duration.ofMinutes(1))
                .open();
    }

    @AfterEach
    void close() {
        System.setOut(console);
        daybook.close();
    }

    @Test
    void first_memory() throws Exception {
        // tag::first[]
        try (Daybook daybook = Daybook.open(folder)) {
            Memory ada = daybook.user("ada");
            ada.session("monday").remember(user("I am allergic to peanuts."), assistant("Noted."));
            ada.session("tuesday").remember(user("My train leaves at nine."));
            Hit best = ada.recall("which food is dangerous for her?").get(0);
            System.out.println(best.text());
        }
        // end::first[]
        isShown();
    }

    @Test
    void scopes() throws Exception {
        // tag::scopes[]
        MemorySpace acme = daybook.space("acme");
        MemorySpace globex = daybook.space("globex");
        acme.user("ada").session("monday").remember(user("My office is on the third floor."));

        System.out.println("ada at acme:   " + acme.user("ada").recall("office").size());
        System.out.println("bob at acme:   " + acme.user("bob").recall("office").size());
        System.out.println("anonymous:     " + acme.anonymous().recall("office").size());
        System.out.println(
                "ada at globex: " + globex.user("ada").recall("office").size());
        // end::scopes[]
        isShown();
    }

    @Test
    void a_missing_user_id_is_refused() throws Exception {
        // tag::isolation[]
        try (Daybook daybook =
                Daybook.builder(folder).isolation(IsolationPolicy.REFUSE).open()) {
            daybook.user("ada").session("monday").remember(user("My office is on the third floor."));
            try {
                daybook.space(Space.DEFAULT.id()).anonymous().recall("office");
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        // end::isolation[]
        isShown();
    }

    @Test
    void remember() throws Exception {
        Memory ada = daybook.user("ada");
        // tag::remember[]
        NewEpisode episode = NewEpisode.of(user("My train to Porto leaves at nine."), assistant("Noted."))
                .id("mail-17")
                .session("trip")
                .occurredAt(OffsetDateTime.parse("2026-03-02T18:00:00Z"))
                .metadata(Map.of("channel", "mail"));
        ada.remember(episode);
        ada.remember(episode); // the same id and content: the same write

        Receipt receipt = ada.session("trip").remember(user("I like a seat by the window."));
        System.out.println("durable: " + receipt.durable());
        Receipt later = ada.operations().await(receipt, Duration.ofMinutes(1));
        System.out.println("keyword search: " + later.words() + ", semantic search: " + later.vector());
        ada.session("trip")
                .turns(20)
                .forEach(turn -> System.out.println(
                        turn.message().role() + ": " + turn.message().text()));
        // end::remember[]
        isShown();
    }

    @Test
    void parts() throws Exception {
        Memory ada = daybook.user("ada");
        Path photo = Files.write(folder.resolve("0417.jpg"), new byte[2048]);
        // tag::parts[]
        ada.session("trip")
                .remember(user("The view from my room.")
                        .withParts(MediaPart.image("s3://photos/0417.jpg")
                                .withMediaType("image/jpeg")
                                .withName("0417.jpg")
                                .withCaption("A lighthouse behind three pine trees")
                                .withHashOf(Files.readAllBytes(photo))));
        Hit hit = ada.recall("Where did I see a lighthouse?").get(0);
        System.out.println(hit.text());
        MediaPart image = ((Episode) hit.entry()).messages().get(0).parts().get(0);
        System.out.println(image.uri() + ", " + image.size() + " bytes");
        // end::parts[]
        isShown();
    }

    @Test
    void recall() throws Exception {
        Memory ada = daybook.user("ada");
        // tag::recall[]
        ada.remember(NewEpisode.of(user("The blue bicycle cost 420 euros."))
                .session("shopping")
                .metadata(Map.of("channel", "mail", "amount", 420)));
        ada.remember(NewEpisode.of(user("The helmet cost 60 euros."))
                .session("shopping")
                .metadata(Map.of("channel", "chat", "amount", 60)));

        Query question = Query.of("How much was the bicycle?").limit(1);
        for (Hit hit : ada.recall(question)) {
            System.out.println(hit.text());
        }
        Query cheap = Query.of("How much was it?").filter(Filter.atMost("amount", 100));
        for (Hit hit : ada.recall(cheap)) {
            System.out.println(hit.text());
        }
        // end::recall[]
        isShown();
        printed.reset();
        // tag::explain[]
        Hit helmet = ada.recall(cheap).get(0);
        EntryRef ref = new EntryRef(helmet.scope(), helmet.kind(), helmet.id());
        System.out.println(ada.explain(question, ref).keptOut());
        // end::explain[]
        isShown();
    }

    @Test
    void facts() throws Exception {
        Memory ada = daybook.user("ada");
        // tag::facts[]
        ada.facts()
                .remember(
                        NewFact.of("ada", "lives_in", "Porto").validFrom(OffsetDateTime.parse("2020-01-01T00:00:00Z")));
        ada.facts()
                .remember(NewFact.of("ada", "lives_in", "Lisbon")
                        .validFrom(OffsetDateTime.parse("2026-05-01T00:00:00Z")));

        FactQuery home = FactQuery.all().subject("ada").predicate("lives_in");
        Instant inApril = Instant.parse("2026-04-01T00:00:00Z");
        Instant now = Instant.parse("2026-05-04T09:00:00Z");
        System.out.println(
                "in April: " + ada.facts().list(home.validAt(inApril)).get(0).object());
        System.out.println(
                "now:      " + ada.facts().list(home.validAt(now)).get(0).object());
        System.out.println("facts, open and closed: " + ada.facts().list(home).size());
        System.out.println("recorded by April:      "
                + ada.facts().list(home.asOf(inApril)).size());
        // end::facts[]
        isShown();
    }

    @Test
    void an_assessment() throws Exception {
        Memory ada = daybook.user("ada");
        // tag::assess[]
        ada.session("work").remember(user("I work at Nokia."), assistant("Good to know."));
        ada.consolidate();
        for (String text : List.of("I work at Nokia.", "I quit my job at Nokia.", "I love chess.")) {
            for (FactAssessment.Effect effect :
                    ada.facts().assess(NewEpisode.of(user(text))).effects()) {
                Fact present = effect.present();
                System.out.println(effect.kind() + ": " + text + (present == null ? "" : " | " + present.sentence()));
            }
        }
        // end::assess[]
        isShown();
    }

    @Test
    void consolidation() throws Exception {
        Memory ada = daybook.user("ada");
        // tag::consolidate[]
        ada.session("trip").remember(user("My name is Ada and I live in Lisbon."), assistant("Nice to meet you, Ada."));
        ada.session("trip").remember(user("I am allergic to peanuts."), assistant("I will remember that."));
        for (DerivationOutcome outcome : ada.consolidate()) {
            System.out.println(outcome.derivation() + ": " + outcome.result().label());
        }
        ada.facts().list(FactQuery.all()).forEach(fact -> System.out.println("fact: " + fact.sentence()));
        System.out.println(ada.session("trip").summary().orElseThrow().text());
        // end::consolidate[]
        isShown();
    }

    @Test
    void a_language_model() {
        // tag::model[]
        LanguageModel model = ModelEndpoint.ollama(URI.create("http://localhost:11434"), "llama3.2")
                .languageModel();
        try (Daybook daybook = Daybook.builder(folder).languageModel(model).open()) {
            daybook.space("acme").changeSettings(settings -> settings.models(Models.UNLIMITED.tokensPerDay(100_000L)));
        }
        // end::model[]
        assertThat(model.name()).isEqualTo("llama3.2");
    }

    @Test
    void extraction() throws Exception {
        // tag::extract[]
        LanguageModel model = ScriptedModel.answering("""
                {"statements":[
                 {"s":"Mira has lived in Porto since April.", "about":"Mira", "from":[1], "kind":"state",
                  "when":"since April", "rel":"lives_in", "obj":"Porto"},
                 {"s":"Mira rows on the Tagus on Sundays.", "about":"Mira", "from":[2], "kind":"state"}]}""", """
                {"statements":[
                 {"s":"Mira lives in Lisbon now.", "about":"Mira", "from":[3], "kind":"state",
                  "rel":"lives_in", "obj":"Lisbon"}]}""");
        try (Daybook daybook =
                Daybook.builder(folder).languageModel(model).background(false).open()) {
            Memory mira = daybook.user("mira");
            mira.remember(NewEpisode.of(
                            user("I have lived in Porto since April.").withName("Mira"),
                            user("On Sundays I row on the Douro.").withName("Mira"))
                    .occurredAt(OffsetDateTime.parse("2026-05-04T09:00:00Z")));
            System.out.println(mira.consolidate().get(0).detail());
            for (Fact fact : mira.facts().list(FactQuery.all())) {
                System.out.println(
                        fact.sentence() + " Since " + fact.validFrom().toLocalDate() + ", said by "
                                + fact.statement().speaker() + " in message "
                                + fact.statement().messages().get(0).index() + ".");
            }
            for (RejectedStatement rejected : mira.facts().rejected()) {
                System.out.println(
                        "Rejected: " + rejected.sentence() + " " + rejected.reason() + " " + rejected.missing());
            }

            mira.remember(NewEpisode.of(user("I live in Lisbon now.").withName("Mira"))
                    .occurredAt(OffsetDateTime.parse("2026-09-14T09:00:00Z")));
            mira.consolidate();
            List<Fact> homes = mira.facts().list(FactQuery.all().predicate("lives_in"));
            homes.forEach(fact -> System.out.println(fact.text()));
            System.out.println(mira.facts().history(homes.get(1).id()).stream()
                    .map(Fact::text)
                    .toList());
        }
        // end::extract[]
        isShown();
    }

    @Test
    void context() throws Exception {
        Memory ada = daybook.user("ada");
        // tag::context[]
        ada.blocks().remember("persona", "You are a short and friendly travel agent.");
        ada.session("monday").remember(user("I am allergic to peanuts."), assistant("Noted."));

        Context context = ada.session("friday")
                .context(
                        "Suggest a snack for the train.",
                        ContextOptions.defaults().maxTokens(500));
        System.out.println(context.text());
        System.out.println("tokens: " + context.tokens());
        // end::context[]
        isShown();
    }

    @Test
    void a_chat_loop() throws Exception {
        Memory ada = daybook.user("ada");
        Scanner keyboard = new Scanner("I am allergic to peanuts.\nSuggest a snack.\n");
        BinaryOperator<String> model =
                (system, question) -> system.contains("peanuts") ? "Grapes. No peanuts." : "Noted.";
        // tag::loop[]
        while (keyboard.hasNextLine()) {
            String question = keyboard.nextLine();
            String system = ada.session("friday").context(question).text();
            String answer = model.apply(system, question); // the call of your model
            ada.session("friday").remember(user(question), assistant(answer));
            System.out.println(answer);
        }
        // end::loop[]
        isShown();
    }

    @Test
    void forget() throws Exception {
        Memory ada = daybook.user("ada");
        // tag::forget[]
        ada.session("monday").remember(user("My diary is in the red drawer."));
        ada.session("friday").remember(user("My train leaves at nine."));

        System.out.println("would erase: "
                + ada.preview(Selection.session("monday")).receipt().count());
        ProvedErasure erased = ErasureProof.forget(daybook, ada, Selection.session("monday"), Duration.ofMinutes(1));
        System.out.println("erased:      " + erased.erasure().count());
        System.out.println("found in files before: " + erased.evidence().foundBefore());
        System.out.println("found in files after:  " + erased.evidence().found());
        System.out.println("left: " + ada.archive().profile().count(Kind.EPISODE));
        // end::forget[]
        isShown();
        printed.reset();
        // tag::leaves[]
        daybook.forgetUser("ada");
        // end::leaves[]
        assertThat(ada.archive().profile().count(Kind.EPISODE)).isZero();
    }

    @Test
    void sharing() throws Exception {
        MemorySpace acme = daybook.space("acme");
        // tag::shared[]
        acme.shared().session("handbook").remember(user("The office closes at six on Fridays."));

        Memory ada = acme.user("ada");
        Query question = Query.of("When does the office close on Friday?");
        System.out.println("without: " + ada.recall(question).size());
        System.out.println(
                "with:    " + ada.recall(question.shared(true)).get(0).text());
        // end::shared[]
        isShown();
        printed.reset();
        // tag::joined[]
        Memory planner = ada.agent("planner");
        planner.session("trip").remember(user("Ada's trip needs a hotel near the station."));
        Memory critic = ada.agent("critic");
        critic.session("trip").remember(user("The last hotel was too loud for the trip."));
        Memory team = acme.agent("team");
        team.session("trip").remember(user("Hotels for a trip are booked by Mara."));

        Memory view =
                ada.with(planner, Trust.ASSISTANT).with(critic, Trust.ASSISTANT).with(team);
        for (Hit hit : view.recall(Query.of("Which hotel for the trip?"))) {
            System.out.println(hit.scope().code() + " (" + hit.trust().label() + "): " + hit.text());
        }
        view.session("monday").remember(user("I prefer a quiet room."));
        System.out.println(
                "planner alone: " + planner.recall("quiet room hotel").size());
        // end::joined[]
        isShown();
        printed.reset();
        // tag::bank[]
        acme.changeSettings(settings -> settings.bank(Bank.OFF.enabled(true)));
        // end::bank[]
        assertThat(acme.settings().bank().enabled()).isTrue();
    }

    @Test
    void production() throws Exception {
        Memory ada = daybook.user("ada");
        ada.session("monday").remember(user("My train leaves at nine."));
        Path backups = Files.createDirectory(folder.resolve("backups"));
        // tag::metrics[]
        BacklogStatus status = daybook.maintenance().backlogStatus();
        System.out.println(
                "entries that the embedder refused: " + status.vectors().failed());
        System.out.println("embedder failure: " + status.embedderFailure().orElse("none"));
        HealthReport health = daybook.maintenance().check(false);
        System.out.println("store ok: " + health.ok());
        // end::metrics[]
        isShown();
        printed.reset();
        // tag::backup[]
        daybook.maintenance().backup(backups.resolve("daybook.db"));
        try (Stream<String> lines = ada.archive().exportLines()) {
            Files.write(backups.resolve("ada.jsonl"), (Iterable<String>) lines::iterator);
        }
        // end::backup[]
        assertThat(backups.resolve("daybook.db")).isNotEmptyFile();
        assertThat(Files.readString(backups.resolve("ada.jsonl"))).contains("My train leaves at nine.");
    }

    @Test
    void shutdown() {
        // tag::options[]
        Daybook daybook = Daybook.builder(folder)
                .isolation(IsolationPolicy.REFUSE)
                .memoryBudget(128L * 1024 * 1024)
                .listener(event -> System.out.println(event.getClass().getSimpleName()))
                .open();
        Thread closing = new Thread(daybook::close);
        Runtime.getRuntime().addShutdownHook(closing);
        // end::options[]
        Runtime.getRuntime().removeShutdownHook(closing);
        daybook.close();
        assertThat(folder.resolve("daybook.db")).isNotEmptyFile();
    }

    private void isShown() throws Exception {
        String text = printed.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
        assertThat(text).isNotBlank();
        assertThat(Files.readString(PAGE)).contains("```text\n" + text.strip() + "\n```");
    }
}
