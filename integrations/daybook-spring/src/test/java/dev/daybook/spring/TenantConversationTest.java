package dev.daybook.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.Daybook;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Message;
import dev.daybook.model.Space;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

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
                        () -> new UserConversation(null, "s1"),
                        () -> new UserConversation("ada", null),
                        () -> TenantConversation.parse("user:ada/s1"),
                        () -> TenantConversation.parse("tenant:acme/ada"))
                .forEach(call -> assertThatIllegalArgumentException()
                        .isThrownBy(call::run)
                        .withMessageContaining("advisors(a -> a.param(ChatMemory.CONVERSATION_ID, new "));
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

        runner.run(context -> assertThat(context).hasFailed());
        CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS).execute(old::close);
        runner.withPropertyValues("daybook.lock-wait=60s")
                .run(context -> assertThat(context).hasNotFailed());
    }
}
