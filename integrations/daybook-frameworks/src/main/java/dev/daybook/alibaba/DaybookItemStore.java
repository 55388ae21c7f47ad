package dev.daybook.alibaba;

import com.alibaba.cloud.ai.graph.store.NamespaceListRequest;
import com.alibaba.cloud.ai.graph.store.StoreItem;
import com.alibaba.cloud.ai.graph.store.StoreSearchRequest;
import com.alibaba.cloud.ai.graph.store.StoreSearchResult;
import com.alibaba.cloud.ai.graph.store.stores.BaseStore;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import dev.daybook.Memory;
import dev.daybook.internal.checks.PassedId;
import dev.daybook.internal.window.StorableText;
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
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A {@code Store} of Spring AI Alibaba's graphs over one scope, usually of a user. Give each run the store of its user:
 * {@code RunnableConfig.builder().threadId(thread).store(DaybookItemStore.of(daybook.user("ada"))).build()}. Neither a
 * namespace nor a key reaches another user, whatever a model puts into it.
 *
 * <p>An item is an episode of the id {@code store/NAMESPACE/KEY}, with the value as JSON, so recall and contexts of the scope
 * find it too. Each change is a new version, and an equal value is not written again. A value comes back as JSON has it: an
 * object as a map, a date as a text or a number, a number
 * with more than 17 digits, or beyond a double, as a {@code BigDecimal}. An item has the trust of the assistant.
 *
 * <p>{@link #searchItems} ranks by the recall of the memory where the framework's own stores look for a substring; namespace,
 * filter and sort fields work as there; the total counts the items that were read, at least one more than the page if there
 * are more. {@link #deleteItem} and {@link #clear} erase the items with all their versions and all that was derived from
 * them. Each write is atomic, and durable on return unless the daybook is in memory. Thread-safe.
 */
public final class DaybookItemStore extends BaseStore {

    private static final String PREFIX = "store/";

    private static final Origin AGENT = new Origin(Origin.Source.ASSISTANT, "spring-ai-alibaba");

    /** The name of the key in the metadata, which only items have. */
    private static final String KEY = "store.key";

    private static final Selection.Matching ITEMS =
            Selection.writer(AGENT.writer()).and(Selection.source(AGENT.source()));

    private static final Query ALL = Query.of("").kinds(Kind.EPISODE).filter(Filter.present(KEY));

    /** Items of one read: the answer of a server has a bound. */
    private static final int PAGE = 500;

    /** Sorted, so that equal values are equal texts; a number that JSON does not have stays no JSON. */
    private static final ObjectMapper JSON = JsonMapper.builder()
            .findAndAddModules()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS)
            .addModule(new SimpleModule().addDeserializer(Number.class, new ExactNumber()))
            .build();

    private static final TypeReference<Map<String, Object>> VALUE = new TypeReference<>() {};

    private final Memory memory;

    private DaybookItemStore(Memory memory) {
        this.memory = memory;
    }

    /**
     * Creates a store of one scope; it is cheap to create.
     *
     * @throws IllegalArgumentException if the user is {@code "null"}, the text of a missing value
     */
    public static DaybookItemStore of(Memory memory) {
        Objects.requireNonNull(memory, "memory");
        PassedId.optionalUser(memory.scope().ofUser());
        return new DaybookItemStore(memory);
    }

    /**
     * Writes an item. Its times are those of the memory.
     *
     * @throws IllegalArgumentException if JSON does not have the value, namespace and key are longer than an id, or an
     *     episode that is no item has the id
     */
    @Override
    public void putItem(StoreItem item) {
        validatePutItem(item);
        String id = id(item.getNamespace(), item.getKey());
        Episode present = memory.find(Episode.class, id).orElse(null);
        if (present != null && !isItem(present)) {
            throw new IllegalArgumentException("key is '" + item.getKey() + "', whose id '" + id
                    + "' is that of an episode that is no item; use another key or namespace");
        }
        memory.remember(NewEpisode.of(Message.assistant(write(item)))
                .id(id)
                .occurredAt(present == null ? null : present.occurredAt())
                .metadata(Map.of(KEY, item.getKey()))
                .origin(AGENT));
    }

    @Override
    public Optional<StoreItem> getItem(List<String> namespace, String key) {
        validateGetItem(namespace, key);
        return memory.find(Episode.class, id(namespace, key))
                .filter(DaybookItemStore::isItem)
                .map(DaybookItemStore::item);
    }

    /** Erases an item, also one in quarantine. */
    @Override
    public boolean deleteItem(List<String> namespace, String key) {
        validateDeleteItem(namespace, key);
        Selection item = Selection.episode(id(namespace, key)).and(ITEMS);
        return memory.forget(item).count() > 0;
    }

    /** An episode of another writer may have metadata of the same name. */
    private static boolean isItem(Episode episode) {
        return episode.id().startsWith(PREFIX)
                && episode.metadata().containsKey(KEY)
                && AGENT.agreesWith(episode.origin());
    }

    @Override
    public StoreSearchResult searchItems(StoreSearchRequest request) {
        validateSearchItems(request);
        String query = request.getQuery();
        List<StoreItem> items = query == null || query.isBlank() ? matching(request, all()) : ranked(request, query);
        List<StoreItem> page = page(items, request.getOffset(), request.getLimit());
        return StoreSearchResult.of(page, items.size(), request.getOffset(), request.getLimit());
    }

    /** Returns the items that a query finds, the best first, or in the order of the request: a page and more, or all. */
    private List<StoreItem> ranked(StoreSearchRequest request, String query) {
        Query question =
                Query.of(StorableText.question(query)).kinds(Kind.EPISODE).filter(ALL.filter());
        long enough =
                request.getSortFields().isEmpty() ? (long) request.getOffset() + request.getLimit() : Long.MAX_VALUE;
        for (int limit = PAGE; ; limit *= 4) {
            List<Hit> hits = memory.recall(question.limit(limit));
            List<StoreItem> items = matching(
                    request, hits.stream().map(hit -> (Episode) hit.entry()).filter(DaybookItemStore::isItem));
            if (hits.size() < limit || items.size() > enough) {
                return items;
            }
        }
    }

    private List<StoreItem> matching(StoreSearchRequest request, Stream<Episode> episodes) {
        StoreSearchRequest conditions = new StoreSearchRequest();
        conditions.setNamespace(request.getNamespace());
        conditions.setFilter(request.getFilter());
        Stream<StoreItem> matching =
                episodes.map(DaybookItemStore::item).filter(item -> matchesSearchCriteria(item, conditions));
        if (request.getSortFields().isEmpty()) {
            return matching.toList();
        }
        Comparator<StoreItem> order = createComparator(request);
        return matching.map(item -> Map.entry(comparable(item), item))
                .sorted(Map.Entry.comparingByKey(order))
                .map(Map.Entry::getValue)
                .toList();
    }

    /** Returns an item whose numbers are of one type: the framework compares values of a class only. */
    private static StoreItem comparable(StoreItem item) {
        Map<String, Object> value = new HashMap<>(item.getValue());
        value.replaceAll((name, each) -> each instanceof Number number ? new BigDecimal(number.toString()) : each);
        return new StoreItem(item.getNamespace(), item.getKey(), value, item.getCreatedAt(), item.getUpdatedAt());
    }

    /** Lists the namespaces of all items, sorted, as paths with slashes, as the framework's own stores do. */
    @Override
    public List<String> listNamespaces(NamespaceListRequest request) {
        validateListNamespaces(request);
        int depth = request.getMaxDepth() > 0 ? request.getMaxDepth() : Integer.MAX_VALUE;
        List<String> paths = all().map(DaybookItemStore::namespace)
                .filter(namespace -> startsWithPrefix(namespace, request.getNamespace()))
                .flatMap(namespace -> Stream.iterate(1, i -> i <= Math.min(depth, namespace.size()), i -> i + 1)
                        .map(length -> String.join("/", namespace.subList(0, length))))
                .distinct()
                .sorted()
                .toList();
        return page(paths, request.getOffset(), request.getLimit());
    }

    @Override
    public void clear() {
        memory.forget(ITEMS);
    }

    @Override
    public long size() {
        return all().count();
    }

    @Override
    public boolean isEmpty() {
        return size() == 0;
    }

    /** Returns all items, the newest first. */
    private Stream<Episode> all() {
        Map<String, Episode> found = new LinkedHashMap<>();
        Query page = ALL.by(By.NEWEST).limit(PAGE);
        while (true) {
            List<Hit> hits = memory.recall(page);
            hits.forEach(hit -> found.put(hit.entry().id(), (Episode) hit.entry()));
            if (hits.size() < page.limit()) {
                return found.values().stream().filter(DaybookItemStore::isItem);
            }
            // Items of the same time come again, in any number.
            Instant last = hits.get(hits.size() - 1).occurredAt().toInstant();
            page = last.equals(page.to())
                    ? page.limit(2 * page.limit())
                    : page.to(last).limit(PAGE);
        }
    }

    private static StoreItem item(Episode episode) {
        return new StoreItem(
                namespace(episode),
                String.valueOf(episode.metadata().get(KEY)),
                read(episode),
                episode.occurredAt().toInstant().toEpochMilli(),
                episode.recordedAt().toInstant().toEpochMilli());
    }

    private static List<String> namespace(Episode episode) {
        List<String> parts = List.of(episode.id().substring(PREFIX.length()).split("/", -1));
        return parts.subList(0, parts.size() - 1).stream()
                .map(part -> part.replace("%2F", "/").replace("%25", "%"))
                .toList();
    }

    private static String id(List<String> namespace, String key) {
        return PREFIX
                + Stream.concat(namespace.stream(), Stream.of(key))
                        .map(DaybookItemStore::encoded)
                        .collect(Collectors.joining("/"));
    }

    private static String encoded(@Nullable String part) {
        if (part == null || part.isBlank()) {
            throw new IllegalArgumentException("namespace or key has a part that is "
                    + (part == null ? "null" : "blank") + "; give each part a text");
        }
        return part.replace("%", "%25").replace("/", "%2F");
    }

    private static String write(StoreItem item) {
        Map<String, Object> value = Objects.requireNonNullElse(item.getValue(), Map.of());
        try {
            String json = JSON.writeValueAsString(value);
            JSON.readValue(json, VALUE); // what cannot be read again, such as NaN, must not be written
            return StorableText.whole(json);
        } catch (IOException e) {
            // The cause shows the value.
            throw new IllegalArgumentException("value of the item '" + item.getKey() + "' cannot be written as JSON ("
                    + e.getClass().getSimpleName() + "); give texts, numbers, booleans, lists and maps");
        }
    }

    private static Map<String, Object> read(Episode episode) {
        try {
            return JSON.readValue(episode.messages().get(0).text(), VALUE);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("episode '" + episode.id()
                    + "' is no item: its text is no JSON object; write it by putItem, or erase it by deleteItem");
        }
    }

    /** Reads a number as JSON has it, also one with more digits than a double. */
    private static final class ExactNumber extends JsonDeserializer<Number> {

        /** The digits of a double as Java writes it; the count is the same in all versions of Java. */
        private static final int MAX_DIGITS = 17;

        @Override
        public Number deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            if (parser.hasToken(JsonToken.VALUE_NUMBER_INT)) {
                return parser.getNumberValue();
            }
            BigDecimal exact = parser.getDecimalValue();
            double near = Double.parseDouble(parser.getText());
            boolean isLost =
                    exact.precision() > MAX_DIGITS || Double.isInfinite(near) || near == 0 && exact.signum() != 0;
            return isLost ? exact : (Number) near;
        }
    }

    private static <T> List<T> page(List<T> all, int offset, int limit) {
        return all.stream().skip(Math.max(0, offset)).limit(Math.max(0, limit)).toList();
    }
}
