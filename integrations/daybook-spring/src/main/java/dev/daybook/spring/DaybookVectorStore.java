package dev.daybook.spring;

import dev.daybook.Memory;
import dev.daybook.Quarantine;
import dev.daybook.internal.checks.NullChecks;
import dev.daybook.internal.checks.PassedId;
import dev.daybook.internal.erasure.EntryBatches;
import dev.daybook.internal.window.QuotedLines;
import dev.daybook.internal.window.StorableText;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Origin;
import dev.daybook.outcome.Hit;
import dev.daybook.query.Filter;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.query.Selection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.ai.document.Document;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.ai.vectorstore.filter.Filter.Expression;

/**
 * A {@code VectorStore} as a view of one scope, for the advisors of Spring AI that take one:
 * {@code QuestionAnswerAdvisor.builder(DaybookVectorStore.of(daybook.user("ada"))).build()}. Make one for each call: it is
 * cheap, and the user comes from the program. A filter is a condition on metadata and never reaches another scope.
 *
 * <p>A document is an episode with its id, text and metadata, of the origin and trust of an import. The same document
 * again is the same write; another text under its id is a new version. {@link #add} is one atomic write, durable on return
 * unless the daybook is in memory.
 *
 * <p>{@link #similaritySearch} returns the episodes that the memory recalls, chat turns as well as documents, each as a
 * quotation: every line begins with {@code >}, so that a text cannot pass for the prompt around it. Beside the metadata of
 * the episode a result has {@value #TIME}, {@value #TRUST} and {@value #SESSION}; no document can have metadata of these
 * names. Its score is comparable only within one search. With a similarity threshold the search is by the cosine of the
 * vectors alone, which needs an embedder and is then the score.
 *
 * <p>A delete erases documents with all their versions and all that was derived from them; it refuses the id of a chat turn,
 * and a filter deletes documents only. Each thousand documents are one atomic erasure. Thread-safe.
 */
public final class DaybookVectorStore implements VectorStore {

    public static final String TIME = "daybook.time";
    public static final String TRUST = "daybook.trust";
    public static final String SESSION = "daybook.session";

    private static final Origin DOCUMENT = new Origin(Origin.Source.IMPORT, "spring-ai-vector-store");

    /** Also of a document that is hidden, which no other condition would tell from a hidden turn of a chat. */
    private static final Selection.Matching DOCUMENTS =
            Selection.writer(DOCUMENT.writer()).and(Selection.source(DOCUMENT.source()));

    private final Memory memory;

    private DaybookVectorStore(Memory memory) {
        this.memory = memory;
    }

    /**
     * Creates a store of one scope, usually of a user.
     *
     * @throws IllegalArgumentException if the user is {@code "null"}, the text of a missing value
     */
    public static DaybookVectorStore of(Memory memory) {
        PassedId.optionalUser(NullChecks.present("memory", memory).scope().ofUser());
        return new DaybookVectorStore(memory);
    }

    /**
     * Writes documents.
     *
     * @throws IllegalArgumentException if a document has media, metadata other than texts, booleans and numbers, or the id
     *     of a chat turn; nothing is written then
     */
    @Override
    public void add(List<Document> documents) {
        List<NewEpisode> episodes = NullChecks.all("documents", documents).stream()
                .map(DaybookVectorStore::episode)
                .toList();
        episodes.forEach(episode -> refuseTurn(String.valueOf(episode.id())));
        if (!episodes.isEmpty()) {
            memory.remember(episodes);
        }
    }

    private static NewEpisode episode(Document document) {
        String text = document.getText();
        if (text == null) {
            throw new IllegalArgumentException(
                    "document '" + document.getId() + "' has media and no text; give a document with a text");
        }
        return NewEpisode.of(Message.tool(StorableText.whole(text)).withName("document"))
                .id(document.getId())
                .metadata(document.getMetadata())
                .origin(DOCUMENT);
    }

    /** Erases the documents of these ids, also those in quarantine; an unknown id is ignored. */
    @Override
    public void delete(List<String> ids) {
        NullChecks.all("ids", ids).forEach(this::refuseTurn);
        erase(ids);
    }

    /** Erases the documents whose metadata fulfils a filter, also those in quarantine; reads the whole scope. */
    @Override
    public void delete(Expression filterExpression) {
        Filter filter = MetadataFilters.of(NullChecks.present("filterExpression", filterExpression));
        List<String> ids = new ArrayList<>();
        add(ids, filter, memory.archive().exportAll());
        Quarantine quarantine = memory.quarantine();
        quarantine.list().forEach(hidden -> add(ids, filter, quarantine.entries(hidden.operation())));
        erase(ids);
    }

    private void erase(List<String> ids) {
        EntryBatches.of(Kind.EPISODE, ids).forEach(batch -> memory.forget(batch.and(DOCUMENTS)));
    }

    private static void add(List<String> ids, Filter filter, Stream<Entry> entries) {
        try (entries) {
            entries.filter(DaybookVectorStore::isDocument)
                    .map(Episode.class::cast)
                    .filter(document -> filter.matches(document.metadata()))
                    .map(Episode::id)
                    .forEach(ids::add);
        }
    }

    private void refuseTurn(String id) {
        if (memory.find(Episode.class, id).filter(found -> !isDocument(found)).isPresent()) {
            throw new IllegalArgumentException("id '" + id + "' is no document but a turn of a chat; give the id of a"
                    + " document, or erase the turn by memory.forget(Selection.episode(id))");
        }
    }

    private static boolean isDocument(Entry entry) {
        return entry instanceof Episode episode
                && DOCUMENT.agreesWith(episode.provenance().origin());
    }

    /**
     * Searches the episodes of the scope.
     *
     * @throws IllegalArgumentException if the filter has a condition that metadata cannot answer, or there is a similarity
     *     threshold and no embedder
     */
    @Override
    public List<Document> similaritySearch(SearchRequest request) {
        Query query = Query.of(StorableText.question(
                        NullChecks.present("request", request).getQuery()))
                .kinds(Kind.EPISODE)
                .limit(request.getTopK());
        Expression filter = request.getFilterExpression();
        if (filter != null) {
            query = query.filter(MetadataFilters.of(filter));
        }
        if (request.getSimilarityThreshold() > SearchRequest.SIMILARITY_THRESHOLD_ACCEPT_ALL) {
            query = query.by(By.MEANING).minimumScore(request.getSimilarityThreshold());
        }
        return memory.recall(query).stream().map(DaybookVectorStore::document).toList();
    }

    private static Document document(Hit hit) {
        Episode episode = (Episode) hit.entry();
        Map<String, Object> metadata = new LinkedHashMap<>(episode.metadata());
        metadata.put(TIME, hit.occurredAt().toString());
        metadata.put(TRUST, hit.trust().label());
        if (episode.session() != null) {
            metadata.put(SESSION, episode.session());
        }
        String text = isDocument(episode) ? episode.messages().get(0).text() : episode.text();
        return Document.builder()
                .id(episode.id())
                .text(QuotedLines.of(text))
                .metadata(metadata)
                .score(hit.score())
                .build();
    }
}
