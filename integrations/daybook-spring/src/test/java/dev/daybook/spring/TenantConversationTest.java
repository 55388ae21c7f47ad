package dev.daybook.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.Daybook;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Message;
import dev.daybook.model.Space;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;

class TenantConversationTest {

    @Test
    void each_tenant_is_a_space() {
        try (Daybook daybook = Daybook.builder(new InMemoryStore()).noEmbedder().open()) {
            ConversationLocator locator = ConversationLocator.tenants(daybook);
            String acme = new TenantConversation("acme/eu", "ada", "s/1").id();
            String globex = new TenantConversation("globex", "ada", "s/1").id();

            ConversationAddress there = locator.locate(acme);
            there.memory().session(there.session()).remember(Message.user("I live in Lisbon."));
            ConversationAddress other = locator.locate(globex);

            assertThat(there.memory().scope().space()).isEqualTo(new Space("acme/eu"));
            assertThat(other.memory().sessions()).isEmpty();
            assertThat(locator.conversationIds()).containsExactly(acme);
            assertThat(TenantConversation.parse(acme)).isEqualTo(new TenantConversation("acme/eu", "ada", "s/1"));
        }
    }

    @Test
    void a_missing_tenant_or_user_is_an_error_that_shows_the_line_to_add() {
        Stream.<Runnable>of(
                        () -> new TenantConversation(null, "ada", "s1"),
                        () -> new TenantConversation(" ", "ada", "s1"),
                        () -> new TenantConversation("null", "ada", "s1"),
                        () -> new TenantConversation("acme", null, "s1"),
                        () -> new TenantConversation("acme", "null", "s1"),
                        () -> new TenantConversation("acme", "ada", "null"),
                        () -> new UserConversation(null, "s1"),
                        () -> new UserConversation("", "s1"),
                        () -> new UserConversation("null", "s1"),
                        () -> new UserConversation("ada", null),
                        () -> UserConversation.parse("user:null/s1"),
                        () -> UserConversation.parse("s1"),
                        () -> UserConversation.parse(null),
                        () -> UserConversation.parse("user:50%/s1"),
                        () -> TenantConversation.parse(null),
                        () -> TenantConversation.parse("tenant:acme/50%/s1"),
                        () -> TenantConversation.parse("user:ada/s1"),
                        () -> TenantConversation.parse("tenant:acme/ada"))
                .forEach(call -> assertThatExceptionOfType(MissingUserException.class)
                        .isThrownBy(call::run)
                        .withMessageContaining("advisors(a -> a.param(ChatMemory.CONVERSATION_ID, new "));
    }

    @Test
    void an_id_that_no_memory_accepts_is_refused_by_name() {
        for (String id : List.of("a".repeat(513), "a\nb", "a\ud800")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new UserConversation(id, "s1"))
                    .withMessageStartingWith("user has ");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new UserConversation("ada", id))
                    .withMessageStartingWith("session has ");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new TenantConversation(id, "ada", "s1"))
                    .withMessageStartingWith("tenant has ");
        }
    }

    /** Another door may have written them. */
    @Test
    void a_user_that_no_conversation_can_name_does_not_hide_the_others() {
        try (Daybook daybook = Daybook.builder(new InMemoryStore()).noEmbedder().open()) {
            daybook.user("null").session("s1").remember(Message.user("I live in Lisbon."));
            daybook.space("null").user("ada").session("s1").remember(Message.user("I live in Lisbon."));
            daybook.user("ada").session("null").remember(Message.user("I live in Lisbon."));
            daybook.user("ada").session("s1").remember(Message.user("I live in Lisbon."));

            assertThat(ConversationLocator.users(daybook.space("default")).conversationIds())
                    .containsExactly(new UserConversation("ada", "s1").id());
            assertThat(ConversationLocator.tenants(daybook).conversationIds())
                    .containsExactly(new TenantConversation("default", "ada", "s1").id());
        }
    }

    @Test
    void two_contexts_of_a_test_suite_have_stores_of_their_own_in_memory() {
        ApplicationContextRunner runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(DaybookAutoConfiguration.class))
                .withPropertyValues("daybook.store=memory", "daybook.embedder=none");

        runner.run(first -> {
            first.getBean(Daybook.class).user("ada").session("s1").remember(Message.user("I live in Lisbon."));
            runner.run(second -> assertThat(
                            second.getBean(Daybook.class).user("ada").sessions())
                    .isEmpty());
        });
    }

    @Test
    void a_start_waits_for_the_process_that_holds_the_folder(@TempDir Path folder) {
        ApplicationContextRunner runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(DaybookAutoConfiguration.class))
                .withPropertyValues("daybook.folder=" + folder, "daybook.embedder=none");
        Daybook old = Daybook.builder(folder).noEmbedder().open();

        runner.run(context -> assertThat(analysis(context.getStartupFailure()))
                .contains("process " + ProcessHandle.current().pid())
                .contains("daybook.store=memory")
                .contains("daybook.lock-wait"));
        CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS).execute(old::close);
        runner.withPropertyValues("daybook.lock-wait=60s")
                .run(context -> assertThat(context).hasNotFailed());
    }

    /** The text that a failed start of Spring Boot prints. */
    private static String analysis(Throwable failure) {
        // Other analyzers need more than a constructor without parameters.
        FailureHandler others = (type, name, cause) -> {};
        return SpringFactoriesLoader.forDefaultResourceLocation().load(FailureAnalyzer.class, others).stream()
                .map(analyzer -> analyzer.analyze(failure))
                .filter(Objects::nonNull)
                .map(analysis -> analysis.getDescription() + " " + analysis.getAction())
                .findFirst()
                .orElseThrow(() -> new AssertionError("no analyzer knows the failure", failure));
    }
}
