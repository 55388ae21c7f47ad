package dev.daybook.langchain4j;

import dev.daybook.internal.window.QuotedLines;
import dev.daybook.internal.window.StorableText;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.outcome.Hit;
import dev.daybook.query.Query;
import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.ContentMetadata;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A {@code ContentRetriever} over the recall of a memory: the hits of a query, the best first, ten unless a limit is
 * set. Hits that the chat window shows already are left out.
 *
 * <p>The text of a content is a quotation: each line begins with {@code >}, so a recalled text cannot pass for an
 * instruction outside it. The metadata of its segment are {@value #ID}, {@value #KIND}, {@value #SCORE} (comparable
 * only between contents of one retrieval), {@value #TIME} (ISO 8601 with offset: the time of the event, or of a fact
 * the start of its validity), {@value #TRUST}, and {@value #SESSION} if there is one. The score and the id are content
 * metadata too.
 *
 * <p>LangChain4j adds the contents to the user's message. The retriever notes the user's own text in the message first,
 * so {@link DaybookChatMemoryStore} and {@link ChatCapture} never write recalled text as the user's. For other stores,
 * set {@code storeRetrievedContentInChatMemory(false)} on the AI service.
 *
 * <p>Reads only. If the memory fails, there are no contents, and the failure is in the log. Thread-safe. A query without a memory id is an {@link IllegalArgumentException}, see
 * {@link SessionLocator}.
 */
public final class MemoryRetriever implements ContentRetriever {

    public static final String ID = "id";
    public static final String KIND = "kind";
    public static final String SCORE = "score";
    public static final String TIME = "time";
    public static final String TRUST = "trust";
    public static final String SESSION = "session";

    private final SessionLocator locator;
    private final MessageCodec codec = new MessageCodec(Set.of());
    private final UnaryOperator<Query> conditions;

    private MemoryRetriever(SessionLocator locator, UnaryOperator<Query> conditions) {
        this.locator = Objects.requireNonNull(locator, "locator");
        this.conditions = Objects.requireNonNull(conditions, "conditions");
    }

    /** Creates a retriever over all entries of a memory; one serves all users. */
    public static MemoryRetriever of(SessionLocator locator) {
        return new MemoryRetriever(locator, UnaryOperator.identity());
    }

    /**
     * Creates a retriever with conditions.
     *
     * @param conditions changes the query of a question, as in {@code query -> query.limit(5).kinds(Kind.FACT)}
     */
    public static MemoryRetriever of(SessionLocator locator, UnaryOperator<Query> conditions) {
        return new MemoryRetriever(locator, conditions);
    }

    @Override
    public List<Content> retrieve(dev.langchain4j.rag.query.Query question) {
        dev.langchain4j.rag.query.Metadata request = question.metadata();
        SessionAddress address = locator.locate(request == null ? null : request.chatMemoryId());
        if (request != null && request.chatMessage() instanceof UserMessage message) {
            UserText.mark(message);
        }
        Set<Message> shown = request == null || request.chatMemory() == null ? Set.of() : shown(request.chatMemory());
        Query query = conditions.apply(Query.of(StorableText.question(question.text())));
        List<Hit> hits =
                ChatReads.orElse(List.of(), () -> address.memory().recall(query.limit(query.limit() + shown.size())));
        return hits.stream()
                .filter(hit -> !isShown(hit.entry(), shown))
                .limit(Math.max(0, query.limit()))
                .map(MemoryRetriever::content)
                .toList();
    }

    private Set<Message> shown(List<ChatMessage> window) {
        return window.stream()
                .filter(message -> !(message instanceof SystemMessage))
                .map(message -> codec.record(message).message())
                .collect(Collectors.toSet());
    }

    private static boolean isShown(Entry entry, Set<Message> shown) {
        return entry instanceof Episode episode && shown.containsAll(episode.messages());
    }

    private static Content content(Hit hit) {
        Metadata metadata = new Metadata()
                .put(ID, hit.id())
                .put(KIND, hit.kind().label())
                .put(SCORE, hit.score())
                .put(TIME, hit.occurredAt().toString())
                .put(TRUST, hit.trust().label());
        if (hit.session() != null) {
            metadata.put(SESSION, hit.session());
        }
        return Content.from(
                TextSegment.from(QuotedLines.of(hit.text()), metadata),
                Map.of(ContentMetadata.SCORE, hit.score(), ContentMetadata.EMBEDDING_ID, hit.id()));
    }
}
