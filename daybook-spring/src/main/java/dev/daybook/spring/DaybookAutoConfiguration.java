package dev.daybook.spring;

import dev.daybook.Daybook;
import dev.daybook.DaybookBuilder;
import dev.daybook.spring.DaybookProperties.EmbedderChoice;
import dev.daybook.spring.DaybookProperties.ModelChoice;
import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of a daybook, its chat memory repository and its advisor. Each bean gives way to one of the
 * application. The daybook is closed with the application context.
 */
@AutoConfiguration(
        // The repository has to be there before Spring AI creates one in memory.
        beforeName = "org.springframework.ai.model.chat.memory.autoconfigure.ChatMemoryAutoConfiguration")
@EnableConfigurationProperties(DaybookProperties.class)
public class DaybookAutoConfiguration {

    /** Creates the configuration; Spring calls it. */
    public DaybookAutoConfiguration() {}

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    Daybook daybook(
            DaybookProperties properties,
            ObjectProvider<EmbeddingModel> embeddingModels,
            ObjectProvider<ChatModel> chatModels) {
        if (properties.url() != null) {
            return connected(properties.url(), properties);
        }
        DaybookBuilder builder = Daybook.builder(folder(properties));
        EmbeddingModel embeddingModel =
                properties.embedder() == EmbedderChoice.AUTO ? embeddingModels.getIfUnique() : null;
        if (embeddingModel != null) {
            builder.embedder(SpringEmbedder.of(nameOf(properties.embeddingModel()), embeddingModel));
        } else if (properties.embedder() == EmbedderChoice.NONE) {
            builder.noEmbedder();
        }
        ChatModel chatModel = properties.languageModel() == ModelChoice.AUTO ? chatModels.getIfUnique() : null;
        if (chatModel != null) {
            builder.languageModel(SpringModel.of(chatModel.getClass().getSimpleName(), chatModel));
        }
        return builder.open();
    }

    @Bean
    @ConditionalOnMissingBean
    ConversationLocator conversationLocator(Daybook daybook, DaybookProperties properties) {
        return ConversationLocator.users(daybook.space(properties.space()));
    }

    @Bean
    @ConditionalOnMissingBean(ChatMemoryRepository.class)
    DaybookChatMemoryRepository daybookChatMemoryRepository(ConversationLocator locator) {
        return DaybookChatMemoryRepository.of(locator);
    }

    @Bean
    @ConditionalOnMissingBean
    DaybookAdvisor daybookAdvisor(
            ConversationLocator locator, DaybookProperties properties, ApplicationEventPublisher events) {
        DaybookAdvisor advisor = properties.capture() ? DaybookAdvisor.of(locator) : DaybookAdvisor.recallOnly(locator);
        advisor = advisor.reporting(events::publishEvent);
        return properties.failing() ? advisor.failing() : advisor;
    }

    private static Daybook connected(URI url, DaybookProperties properties) {
        if (properties.folder() != null) {
            throw new IllegalStateException(
                    "daybook.folder and daybook.url are both set; set the folder for a daybook in"
                            + " this process, or the url for that of a server");
        }
        if (properties.key() == null || properties.key().isBlank()) {
            throw new IllegalStateException("daybook.url is set, but daybook.key is not; set it to a key of the server,"
                    + " made with `daybook key create`");
        }
        return Daybook.connect(url, properties.key());
    }

    private static Path folder(DaybookProperties properties) {
        if (properties.folder() == null) {
            throw new IllegalStateException("daybook.folder is not set; set it to the folder of the memory,"
                    + " on a disk that outlives the process, or set daybook.url to the address of a Daybook server");
        }
        return properties.folder();
    }

    /** Vectors of two models are never compared, so a name that stays when the model changes would mix them. */
    private static String nameOf(@Nullable String embeddingModel) {
        if (embeddingModel == null || embeddingModel.isBlank()) {
            throw new IllegalStateException("there is an EmbeddingModel bean, but daybook.embedding-model is not set;"
                    + " set it to the name of the model with its version, or set daybook.embedder=bundled");
        }
        return embeddingModel;
    }
}
