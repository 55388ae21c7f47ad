package dev.daybook.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.error.DaybookException;
import dev.daybook.error.ForgottenTextException;
import dev.daybook.error.RefusedTextException;
import dev.daybook.error.StoreException;
import dev.daybook.outcome.SessionInfo;
import dev.daybook.query.Selection;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.model.chat.client.autoconfigure.ChatClientAutoConfiguration;
import org.springframework.ai.session.DefaultSessionService;
import org.springframework.ai.session.EventFilter;
import org.springframework.ai.session.SessionService;
import org.springframework.ai.session.advisor.SessionMemoryAdvisor;
import org.springframework.ai.session.compaction.SlidingWindowCompactionStrategy;
import org.springframework.ai.session.compaction.TurnCountTrigger;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.method.annotation.ExceptionHandlerMethodResolver;

// tag::assistant[]
@Component
class Assistant {

    private final ChatClient chat;

    Assistant(ChatClient.Builder builder, DaybookAdvisor daybook) {
        chat = builder.defaultAdvisors(daybook).build();
    }

    String ask(String user, String session, String text) {
        String conversation = new UserConversation(user, session).id();
        return chat.prompt()
                .user(text)
                .advisors(call -> call.param(ChatMemory.CONVERSATION_ID, conversation))
                .call()
                .content();
    }
}
// end::assistant[]

// tag::locator[]
record OwnConversations(Memory memory) implements ConversationLocator {

    @Override
    public ConversationAddress locate(String conversationId) {
        return new ConversationAddress(memory, conversationId);
    }

    @Override
    public List<String> conversationIds() {
        return memory.sessions().stream().map(SessionInfo::id).toList();
    }
}
// end::locator[]

@Configuration(proxyBeanMethods = false)
class TenantConfiguration {

    // tag::tenants[]
    @Bean
    ConversationLocator conversations(Daybook daybook) {
        return ConversationLocator.tenants(daybook);
    }
    // end::tenants[]
}

// tag::problems[]
@RestControllerAdvice
class MemoryProblems {

    @ExceptionHandler
    ProblemDetail missing(MissingUserException e) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.UNAUTHORIZED, "sign in: a chat needs a user");
    }

    @ExceptionHandler
    ProblemDetail refused(RefusedTextException e) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.UNPROCESSABLE_CONTENT, e.getMessage());
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> failed(DaybookException e) {
        return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                .header(HttpHeaders.RETRY_AFTER, e.retryable() ? "5" : "60")
                .body(ProblemDetail.forStatusAndDetail(
                        HttpStatus.SERVICE_UNAVAILABLE, "the memory does not answer; try again later"));
    }
}
// end::problems[]

/** The programs of docs/spring.md. A test in daybook-repository compares the page with the marked regions. */
class SpringProgramsTest {

    @TempDir
    Path folder;

    private final ScriptedChat model = ScriptedChat.answering("Lovely! How is it?");

    private ApplicationContextRunner application() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DaybookAutoConfiguration.class,
                        DaybookSessionAutoConfiguration.class,
                        ChatClientAutoConfiguration.class))
                .withPropertyValues("daybook.folder=" + folder, "daybook.embedder=none", "daybook.language-model=none")
                .withBean(ScriptedChat.class, () -> model);
    }

    private static List<String> logged(Daybook daybook, String session) {
        return daybook.user("ada").session(session).turns(100).stream()
                .map(turn -> turn.message().role() + ": " + turn.message().text())
                .toList();
    }

    @Test
    void a_chat_with_long_term_memory() {
        application().withBean(Assistant.class).run(context -> {
            Assistant assistant = context.getBean(Assistant.class);
            // tag::chat[]
            assistant.ask("ada", "s1", "I moved to Lisbon in May.");
            assistant.ask("ada", "s2", "Where did I move to?");
            // end::chat[]
            assertThat(model.prompts().get(1).getSystemMessage().getText())
                    .contains("> user: I moved to Lisbon in May.");
            assertThat(logged(context.getBean(Daybook.class), "s2"))
                    .containsExactly("user: Where did I move to?", "assistant: Lovely! How is it?");
        });
    }

    @Test
    void a_chat_memory_over_the_log() {
        application().run(context -> {
            ChatClient.Builder builder = context.getBean(ChatClient.Builder.class);
            ConversationLocator users = context.getBean(ConversationLocator.class);
            DaybookChatMemoryRepository repository = context.getBean(DaybookChatMemoryRepository.class);
            // tag::window[]
            ChatMemory window = MessageWindowChatMemory.builder()
                    .chatMemoryRepository(repository)
                    .maxMessages(20)
                    .build();
            ChatClient chat = builder.defaultAdvisors(
                            MessageChatMemoryAdvisor.builder(window).build(), DaybookAdvisor.recallOnly(users))
                    .build();
            // end::window[]
            ask(chat, "s1", "I moved to Lisbon in May.");
            ask(chat, "s2", "Where did I move to?");
            ask(chat, "s2", "Is it warm in Lisbon?");

            assertThat(model.prompts().get(1).getSystemMessage().getText())
                    .contains("> user: I moved to Lisbon in May.");
            assertThat(model.prompts().get(2).getInstructions())
                    .extracting(message -> message.getMessageType().getValue())
                    .containsExactly("system", "user", "assistant", "user");
            assertThat(logged(context.getBean(Daybook.class), "s2"))
                    .containsExactly(
                            "user: Where did I move to?",
                            "assistant: Lovely! How is it?",
                            "user: Is it warm in Lisbon?",
                            "assistant: Lovely! How is it?");
        });
    }

    @Test
    void the_order_of_the_advisors_does_not_matter() {
        application().run(context -> {
            ConversationLocator users = context.getBean(ConversationLocator.class);
            ChatMemory window = MessageWindowChatMemory.builder()
                    .chatMemoryRepository(context.getBean(DaybookChatMemoryRepository.class))
                    .build();
            ChatClient chat = context.getBean(ChatClient.Builder.class)
                    .defaultAdvisors(
                            DaybookAdvisor.recallOnly(users),
                            MessageChatMemoryAdvisor.builder(window).build())
                    .build();
            ask(chat, "s1", "I moved to Lisbon in May.");
            ask(chat, "s2", "Where did I move to?");
            ask(chat, "s2", "Is it warm in Lisbon?");

            assertThat(model.prompts().get(1).getSystemMessage().getText())
                    .contains("> user: I moved to Lisbon in May.");
            assertThat(logged(context.getBean(Daybook.class), "s2"))
                    .containsExactly(
                            "user: Where did I move to?",
                            "assistant: Lovely! How is it?",
                            "user: Is it warm in Lisbon?",
                            "assistant: Lovely! How is it?");
        });
    }

    private static void ask(ChatClient chat, String session, String text) {
        String conversation = new UserConversation("ada", session).id();
        chat.prompt()
                .user(text)
                .advisors(call -> call.param(ChatMemory.CONVERSATION_ID, conversation))
                .call()
                .content();
    }

    @Test
    void sessions_with_a_window_that_is_compacted() {
        application().run(context -> {
            ChatClient.Builder builder = context.getBean(ChatClient.Builder.class);
            ConversationLocator users = context.getBean(ConversationLocator.class);
            DaybookSessionRepository repository = context.getBean(DaybookSessionRepository.class);
            // tag::sessions[]
            SessionService sessions = DefaultSessionService.builder()
                    .sessionRepository(repository)
                    .build();
            SessionMemoryAdvisor window = SessionMemoryAdvisor.builder(sessions)
                    .compactionTrigger(new TurnCountTrigger(2))
                    .compactionStrategy(SlidingWindowCompactionStrategy.builder()
                            .maxEvents(2)
                            .build())
                    .build();
            ChatClient chat = builder.defaultAdvisors(window, DaybookAdvisor.recallOnly(users))
                    .build();

            chat.prompt()
                    .user("I moved to Lisbon in May.")
                    .advisors(call -> call.param(
                                    SessionMemoryAdvisor.SESSION_ID_CONTEXT_KEY, new UserConversation("ada", "s1").id())
                            .param(SessionMemoryAdvisor.USER_ID_CONTEXT_KEY, "ada"))
                    .call()
                    .content();
            // end::sessions[]
            ask(chat, "s1", "Is it warm there?");
            ask(chat, "s1", "And in winter?");

            String conversation = new UserConversation("ada", "s1").id();
            assertThat(model.prompts().get(2).getInstructions())
                    .extracting(message -> message.getText())
                    .contains("I moved to Lisbon in May.", "Is it warm there?", "And in winter?");
            assertThat(sessions.getEvents(conversation, EventFilter.active())).hasSize(2);
            assertThat(sessions.getEvents(conversation, EventFilter.all())).hasSize(6);
            assertThat(logged(context.getBean(Daybook.class), "s1")).hasSize(6);
        });
    }

    @Test
    void conversation_ids_of_an_application() {
        application()
                .withBean(
                        ConversationLocator.class,
                        () -> new OwnConversations(Daybook.builder(folder.resolve("own"))
                                .noEmbedder()
                                .open()
                                .user("ada")))
                .run(context -> {
                    DaybookChatMemoryRepository repository = context.getBean(DaybookChatMemoryRepository.class);
                    repository.saveAll("trip", List.of(new UserMessage("I moved to Lisbon.")));

                    assertThat(repository.findConversationIds()).containsExactly("trip");
                });
    }

    @Test
    void conversations_of_a_tenant() {
        application().withUserConfiguration(TenantConfiguration.class).run(context -> {
            // tag::tenant[]
            String conversation = new TenantConversation("acme", "ada", "s1").id();
            // end::tenant[]
            context.getBean(DaybookChatMemoryRepository.class)
                    .saveAll(conversation, List.of(new UserMessage("I moved to Lisbon.")));

            Daybook daybook = context.getBean(Daybook.class);
            assertThat(daybook.space("acme").user("ada").session("s1").turns(100))
                    .hasSize(1);
            assertThat(logged(daybook, "s1")).isEmpty();
        });
    }

    @Test
    void documented_errors_are_problem_details() {
        ExceptionHandlerMethodResolver handlers = new ExceptionHandlerMethodResolver(MemoryProblems.class);

        assertThat(handlers.resolveMethod(catchThrowableOfType(
                                MissingUserException.class, () -> new UserConversation(null, "s1")))
                        .getName())
                .isEqualTo("missing");
        assertThat(handlers.resolveMethod(new ForgottenTextException("the text was forgotten"))
                        .getName())
                .isEqualTo("refused");
        assertThat(handlers.resolveMethod(new StoreException("the disk is full"))
                        .getName())
                .isEqualTo("failed");
        assertThat(handlers.resolveMethod(new IllegalArgumentException("a defect of the application")))
                .isNull();
        assertThat(new MemoryProblems().failed(new StoreException("no connection to db1", null, true)))
                .satisfies(answer -> assertThat(answer.getStatusCode().value()).isEqualTo(503))
                .satisfies(answer -> assertThat(answer.getBody().getDetail()).doesNotContain("db1"));
    }

    @Test
    void memory_files_of_a_user() {
        application().run(context -> {
            ChatClient chat = context.getBean(ChatClient.Builder.class).build();
            Daybook daybook = context.getBean(Daybook.class);
            // tag::files[]
            chat.prompt()
                    .user("Remember that I like green tea.")
                    .tools(MemoryFileTools.of(daybook.user("ada")))
                    .call()
                    .content();
            // end::files[]
            assertThat(model.prompts()).hasSize(1);
        });
    }

    @Test
    void clearing_and_forgetting() {
        application().withBean(Assistant.class).run(context -> {
            Daybook daybook = context.getBean(Daybook.class);
            ChatMemory window = MessageWindowChatMemory.builder()
                    .chatMemoryRepository(context.getBean(DaybookChatMemoryRepository.class))
                    .build();
            String conversation = new UserConversation("ada", "s1").id();
            window.add(conversation, new UserMessage("I moved to Lisbon in May."));
            // tag::forget[]
            window.clear(conversation); // the window is empty, the log is not

            Memory ada = daybook.user("ada");
            ada.forget(Selection.session("s1")); // erased: the log, the window, and all that was derived from it
            // end::forget[]
            assertThat(ada.recall("Lisbon")).isEmpty();
            assertThat(window.get(conversation)).isEmpty();
        });
    }
}
