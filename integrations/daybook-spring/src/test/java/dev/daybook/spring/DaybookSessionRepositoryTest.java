package dev.daybook.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.internal.window.ExchangeWriter;
import dev.daybook.model.Episode;
import dev.daybook.model.SizeLimits;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import dev.daybook.query.SpaceSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.content.Media;
import org.springframework.ai.session.EventFilter;
import org.springframework.ai.session.Session;
import org.springframework.ai.session.SessionEvent;
import org.springframework.util.MimeTypeUtils;

class DaybookSessionRepositoryTest {

    private static final String TRIP = new UserConversation("ada", "trip").id();
    private static final Instant TIME = Instant.parse("2026-03-01T09:00:00.123456789Z");

    @TempDir
    Path folder;

    private Daybook daybook;
    private Memory ada;
    private DaybookSessionRepository repository;

    @BeforeEach
    void open() {
        daybook = Daybook.builder(folder).noEmbedder().open();
        ada = daybook.user("ada");
        repository = repository();
    }

    @AfterEach
    void close() {
        daybook.close();
    }

    /** As a second replica has one. */
    private DaybookSessionRepository repository() {
        return DaybookSessionRepository.of(ConversationLocator.users(daybook.space("default")));
    }

    private static Session session(String id, String user) {
        return Session.builder()
                .id(id)
                .userId(user)
                .createdAt(TIME)
                .expiresAt(TIME.plus(Duration.ofDays(1)))
                .metadata(Map.of("model", "m", "turns", 3, "tags", List.of("a", "b")))
                .build();
    }

    private static SessionEvent.Builder event(String id, Message message) {
        return SessionEvent.builder().id(id).sessionId(TRIP).timestamp(TIME).message(message);
    }

    private static SessionEvent said(String id) {
        return event(id, new UserMessage("statement " + id)).build();
    }

    private static SessionEvent summary(String id, String text) {
        return event(id, new AssistantMessage(text))
                .metadata(SessionEvent.METADATA_SYNTHETIC, true)
                .build();
    }

    private void create(String... ids) {
        repository.save(session(TRIP, "ada"));
        for (String id : ids) {
            repository.appendEvent(said(id));
        }
    }

    private List<SessionEvent> find(EventFilter filter) {
        return repository.findEvents(TRIP, filter);
    }

    private static List<String> ids(List<SessionEvent> events) {
        return events.stream().map(SessionEvent::getId).toList();
    }

    private List<String> window() {
        return ids(find(EventFilter.active()));
    }

    private List<String> logged() {
        return ada.session("trip").turns(100).stream()
                .map(turn -> turn.message().text())
                .toList();
    }

    private long version() {
        return repository.getEventVersion(TRIP);
    }

    private static String episode(String event) {
        return EventEpisode.id("trip", event);
    }

    /** Archives a and b. */
    private boolean compact(DaybookSessionRepository repository, long version) {
        return repository.compactEvents(
                TRIP, List.of(said("a"), said("b")), List.of(summary("s", "Both were said."), said("c")), version);
    }

    @Test
    void a_session_comes_back_as_it_was_saved() {
        repository.save(session(TRIP, "ada"));
        daybook.close();
        open();

        Session found = repository.findById(TRIP);
        assertThat(found).usingRecursiveComparison().isEqualTo(session(TRIP, "ada"));
        assertThat(repository.findById(new UserConversation("ada", "other").id()))
                .isNull();
        assertThat(logged()).isEmpty();
    }

    @Test
    void the_longest_id_of_a_session_holds_a_session_and_its_events() {
        String longest = new UserConversation("ada", "旅".repeat(SizeLimits.NAME)).id();
        String other = new UserConversation("ada", "行".repeat(SizeLimits.NAME)).id();
        repository.save(session(longest, "ada"));
        repository.save(session(other, "ada"));

        repository.appendEvent(SessionEvent.builder()
                .id("a")
                .sessionId(longest)
                .timestamp(TIME)
                .message(new UserMessage("I moved to Lisbon."))
                .build());

        assertThat(repository.findById(longest)).usingRecursiveComparison().isEqualTo(session(longest, "ada"));
        assertThat(ids(repository.findEvents(longest, EventFilter.all()))).containsExactly("a");
        assertThat(repository.findEvents(other, EventFilter.all())).isEmpty();
    }

    @Test
    void a_session_can_be_saved_without_an_end() {
        repository.save(Session.builder().id(TRIP).userId("ada").expiresAt(null).build());

        assertThat(repository.findById(TRIP).expiresAt()).isNull();
        assertThat(repository.findExpiredSessionIds(Instant.MAX)).isEmpty();
    }

    @Test
    void a_session_that_is_saved_again_keeps_its_events() {
        create("a");
        Session changed = Session.builder()
                .id(TRIP)
                .userId("ada")
                .metadata(Map.of("name", "Lisbon"))
                .build();

        repository.save(changed);

        assertThat(repository.findById(TRIP).metadata()).isEqualTo(Map.of("name", "Lisbon"));
        assertThat(window()).containsExactly("a");
    }

    @Test
    void sessions_are_found_by_user_and_by_their_end() {
        String bob = new UserConversation("bob", "trip").id();
        repository.save(session(TRIP, "ada"));
        repository.save(session(bob, "bob"));

        assertThat(repository.findByUserId("bob")).extracting(Session::id).containsExactly(bob);
        assertThat(repository.findExpiredSessionIds(TIME)).isEmpty();
        assertThat(repository.findExpiredSessionIds(TIME.plus(Duration.ofDays(2))))
                .containsExactlyInAnyOrder(TRIP, bob);
    }

    @Test
    void events_come_back_in_order_with_all_that_they_had() {
        List<SessionEvent> events = List.of(
                event(
                                "q",
                                UserMessage.builder()
                                        .text("Weather?")
                                        .metadata(Map.of("device", "phone"))
                                        .build())
                        .metadata("channel", "web")
                        .build(),
                event(
                                "call",
                                AssistantMessage.builder()
                                        .content("")
                                        .toolCalls(List.of(new AssistantMessage.ToolCall(
                                                "c1", "function", "weather", "{\"city\":\"Lisbon\"}")))
                                        .build())
                        .branch("orch.weather")
                        .timestamp(TIME.minusSeconds(60))
                        .build(),
                event(
                                "result",
                                ToolResponseMessage.builder()
                                        .responses(List.of(
                                                new ToolResponse("c1", "weather", "sunny"),
                                                new ToolResponse("c2", "wind", "calm")))
                                        .build())
                        .branch("orch.weather")
                        .build(),
                event("answer", new AssistantMessage("Sunny.")).archived(true).build(),
                event("empty", new AssistantMessage("")).build());
        repository.save(session(TRIP, "ada"));
        events.forEach(repository::appendEvent);
        daybook.close();
        open();

        List<SessionEvent> found = find(EventFilter.all());

        List<SessionEvent> archivedFirst = new ArrayList<>(events);
        archivedFirst.add(0, archivedFirst.remove(3));
        assertThat(found).usingRecursiveComparison().isEqualTo(archivedFirst);
        assertThat(logged()).containsExactly("Weather?", "", "sunny", "calm", "Sunny.");
    }

    @Test
    void an_agent_does_not_see_the_branch_of_another() {
        repository.save(session(TRIP, "ada"));
        repository.appendEvent(said("root"));
        repository.appendEvent(
                event("mine", new UserMessage("m")).branch("orch.a").build());
        repository.appendEvent(
                event("other", new UserMessage("o")).branch("orch.b").build());

        assertThat(ids(find(EventFilter.forBranch("orch.a")))).containsExactly("root", "mine");
    }

    @Test
    void the_last_events_and_pages_are_counted_after_the_filter() {
        create("a", "b", "c", "d", "e");

        assertThat(ids(find(EventFilter.lastN(2)))).containsExactly("d", "e");
        assertThat(ids(find(EventFilter.keywordSearch("STATEMENT", 1, 2)))).containsExactly("c", "d");
        assertThat(find(EventFilter.keywordSearch("statement", 3, 2))).isEmpty();
    }

    @Test
    void an_event_appended_twice_is_written_once() {
        create("a");
        long before = version();

        repository.appendEvent(said("a"));

        assertThat(window()).containsExactly("a");
        assertThat(version()).isEqualTo(before);
        assertThat(logged()).containsExactly("statement a");
    }

    @Test
    void an_event_with_the_id_of_another_is_refused() {
        create("a");

        assertThatThrownBy(() -> repository.appendEvent(
                        event("a", new UserMessage("something else")).build()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("appendEvent")
                .hasMessageContaining("'a'")
                .hasMessageContaining("an id of its own");
        assertThat(logged()).containsExactly("statement a");
    }

    @Test
    void an_event_of_a_session_that_does_not_exist_is_refused() {
        assertThatThrownBy(() -> repository.appendEvent(said("a")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("SessionService.create");
        assertThat(find(EventFilter.all())).isEmpty();
        assertThat(version()).isZero();
    }

    @Test
    void a_compaction_changes_the_window_and_not_the_log() {
        create("a", "b", "c");
        long before = version();

        assertThat(compact(repository, before)).isTrue();
        repository.appendEvent(said("d"));
        daybook.close();
        open();

        assertThat(window()).containsExactly("s", "c", "d");
        assertThat(find(EventFilter.active()).get(0))
                .usingRecursiveComparison()
                .isEqualTo(summary("s", "Both were said."));
        assertThat(ids(find(EventFilter.all()))).containsExactly("a", "b", "s", "c", "d");
        assertThat(find(EventFilter.all())).filteredOn(SessionEvent::isArchived).hasSize(2);
        assertThat(logged()).containsExactly("statement a", "statement b", "statement c", "statement d");
        assertThat(version()).isGreaterThan(before);
    }

    @Test
    void a_second_compaction_replaces_the_summary_of_the_first() {
        create("a", "b", "c");
        compact(repository, version());

        boolean done = repository.compactEvents(
                TRIP, List.of(said("c")), List.of(summary("t", "All three were said.")), version());

        assertThat(done).isTrue();
        assertThat(window()).containsExactly("t");
        assertThat(ids(find(EventFilter.all()))).containsExactly("a", "b", "c", "t");
    }

    @Test
    void recall_finds_archived_events_and_no_summary() {
        create("a", "b", "c");
        compact(repository, version());

        assertThat(ada.recall(Query.of("statement").by(Query.By.WORDS))).hasSize(3);
        assertThat(ada.recall(Query.of("both said").by(Query.By.WORDS))).isEmpty();
        assertThat(ada.recall(Query.of("said").by(Query.By.TEXT))).isEmpty();
        assertThat(ada.session("other").context("statement").text())
                .contains("> user: statement a")
                .doesNotContain("Both were said.")
                .doesNotContain("> assistant:");
    }

    @Test
    void a_compaction_of_an_old_version_does_nothing() {
        create("a", "b", "c");
        long old = version();
        repository().appendEvent(said("d"));

        assertThat(compact(repository, old)).isFalse();
        assertThat(window()).containsExactly("a", "b", "c", "d");
    }

    @Test
    void of_two_replicas_that_compact_one_version_one_succeeds() throws Exception {
        create("a", "b", "c");
        long version = version();
        List<Future<Boolean>> done = new ArrayList<>();
        ExecutorService replicas = Executors.newFixedThreadPool(4);
        try {
            IntStream.range(0, 4).forEach(i -> done.add(replicas.submit(() -> compact(repository(), version))));
            int succeeded = 0;
            for (Future<Boolean> each : done) {
                succeeded += each.get() ? 1 : 0;
            }
            assertThat(succeeded).isEqualTo(1);
        } finally {
            replicas.shutdownNow();
        }
        assertThat(window()).containsExactly("s", "c");
    }

    @Test
    void a_compaction_that_reached_the_log_after_another_does_not_count() {
        create("a", "b", "c");
        long event = ada.find(Episode.class, episode("c")).orElseThrow().position();
        CompactionRecord late = new CompactionRecord(0, 0, event, List.of("a"), List.of("a"), List.of("b", "c"));
        compact(repository, version());

        ada.remember(late.episode("trip"));

        assertThat(window()).containsExactly("s", "c");
    }

    @Test
    void a_compaction_that_began_before_an_empty_session_was_deleted_does_not_count() {
        create();
        long version = version();
        repository().delete(TRIP);
        repository().save(session(TRIP, "ada"));

        assertThat(repository.compactEvents(TRIP, List.of(), List.of(summary("s", "Stale.")), version))
                .isFalse();
        ada.remember(new CompactionRecord(
                        0, 0, 0, List.of(), List.of(), List.of(EventEpisode.fields("test", summary("s", "Stale."))))
                .episode("trip"));

        assertThat(window()).isEmpty();
        assertThat(repository.compactEvents(TRIP, List.of(), List.of(summary("s", "New.")), version()))
                .isTrue();
        assertThat(window()).containsExactly("s");
    }

    @Test
    void an_event_that_was_redacted_is_the_same_event_when_it_is_given_again() {
        create();
        daybook.space("default").changeSettings(settings -> settings.secrets(SpaceSettings.Secrets.REDACT));
        SessionEvent secret = event("a", new UserMessage("my key is AKIAIOSFODNN7EXAMPLE"))
                .metadata("note", "password: \"hunter2x!7\"")
                .build();
        repository.appendEvent(secret);

        repository.appendEvent(secret);

        assertThat(logged()).containsExactly("my key is [redacted]");
        assertThat(find(EventFilter.all()))
                .singleElement()
                .satisfies(event -> assertThat(event.getMetadata()).containsEntry("note", "password: \"[redacted]\""));
        assertThat(repository.compactEvents(TRIP, List.of(), List.of(secret), version()))
                .isTrue();
        assertThatThrownBy(() -> repository.appendEvent(
                        event("a", new UserMessage("my key is lost")).build()))
                .hasMessageContaining("with another content");
    }

    @Test
    void a_text_that_the_memory_does_not_accept_ends_no_session() {
        create();
        daybook.space("default").changeSettings(settings -> settings.secrets(SpaceSettings.Secrets.REJECT));
        SessionEvent refused =
                event("a", new UserMessage("my key is AKIAIOSFODNN7EXAMPLE")).build();
        repository.appendEvent(refused);
        repository.appendEvent(refused);
        repository.appendEvent(event("b", new AssistantMessage("party \uD83C")).build());
        repository.appendEvent(
                event("c", new AssistantMessage("y".repeat(3_000_000))).build());

        assertThat(logged().subList(0, 2)).containsExactly(ExchangeWriter.WITHHELD, "party \uFFFD");
        assertThat(logged().get(2)).endsWith("[cut here: the text has 3,000,000 characters]");
        assertThat(window()).containsExactly("a", "b", "c");
    }

    @Test
    void a_compaction_that_reached_the_log_after_an_event_does_not_count() {
        create("a", "b", "c");
        long event = ada.find(Episode.class, episode("b")).orElseThrow().position();

        ada.remember(new CompactionRecord(0, 0, event, List.of("a"), List.of("a"), List.of("b")).episode("trip"));

        assertThat(window()).containsExactly("a", "b", "c");
    }

    @Test
    void a_forgotten_event_takes_its_summary_along_and_brings_the_others_back() {
        create("a", "b", "c");
        compact(repository, version());
        repository.appendEvent(said("d"));

        ada.forget(Selection.episode(episode("a")));

        assertThat(ids(find(EventFilter.all()))).containsExactly("b", "c", "d");
        assertThat(window()).containsExactly("b", "c", "d");
    }

    @Test
    void a_compaction_of_a_window_that_lost_a_forgotten_event_does_nothing() {
        create("a", "b", "c");
        long version = version();

        ada.forget(Selection.episode(episode("a")));

        assertThat(version()).isNotEqualTo(version);
        assertThat(compact(repository, version)).isFalse();
        assertThat(compact(repository, version())).isFalse();
        assertThat(window()).containsExactly("b", "c");
    }

    @Test
    void the_next_compaction_erases_the_summary_of_a_forgotten_event() {
        create("a", "b", "c");
        compact(repository, version());
        ada.forget(Selection.episode(episode("a")));

        repository.compactEvents(TRIP, List.of(said("b")), List.of(said("c")), version());

        assertThat(window()).containsExactly("c");
        assertThat(ada.archive()
                        .exportAll()
                        .map(entry -> ((Episode) entry).metadata().toString()))
                .noneMatch(metadata -> metadata.contains("Both were said."));
    }

    @Test
    void a_deleted_session_leaves_its_messages_in_the_log() {
        create("a", "b", "c");
        compact(repository, version());

        repository.delete(TRIP);

        assertThat(repository.findById(TRIP)).isNull();
        assertThat(find(EventFilter.all())).isEmpty();
        assertThat(version()).isZero();
        assertThatThrownBy(() -> repository.appendEvent(said("d"))).hasMessageContaining("does not exist");
        assertThat(logged()).containsExactly("statement a", "statement b", "statement c");
    }

    @Test
    void a_session_that_is_created_again_begins_empty() {
        create("a");
        repository.delete(TRIP);
        repository.delete(TRIP);

        create("b");

        assertThat(ids(find(EventFilter.all()))).containsExactly("b");
        assertThat(logged()).containsExactly("statement a", "statement b");
    }

    @Test
    void a_forgotten_session_does_not_come_back_with_a_slow_caller() {
        create("a", "b", "c");
        List<SessionEvent> old = find(EventFilter.active());
        long version = version();

        ada.forget(Selection.session("trip"));

        assertThatThrownBy(() -> repository.appendEvent(old.get(0))).hasMessageContaining("does not exist");
        assertThatThrownBy(() -> compact(repository, version)).hasMessageContaining("does not exist");
        assertThat(repository.findById(TRIP)).isNull();
        assertThat(logged()).isEmpty();
    }

    @Test
    void a_synthetic_event_that_is_appended_is_not_said_by_a_user() {
        create("a");
        repository.appendEvent(summary("s", "It was said."));

        assertThat(window()).containsExactly("a", "s");
        assertThat(logged()).containsExactly("statement a");
    }

    @Test
    void a_retained_event_with_another_content_is_refused() {
        create("a", "b");
        SessionEvent shortened = event("b", new UserMessage("st…")).build();

        assertThatThrownBy(() -> repository.compactEvents(TRIP, List.of(said("a")), List.of(shortened), version()))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("compactEvents")
                .hasMessageContaining("'b'");
        assertThat(window()).containsExactly("a", "b");
    }

    @Test
    void an_event_that_is_archived_and_retained_is_refused() {
        create("a", "b");

        assertThatThrownBy(() ->
                        repository.compactEvents(TRIP, List.of(said("a")), List.of(said("a"), said("b")), version()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("once");
    }

    @Test
    void an_event_with_media_at_an_address_comes_back_as_it_was() {
        create();
        Media image = Media.builder()
                .mimeType(MimeTypeUtils.IMAGE_PNG)
                .data(URI.create("https://example.org/a.png"))
                .name("a.png")
                .build();
        SessionEvent event = event(
                        "x", UserMessage.builder().text("See").media(image).build())
                .build();
        repository.appendEvent(event);
        repository.appendEvent(event);

        assertThat(find(EventFilter.all())).singleElement().satisfies(found -> {
            UserMessage message = (UserMessage) found.getMessage();
            assertThat(message.getText()).isEqualTo("See");
            assertThat(message.getMedia()).singleElement().satisfies(media -> {
                assertThat(media.getData()).isEqualTo("https://example.org/a.png");
                assertThat(media.getMimeType()).isEqualTo(MimeTypeUtils.IMAGE_PNG);
                assertThat(media.getName()).isEqualTo("a.png");
            });
        });
    }

    @Test
    void what_the_log_cannot_give_back_is_refused() {
        create();
        Media image = Media.builder()
                .mimeType(MimeTypeUtils.IMAGE_PNG)
                .data(new byte[] {1})
                .build();

        assertThatThrownBy(() -> repository.appendEvent(
                        event("x", new SystemMessage("Be kind.")).build()))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("appendEvent: event 'x'")
                .hasMessageContaining("SystemMessage");
        assertThatThrownBy(() -> repository.appendEvent(event(
                                "x",
                                UserMessage.builder().text("See").media(image).build())
                        .build()))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("MessageFilter");
        assertThatThrownBy(() -> repository.appendEvent(
                        event("x", new UserMessage("Hi")).metadata("at", TIME).build()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'at'")
                .hasMessageContaining("java.time.Instant");
        assertThat(find(EventFilter.all())).isEmpty();
    }

    @Test
    void a_session_id_without_a_user_is_refused() {
        assertThatThrownBy(() -> repository.save(session("4711", "ada")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("save: conversation id '4711' names no user")
                .hasMessageContaining("ChatMemory.CONVERSATION_ID")
                .hasMessageContaining("CreateSessionRequest");
        assertThat(daybook.spaces()).isEmpty();
    }

    @Test
    void a_session_of_another_user_than_its_id_is_refused() {
        assertThatThrownBy(() -> repository.save(session(TRIP, "bob")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'ada'")
                .hasMessageContaining("'bob'")
                .hasMessageContaining("USER_ID_CONTEXT_KEY");
        assertThat(repository.findById(TRIP)).isNull();
    }

    @Test
    void a_write_that_failed_can_be_made_again() {
        FailingStore store = new FailingStore();
        try (Daybook failing = Daybook.builder(store).noEmbedder().open()) {
            repository = DaybookSessionRepository.of(ConversationLocator.users(failing.space("default")));
            create("a", "b", "c");
            long version = version();
            store.failWrites();

            assertThatThrownBy(() -> repository.appendEvent(said("d"))).hasMessageContaining("disk is full");
            assertThatThrownBy(() -> compact(repository, version)).hasMessageContaining("disk is full");
            store.recover();

            assertThat(window()).containsExactly("a", "b", "c");
            assertThat(compact(repository, version)).isTrue();
            repository.appendEvent(said("d"));
            assertThat(window()).containsExactly("s", "c", "d");
        }
    }
}
