package dev.daybook.spring;

import dev.daybook.query.DerivationStart;
import dev.daybook.query.RecentTurns;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of {@link DaybookAutoConfiguration}.
 *
 * @param folder Folder of the daybook, created if it is missing. Required, unless daybook.store or daybook.url is set or
 *     the application has a Daybook bean.
 * @param store Address of a store that several processes share, such as postgres://USER@HOST:5432/DATABASE, instead of a
 *     folder. Its module must be on the class path.
 *     The address memory is a store that ends with the application context, for tests.
 * @param storePassword Password of the user in the address of the store.
 * @param url Address of a Daybook server, such as http://127.0.0.1:7411, instead of a folder. The models of the server
 *     serve the daybook then.
 * @param key API key for the server.
 * @param timeout Longest duration of a call of the server.
 * @param attempts Number of times that a call of the server is tried while the server is away.
 * @param lockWait Longest wait at the start for another process that holds the folder, such as 30s: the old one of a rolling
 *     update.
 * @param space Space (tenant) whose users the chats belong to.
 * @param embedder Model for semantic search.
 * @param embeddingModel Name of the application's EmbeddingModel with its version, such as text-embedding-3-small.
 *     Identifies the vectors for good: change it with the model, and only then.
 * @param languageModel Model that derives summaries, facts and notes in the background.
 * @param deriveFrom What the language model derives from first: all that waits for it, or only what is written after the
 *     start.
 * @param capture Whether the DaybookAdvisor bean writes the chat. Set it to false if a chat memory over
 *     DaybookChatMemoryRepository writes it.
 * @param failing Whether the DaybookAdvisor bean ends a call when the store fails; otherwise the chat goes on.
 * @param observedContent Whether spans show questions, texts of memory, and ids of users and sessions.
 * @param contextTokens Budget of the context that the DaybookAdvisor bean adds to a prompt, in tokens.
 * @param contextTurns Newest messages of the session in that context: none, all that fit, or a number. All by default, and
 *     none with daybook.capture=false, because the chat memory shows them.
 * @param contextRelevanceFloor Least relevance of the memory to a prompt for which messages are recalled, from 0 to 1: the
 *     share of the words of the prompt in one text, or the cosine if that is higher.
 * @param clockChecked Day on which a person found the clock right, such as 2026-03-01. Retention periods need it after the
 *     memory was closed for more than 14 days.
 */
@ConfigurationProperties("daybook")
public record DaybookProperties(
        @Nullable Path folder,
        @Nullable URI store,
        @Nullable String storePassword,
        @Nullable URI url,
        @Nullable String key,
        @Nullable Duration timeout,
        @Nullable Integer attempts,
        @DefaultValue("0s") Duration lockWait,
        @DefaultValue("default") String space,
        @DefaultValue("auto") EmbedderChoice embedder,
        @Nullable String embeddingModel,
        @DefaultValue("auto") ModelChoice languageModel,
        @DefaultValue("beginning") DerivationStart deriveFrom,
        @DefaultValue("true") boolean capture,
        @DefaultValue("false") boolean failing,
        @DefaultValue("false") boolean observedContent,
        @DefaultValue("2000") int contextTokens,
        @Nullable RecentTurns contextTurns,
        @DefaultValue("0") double contextRelevanceFloor,
        @Nullable LocalDate clockChecked) {

    /** A choice of the model for semantic search. */
    public enum EmbedderChoice {
        /** The EmbeddingModel bean of the application if there is one, else the embedder of Daybook. */
        AUTO,
        /** The embedder of Daybook, which runs in the process. */
        BUNDLED,
        /** No semantic search: keywords only. */
        NONE
    }

    /** A choice of the model for derived texts. */
    public enum ModelChoice {
        /** The ChatModel bean of the application if there is one; its calls cost tokens. */
        AUTO,
        /** None: derived texts are taken from the sources word for word. */
        NONE
    }
}
