package dev.daybook.examples;

import static dev.daybook.model.Message.assistant;
import static dev.daybook.model.Message.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.internal.interchange.InterchangeLine;
import dev.daybook.internal.interchange.InterchangeReader;
import dev.daybook.langchain4j.ContextAugmentor;
import dev.daybook.langchain4j.DaybookChatMemoryStore;
import dev.daybook.langchain4j.LangChain4jTools;
import dev.daybook.langchain4j.MemoryRetriever;
import dev.daybook.langchain4j.SessionChatMemory;
import dev.daybook.langchain4j.SessionLocator;
import dev.daybook.langchain4j.UserSession;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.outcome.Context;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Turn;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Filter;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import dev.langchain4j.store.memory.chat.InMemoryChatMemoryStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The calls of Daybook in the tables of docs/coming-from-mem0.md, -spring-ai.md, -langchain4j.md and -zep.md (a test in
 * daybook-repository looks for each cell in this file), and the lines that these pages import.
 */
class ReplacedCallsTest {

    private static final Pattern JSON_BLOCK =
            Pattern.compile("^```json\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    @TempDir
    Path folder;

    private Daybook daybook;
    private Memory alice;

    @BeforeEach
    void open() {
        daybook = Daybook.builder(new InMemoryStore()).noEmbedder().open();
        alice = daybook.user("alice");
    }

    @AfterEach
    void close() {
        daybook.close();
    }

    @Test
    void calls_of_mem0() {
        alice.session("run-7").remember(user("I drink green tea."), assistant("Noted."));
        String id = alice.remember(NewEpisode.of(user("My desk is by the window."))
                        .session("run-7")
                        .metadata(Map.of("category", "office")))
                .id();
        alice.notes().remember("Prefers aisle seats.");

        List<Hit> hits = alice.recall(Query.of("what does she drink?").limit(5));
        assertThat(hits.get(0).text()).contains("green tea");
        assertThat(alice.recall(Query.of("desk").sessions("run-7"))).isNotEmpty();
        assertThat(alice.recall(Query.of("desk").filter(Filter.equal("category", "office"))))
                .hasSize(1);
        assertThat(daybook.space("support-agent").user("alice").recall("desk")).isEmpty();
        try (Stream<?> entries = alice.archive().exportAll()) {
            assertThat(entries).hasSize(3 + 1);
        }
        assertThat(alice.find(Episode.class, id)).isPresent();

        alice.remember(NewEpisode.of(user("My desk is by the door.")).id(id).session("run-7"));
        assertThat(alice.find(Episode.class, id).orElseThrow().text()).contains("door");
        alice.facts().remember(NewFact.of("alice", "drinks", "tea").id("f1"));
        alice.facts().remember(NewFact.of("alice", "drinks", "green tea").id("f1"));
        assertThat(alice.facts().history("f1")).hasSize(2);

        alice.forget(Selection.entry(Kind.EPISODE, id));
        assertThat(alice.find(Episode.class, id)).isEmpty();
        alice.forget(Selection.session("run-7"));
        alice.forget(Selection.everything());
        daybook.forgetUser("alice");
        assertThat(alice.archive().profile().count(Kind.EPISODE)).isZero();
    }

    @Test
    void a_memory_in_a_folder() {
        try (Daybook daybook = Daybook.open(folder)) {
            daybook.user("alice").session("run-7").remember(user("I drink green tea."));
        }
        assertThat(folder.resolve("daybook.db")).isNotEmptyFile();
    }

    @Test
    void calls_of_spring_ai() {
        alice.session("trip").remember(user("I like window seats."), assistant("Noted."));

        List<Turn> window = alice.session("trip").turns(20);
        assertThat(window).hasSize(2);
        assertThat(alice.sessions()).hasSize(1);
        List<Hit> hits = alice.recall(Query.of("which seat?").limit(5));
        assertThat(hits).isNotEmpty();
        Context context = alice.session("trip")
                .context("Book a flight.", ContextOptions.defaults().maxTokens(1_000));
        assertThat(context.text()).contains("window seats");

        alice.forget(Selection.session("trip"));
        assertThat(alice.sessions()).isEmpty();
    }

    @Test
    void calls_of_langchain4j() {
        SessionLocator users = SessionLocator.users(daybook::user);
        UserSession id = new UserSession("alice", "trip");

        DaybookChatMemoryStore store = DaybookChatMemoryStore.of(users);
        ChatMemory tokenWindow = SessionChatMemory.of(store, id, 4_000);
        ChatMemory messageWindow = MessageWindowChatMemory.builder()
                .id(id)
                .maxMessages(20)
                .chatMemoryStore(store)
                .build();
        tokenWindow.add(dev.langchain4j.data.message.UserMessage.from("I like window seats."));

        assertThat(messageWindow.messages()).hasSize(1);
        assertThat(MemoryRetriever.of(users)).isNotNull();
        assertThat(ContextAugmentor.of(users)).isNotNull();
        assertThat(LangChain4jTools.of(users)).isNotNull();
        assertThat(alice.session("trip").turns(1_000)).hasSize(1);

        tokenWindow.clear();
        assertThat(alice.recall("window")).hasSize(1);
        ChatMemoryStore old = new InMemoryChatMemoryStore();
        old.updateMessages("alice-42", List.of(dev.langchain4j.data.message.UserMessage.from("I like tea.")));
        // tag::move[]
        for (String conversation : List.of("alice-42")) { // the ids of your store
            UserSession session = new UserSession("alice", conversation);
            store.updateMessages(session, old.getMessages(conversation));
        }
        // end::move[]
        assertThat(alice.recall("tea").get(0).text()).contains("I like tea.");
        alice.forget(Selection.session("trip"));
        assertThat(alice.recall("window")).isEmpty();
    }

    @Test
    void calls_of_zep() {
        alice.session("thread-1").remember(user("I moved to Lisbon.").withName("Alice"), assistant("Lovely!"));
        alice.facts()
                .remember(NewFact.of("alice", "lives_in", "Lisbon")
                        .validFrom(OffsetDateTime.parse("2026-05-01T00:00:00Z")));
        alice.remember(NewEpisode.of(user("Order 17 was shipped.")).session("orders"));

        Context context = alice.session("thread-1").context("Is it warm there?");
        assertThat(context.text()).contains("Lisbon");
        FactQuery now = FactQuery.all().validAt(Instant.now()).limit(10);
        assertThat(alice.facts().recall("where does alice live?", now)).hasSize(1);
        assertThat(alice.recall(Query.of("shipped order").kinds(Kind.EPISODE))).isNotEmpty();
        assertThat(alice.sessions()).hasSize(2);
        assertThat(alice.session("thread-1").turns(20)).hasSize(2);
        assertThat(daybook.space("acme").shared().recall("Lisbon")).isEmpty();

        String id = alice.facts().list(now).get(0).id();
        alice.facts().forget(id);
        alice.forget(Selection.session("thread-1"));
        daybook.forgetUser("alice");
        assertThat(alice.sessions()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"coming-from-mem0.md, 2", "coming-from-spring-ai.md, 2", "coming-from-zep.md, 3"})
    void the_lines_of_a_page_can_be_imported(String page, int lines) throws Exception {
        InterchangeReader reader = new InterchangeReader(alice.scope());
        OffsetDateTime now = OffsetDateTime.parse("2026-05-04T09:00:00Z");

        List<String> shown = JSON_BLOCK
                .matcher(Files.readString(Path.of("..", "..", "docs", page)))
                .results()
                .flatMap(block -> block.group(1).lines())
                .toList();

        assertThat(shown).hasSize(lines);
        for (String line : shown) {
            InterchangeLine read = reader.read(line);
            assertThat(read.scope()).isEqualTo(alice.scope());
            if (read instanceof InterchangeLine.OfSession session) {
                alice.session(session.id()).change(options -> options.name(session.name()));
            } else {
                assertThat(alice.archive().importAll(List.of(read.entryAt(now).orElseThrow())))
                        .hasSize(1);
            }
        }
    }
}
