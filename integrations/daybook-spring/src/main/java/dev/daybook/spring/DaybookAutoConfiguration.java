package dev.daybook.spring;

import dev.daybook.Daybook;
import dev.daybook.DaybookBuilder;
import dev.daybook.micrometer.MicrometerObserver;
import dev.daybook.query.ClientOptions;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.RecentTurns;
import dev.daybook.spi.CallObserver;
import dev.daybook.spi.Embedder;
import dev.daybook.spi.MasterKeys;
import dev.daybook.spring.DaybookProperties.EmbedderChoice;
import dev.daybook.spring.DaybookProperties.ModelChoice;
import io.micrometer.observation.ObservationRegistry;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
            ObjectProvider<ChatModel> chatModels,
            ObjectProvider<ObservationRegistry> observations,
            ObjectProvider<MasterKeys> masterKeys) {
        requireOnePlace(properties);
        MicrometerObserver observer = MicrometerObserver.of(observations.getIfUnique(() -> ObservationRegistry.NOOP))
                .content(properties.observedContent());
        if (properties.url() != null) {
            return connected(properties.url(), properties, observer);
        }
        EmbeddingModel embeddingModel =
                properties.embedder() == EmbedderChoice.AUTO ? embeddingModels.getIfUnique() : null;
        // The models before the store is opened, so that one that fails leaves no connections behind.
        Embedder embedder =
                embeddingModel == null ? null : SpringEmbedder.of(nameOf(properties.embeddingModel()), embeddingModel);
        ChatModel chatModel = properties.languageModel() == ModelChoice.AUTO ? chatModels.getIfUnique() : null;
        SpringModel languageModel =
                chatModel == null ? null : SpringModel.of(chatModel.getClass().getSimpleName(), chatModel);
        DaybookBuilder builder = builder(properties, masterKeys.getIfAvailable(() -> MasterKeys.NONE));
        if (embedder != null) {
            builder.embedder(embedder);
        } else if (properties.embedder() == EmbedderChoice.NONE) {
            builder.noEmbedder();
        }
        // Spring AI observes the calls of its models.
        builder.observer(observer.withoutModelCalls());
        if (properties.clockChecked() != null) {
            builder.clockChecked(properties.clockChecked());
        }
        if (languageModel != null) {
            builder.languageModel(languageModel).deriveFrom(properties.deriveFrom());
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
        advisor = advisor.withOptions(options(properties)).reporting(events::publishEvent);
        return properties.failing() ? advisor.failing() : advisor;
    }

    private static ContextOptions options(DaybookProperties properties) {
        RecentTurns turns = properties.contextTurns();
        return ContextOptions.defaults()
                .maxTokens(properties.contextTokens())
                .relevanceFloor(properties.contextRelevanceFloor())
                .recent(turns != null ? turns : properties.capture() ? RecentTurns.all() : RecentTurns.none());
    }

    private static void requireOnePlace(DaybookProperties properties) {
        List<String> places = new ArrayList<>();
        if (isFolder(properties)) {
            places.add("daybook.folder");
        }
        if (properties.store() != null) {
            places.add("daybook.store");
        }
        if (properties.url() != null) {
            places.add("daybook.url");
        }
        if (places.size() > 1) {
            throw new IllegalStateException(
                    String.join(" and ", places) + " are " + (places.size() == 2 ? "both" : "all") + " set; set one");
        }
        if (places.isEmpty()) {
            throw new IllegalStateException("daybook.folder is not set; set it to the folder of the memory, on a disk"
                    + " that outlives the process, or set daybook.store to the address of a store that several"
                    + " processes share, or daybook.url to the address of a Daybook server");
        }
    }

    /** A blank folder is none, so that a property of a profile can take back that of another one. */
    private static boolean isFolder(DaybookProperties properties) {
        return properties.folder() != null && !properties.folder().toString().isBlank();
    }

    private static DaybookBuilder builder(DaybookProperties properties, MasterKeys keys) {
        return properties.store() == null
                ? Daybook.builder(Objects.requireNonNull(properties.folder()))
                        .masterKeys(keys)
                        .lockWait(properties.lockWait())
                : Daybook.builder(StoreProperty.open(properties.store(), properties.storePassword(), keys));
    }

    private static Daybook connected(URI url, DaybookProperties properties, CallObserver observer) {
        if (properties.key() == null || properties.key().isBlank()) {
            throw new IllegalStateException("daybook.url is set, but daybook.key is not; set it to a key of the server,"
                    + " made with `daybook key create`");
        }
        ClientOptions options = ClientOptions.DEFAULTS.key(properties.key());
        options = properties.timeout() == null ? options : options.timeout(properties.timeout());
        options = properties.attempts() == null ? options : options.attempts(properties.attempts());
        return Daybook.connect(url, options, observer);
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
