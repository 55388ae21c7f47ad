package dev.daybook.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.Message;
import dev.daybook.spi.MasterKey;
import dev.daybook.spi.MasterKeys;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.memory.InMemoryChatMemoryRepository;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.Embedding;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.embedding.EmbeddingRequest;
import org.springframework.ai.embedding.EmbeddingResponse;
import org.springframework.ai.session.InMemorySessionRepository;
import org.springframework.ai.session.SessionRepository;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class DaybookAutoConfigurationTest {

    @TempDir
    Path folder;

    private ApplicationContextRunner runner() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(DaybookAutoConfiguration.class))
                .withPropertyValues("daybook.folder=" + folder, "daybook.embedder=none");
    }

    @Test
    void one_property_opens_a_daybook_that_is_closed_with_the_context() {
        AtomicReference<Daybook> daybook = new AtomicReference<>();
        runner().run(context -> {
            assertThat(context).hasSingleBean(DaybookChatMemoryRepository.class).hasSingleBean(DaybookAdvisor.class);
            daybook.set(context.getBean(Daybook.class));
            daybook.get().user("ada").session("s").remember(Message.user("I moved to Lisbon."));
        });

        assertThatThrownBy(() -> daybook.get().user("ada").recall("Lisbon")).isInstanceOf(IllegalStateException.class);
        runner().run(context -> assertThat(
                        context.getBean(Daybook.class).user("ada").recall("Lisbon"))
                .hasSize(1));
    }

    @Test
    void a_bean_of_master_keys_encrypts_the_keys_of_the_folder() {
        MasterKey key = MasterKey.of("a key of a test with 32 letters.".getBytes(StandardCharsets.US_ASCII));
        runner().withBean(MasterKeys.class, () -> new MasterKeys(key, null, null))
                .run(context -> assertThat(context).hasNotFailed());

        runner().run(context ->
                assertThat(context).getFailure().rootCause().hasMessageContaining("master key " + key.id()));
    }

    @Test
    void two_beans_of_master_keys_are_refused_and_named_and_a_primary_one_is_taken() {
        MasterKey key = MasterKey.of("a key of a test with 32 letters.".getBytes(StandardCharsets.US_ASCII));
        MasterKeys keys = new MasterKeys(key, null, null);
        ApplicationContextRunner two = runner().withBean("recent", MasterKeys.class, () -> keys);
        two.withBean("former", MasterKeys.class, () -> keys)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("recent")
                        .hasMessageContaining("former"));
        assertThat(folder).isEmptyDirectory();

        two.withBean("primary", MasterKeys.class, () -> keys, bean -> bean.setPrimary(true))
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void a_missing_folder_names_the_property() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(DaybookAutoConfiguration.class))
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("daybook.folder"));
    }

    @Test
    void the_space_property_chooses_the_space() {
        runner().withPropertyValues("daybook.space=acme").run(context -> {
            String id = new UserConversation("ada", "s").id();
            assertThat(context.getBean(ConversationLocator.class)
                            .locate(id)
                            .memory()
                            .scope()
                            .space()
                            .id())
                    .isEqualTo("acme");
        });
    }

    @Test
    void the_context_of_the_advisor_has_a_budget_and_turns_of_the_session() {
        String id = new UserConversation("ada", "s1").id();
        runner().withPropertyValues("daybook.context-tokens=120", "daybook.context-turns=2")
                .run(context -> {
                    for (int i = 0; i < 20; i++) {
                        context.getBean(Daybook.class)
                                .user("ada")
                                .session("s1")
                                .remember(Message.user("I saw ferry number " + i + " on its way to Capri today."));
                    }
                    ScriptedChat model = ScriptedChat.answering("Many.");
                    ChatClient.builder(model)
                            .defaultAdvisors(context.getBean(DaybookAdvisor.class))
                            .build()
                            .prompt("Which ferry did I see?")
                            .advisors(call -> call.param(ChatMemory.CONVERSATION_ID, id))
                            .call()
                            .content();
                    String system = model.prompts().get(0).getSystemMessage().getText();
                    assertThat(system.length() / 4).isBetween(20, 120);
                    assertThat(system).contains("number 19", "number 18");
                });
        runner().withPropertyValues("daybook.context-turns=some")
                .run(context -> assertThat(context).getFailure().hasMessageContaining("daybook"));
    }

    @Test
    void the_context_of_the_advisor_has_a_relevance_floor() {
        for (String floor : List.of("0.5", "0")) {
            runner().withPropertyValues("daybook.embedder=none", "daybook.context-relevance-floor=" + floor)
                    .run(context -> {
                        context.getBean(Daybook.class)
                                .user("ada")
                                .session("earlier")
                                .remember(Message.user("The ferry to Capri leaves at nine."));
                        ScriptedChat model = ScriptedChat.answering("Nothing.");
                        ChatClient.builder(model)
                                .defaultAdvisors(context.getBean(DaybookAdvisor.class))
                                .build()
                                .prompt("Which nails hold when a carpenter builds a roof that leaves no gap?")
                                .advisors(call ->
                                        call.param(ChatMemory.CONVERSATION_ID, new UserConversation("ada", "s1").id()))
                                .call()
                                .content();
                        assertThat(String.valueOf(model.prompts().get(0)).contains("From earlier conversations"))
                                .isEqualTo(floor.equals("0"));
                    });
        }
    }

    @Test
    void a_repository_of_the_application_is_kept() {
        runner().withBean(ChatMemoryRepository.class, InMemoryChatMemoryRepository::new)
                .run(context -> assertThat(context).doesNotHaveBean(DaybookChatMemoryRepository.class));
    }

    @Test
    void the_session_repository_is_there_with_spring_ai_session() {
        sessions().run(context -> assertThat(context).hasSingleBean(DaybookSessionRepository.class));
        sessions()
                .withClassLoader(new FilteredClassLoader("org.springframework.ai.session"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("daybookSessionRepository"));
    }

    @Test
    void a_session_repository_of_the_application_is_kept() {
        sessions()
                .withBean(
                        SessionRepository.class,
                        () -> InMemorySessionRepository.builder().build())
                .run(context -> assertThat(context).doesNotHaveBean(DaybookSessionRepository.class));
    }

    private ApplicationContextRunner sessions() {
        return runner().withConfiguration(AutoConfigurations.of(DaybookSessionAutoConfiguration.class));
    }

    @Test
    void an_embedding_model_without_a_name_is_refused() {
        runner().withPropertyValues("daybook.embedder=auto")
                .withBean(EmbeddingModel.class, FixedVectors::new)
                .run(context ->
                        assertThat(context).getFailure().rootCause().hasMessageContaining("daybook.embedding-model"));
    }

    @Test
    @SuppressWarnings("NullAway")
    void a_model_that_is_null_is_the_mistake_of_the_caller_and_no_failure_of_a_model() {
        assertThatThrownBy(() -> SpringEmbedder.of("fixed-v1", null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("model is null; give a value");
        assertThatThrownBy(() -> SpringEmbedder.of(null, 8, new FixedVectors()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("name is null; give a value");
    }

    @Test
    void the_embedding_model_of_the_application_is_used() {
        runner().withPropertyValues("daybook.embedder=auto", "daybook.embedding-model=fixed-v1")
                .withBean(EmbeddingModel.class, FixedVectors::new)
                .run(context -> {
                    Memory ada = context.getBean(Daybook.class).user("ada");
                    ada.session("s").remember(Message.user("I moved to Lisbon."));
                    ada.recall("Lisbon");
                    assertThat(context.getBean(FixedVectors.class).calls).isPositive();
                });
    }

    @Test
    void the_metadata_names_every_property() throws IOException {
        try (InputStream file =
                DaybookProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            String metadata = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(DaybookProperties.class.getRecordComponents())
                    .hasSizeGreaterThan(2)
                    .extracting(component -> "\"daybook."
                            + component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT) + "\"")
                    .allSatisfy(name -> assertThat(metadata).contains(name));
        }
    }

    private static final class FixedVectors implements EmbeddingModel {

        private volatile int calls;

        @Override
        public EmbeddingResponse call(EmbeddingRequest request) {
            calls++;
            return new EmbeddingResponse(IntStream.range(
                            0, request.getInstructions().size())
                    .mapToObj(i -> new Embedding(new float[] {1, 0}, i))
                    .toList());
        }

        @Override
        public float[] embed(Document document) {
            return new float[] {1, 0};
        }

        @Override
        public int dimensions() {
            return 2;
        }
    }
}
