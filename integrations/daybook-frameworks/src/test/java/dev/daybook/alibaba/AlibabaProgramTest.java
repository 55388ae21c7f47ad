package dev.daybook.alibaba;

import static com.alibaba.cloud.ai.graph.action.AsyncNodeActionWithConfig.node_async;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import com.alibaba.cloud.ai.graph.CompiledGraph;
import com.alibaba.cloud.ai.graph.RunnableConfig;
import com.alibaba.cloud.ai.graph.StateGraph;
import com.alibaba.cloud.ai.graph.store.NamespaceListRequest;
import com.alibaba.cloud.ai.graph.store.Store;
import com.alibaba.cloud.ai.graph.store.StoreItem;
import com.alibaba.cloud.ai.graph.store.StoreSearchRequest;
import com.alibaba.cloud.ai.graph.store.StoreSearchResult;
import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Origin;
import dev.daybook.query.Query;
import dev.daybook.query.SpaceSettings;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A graph of Spring AI Alibaba with the store; the program of docs/frameworks.md. */
class AlibabaProgramTest {

    @TempDir
    Path folder;

    private Daybook daybook;

    @BeforeEach
    void open() {
        daybook = Daybook.builder(folder).noEmbedder().background(false).open();
    }

    @AfterEach
    void close() {
        daybook.close();
    }

    private Store store() {
        return DaybookItemStore.of(daybook.user("ada"));
    }

    private static StoreItem item(List<String> namespace, String key, Map<String, Object> value) {
        return StoreItem.of(namespace, key, value);
    }

    @Test
    void a_graph_finds_what_an_earlier_run_of_the_user_stored() throws Exception {
        CompiledGraph graph = new StateGraph()
                .addNode("ask", node_async((state, config) -> {
                    List<StoreItem> known = config.store()
                            .searchItems(StoreSearchRequest.builder()
                                    .namespace("profile")
                                    .query("home town")
                                    .build())
                            .getItems();
                    config.store().putItem(item(List.of("profile"), "home town", Map.of("city", "Lisbon")));
                    return Map.of("known", known.size());
                }))
                .addEdge(StateGraph.START, "ask")
                .addEdge("ask", StateGraph.END)
                .compile();

        assertThat(known(graph, "ada", "t1")).isEqualTo(0);
        close();
        open();
        assertThat(known(graph, "ada", "t2")).isEqualTo(1);
        assertThat(known(graph, "bob", "t3")).isEqualTo(0);
    }

    private Object known(CompiledGraph graph, String user, String thread) {
        // tag::alibaba[]
        RunnableConfig run = RunnableConfig.builder()
                .threadId(thread)
                .store(DaybookItemStore.of(daybook.user(user)))
                .build();
        Map<String, Object> result =
                graph.invoke(Map.of("input", "hello"), run).orElseThrow().data();
        // end::alibaba[]
        return result.get("known");
    }

    @Test
    void an_item_has_its_times_and_its_value() throws Exception {
        store().putItem(item(List.of("a"), "k", Map.of("n", 1, "list", List.of("x"), "deep", Map.of("b", true))));
        long created = store().getItem(List.of("a"), "k").orElseThrow().getCreatedAt();
        Thread.sleep(5);
        store().putItem(item(List.of("a"), "k", Map.of("n", 2)));

        StoreItem found = store().getItem(List.of("a"), "k").orElseThrow();
        assertThat(found.getValue()).isEqualTo(Map.of("n", 2));
        assertThat(found.getCreatedAt()).isEqualTo(created);
        assertThat(found.getUpdatedAt()).isGreaterThan(created);
    }

    @Test
    void a_number_comes_back_as_it_was_or_is_refused() {
        List<Object> numbers = List.of(
                1,
                1L << 40,
                new BigInteger("123456789012345678901234567890"),
                0.1,
                -0.0,
                3.8498150167769139E18,
                2e-323,
                Double.MAX_VALUE,
                new BigDecimal("0.12345678901234567890123456789"),
                new BigDecimal("-1e400"),
                new BigDecimal("1e-400"),
                new BigDecimal("1E+999999999"),
                new BigDecimal("1E-999999999"));
        store().putItem(item(List.of("a"), "k", Map.of("list", numbers)));

        for (Object number : List.of(
                Double.NaN,
                Double.NEGATIVE_INFINITY,
                Float.POSITIVE_INFINITY,
                new BigInteger("9".repeat(2_000)),
                new BigDecimal("0." + "9".repeat(2_000)),
                new BigDecimal("12E+2147483647"))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> store().putItem(item(List.of("a"), "k", Map.of("n", number))))
                    .withMessageStartingWith("value of the item 'k' cannot be written as JSON")
                    .withMessageEndingWith("give texts, numbers, booleans, lists and maps");
        }
        assertThat(store().getItem(List.of("a"), "k").orElseThrow().getValue()).isEqualTo(Map.of("list", numbers));
    }

    @Test
    void a_store_of_no_memory_is_refused_by_name() {
        assertThatNullPointerException()
                .isThrownBy(() -> DaybookItemStore.of(null))
                .withMessage("memory");
    }

    @Test
    void neither_a_namespace_nor_a_key_reaches_another_item() {
        store().putItem(item(List.of("a/b"), "c", Map.of("at", 1)));
        store().putItem(item(List.of("a"), "b/c", Map.of("at", 2)));
        store().putItem(item(List.of("a", "b"), "c", Map.of("at", 3)));
        store().putItem(item(List.of("a%2Fb"), "c", Map.of("at", 4)));
        store().putItem(item(List.of(), "c", Map.of("at", 5)));

        assertThat(store().size()).isEqualTo(5);
        assertThat(store().getItem(List.of("a/b"), "c").orElseThrow().getValue())
                .isEqualTo(Map.of("at", 1));
        assertThat(store().getItem(List.of("a%2Fb"), "c").orElseThrow().getNamespace())
                .containsExactly("a%2Fb");
        assertThat(store().getItem(List.of("a"), "b/c").orElseThrow().getKey()).isEqualTo("b/c");
        assertThat(store().listNamespaces(NamespaceListRequest.builder()
                        .namespace(List.of("a"))
                        .build()))
                .containsExactly("a", "a/b");
    }

    @Test
    void a_search_has_namespace_filter_order_and_pages() {
        IntStream.range(0, 5)
                .forEach(i -> store().putItem(
                                item(List.of("trips", "y" + i % 2), "k" + i, Map.of("n", i, "even", i % 2 == 0))));

        StoreSearchResult page = store().searchItems(StoreSearchRequest.builder()
                .namespace("trips")
                .filter(Map.of("even", true))
                .sortFields(List.of("n"))
                .ascending(false)
                .offset(1)
                .limit(1)
                .build());

        assertThat(page.getTotalCount()).isEqualTo(3);
        assertThat(page.getItems()).extracting(StoreItem::getKey).containsExactly("k2");
        assertThat(store().searchItems(StoreSearchRequest.builder()
                                .namespace("trips", "y1")
                                .build())
                        .getItems())
                .hasSize(2);
    }

    @Test
    void numbers_of_all_types_are_sorted_together() {
        List<Object> numbers = List.of(
                2, 1.5, new BigDecimal("1.12345678901234567890123456789"), 1L << 40, new BigDecimal("1E+999999999"));
        numbers.forEach(number -> store().putItem(item(List.of("a"), "k" + number, Map.of("n", number))));

        assertThat(store().searchItems(StoreSearchRequest.builder()
                                .sortFields(List.of("n"))
                                .build())
                        .getItems())
                .extracting(item -> item.getValue().get("n"))
                .containsExactly(numbers.get(2), 1.5, 2, 1L << 40, numbers.get(4));
    }

    @Test
    void clearing_leaves_what_is_no_item() {
        Memory ada = daybook.user("ada");
        ada.remember(NewEpisode.of(Message.user("I moved to Lisbon.")).id("store/a/k"));
        store().putItem(item(List.of("b"), "k", Map.of("city", "Porto")));

        assertThat(store().getItem(List.of("a"), "k")).isEmpty();
        assertThat(store().deleteItem(List.of("a"), "k")).isFalse();
        store().clear();

        assertThat(store().isEmpty()).isTrue();
        assertThat(ada.recall("Lisbon")).hasSize(1);
    }

    @Test
    void an_episode_of_another_writer_with_metadata_of_the_same_name_is_no_item() {
        Memory ada = daybook.user("ada");
        Map<String, String> metadata = Map.of("store.key", "k");
        ada.remember(NewEpisode.of(Message.user("I moved to Lisbon."))
                .id("store/a/k")
                .metadata(metadata));
        ada.remember(NewEpisode.of(Message.user("I moved to Porto.")).id("e1").metadata(metadata));
        store().putItem(item(List.of("b"), "k", Map.of("city", "Porto")));

        assertThat(store().getItem(List.of("a"), "k")).isEmpty();
        assertThat(store().size()).isEqualTo(1);
        assertThat(store().searchItems(
                                StoreSearchRequest.builder().query("Porto").build())
                        .getItems())
                .hasSize(1);
        assertThat(store().listNamespaces(NamespaceListRequest.builder().build()))
                .containsExactly("b");
        assertThat(store().deleteItem(List.of("a"), "k")).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store().putItem(item(List.of("a"), "k", Map.of("n", 1))))
                .withMessage("key is 'k', whose id 'store/a/k' is that of an episode that is no item; use another key"
                        + " or namespace");
        store().clear();
        assertThat(ada.recall("moved")).hasSize(2);
    }

    @Test
    void more_items_than_one_answer_has_are_read_in_parts() {
        OffsetDateTime noon = OffsetDateTime.parse("2026-03-01T12:00:00Z");
        List<Integer> limits = new ArrayList<>();
        Memory ada = recording(daybook.user("ada"), limits);
        Store store = DaybookItemStore.of(ada);
        Origin writer = new Origin(Origin.Source.ASSISTANT, "spring-ai-alibaba");
        List<NewEpisode> items = IntStream.range(0, 1_400)
                .mapToObj(i -> NewEpisode.of(Message.assistant("{\"city\":\"Lisbon\",\"n\":" + i + "}"))
                        .id("store/n" + i % 2 + "/k" + i)
                        .occurredAt(noon.plusSeconds(i < 700 ? 0 : i))
                        .metadata(Map.of("store.key", "k" + i))
                        .origin(writer))
                .toList();
        ada.remember(items.subList(0, 700));
        ada.remember(items.subList(700, 1_400));

        assertThat(store.size()).isEqualTo(1_400);
        StoreSearchResult first = store.searchItems(StoreSearchRequest.builder()
                .query("Lisbon")
                .namespace("n1")
                .limit(10)
                .build());
        assertThat(first.getItems()).hasSize(10);
        assertThat(first.hasMore()).isTrue();
        assertThat(limits).allMatch(limit -> limit <= 1_000);
        StoreSearchResult last = store.searchItems(StoreSearchRequest.builder()
                .query("Lisbon")
                .namespace("n1")
                .offset(690)
                .limit(20)
                .build());
        assertThat(last.getItems()).hasSize(10);
        assertThat(last.getTotalCount()).isEqualTo(700);
        store.clear();
        assertThat(store.isEmpty()).isTrue();
    }

    private static Memory recording(Memory memory, List<Integer> limits) {
        return (Memory) Proxy.newProxyInstance(
                AlibabaProgramTest.class.getClassLoader(),
                new Class<?>[] {Memory.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("recall") && arguments[0] instanceof Query query) {
                        limits.add(query.limit());
                    }
                    return method.invoke(memory, arguments);
                });
    }

    @Test
    void a_value_with_a_secret_comes_back_without_it() {
        daybook.space("default").changeSettings(settings -> settings.secrets(SpaceSettings.Secrets.REDACT));
        Map<String, Object> value =
                Map.of("password", 12345678, "notes", List.of("AKIAIOSFODNN7EXAMPLE", "x"), "n", Map.of("ok", true));

        store().putItem(item(List.of("a"), "k", value));

        assertThat(store().getItem(List.of("a"), "k").orElseThrow().getValue())
                .isEqualTo(
                        Map.of("password", "[redacted]", "notes", List.of("[redacted]", "x"), "n", Map.of("ok", true)));
    }

    @Test
    void a_value_that_json_does_not_have_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store().putItem(item(List.of("a"), "k", Map.of("bad", new Object()))))
                .withMessage("value of the item 'k' cannot be written as JSON (InvalidDefinitionException); give texts,"
                        + " numbers, booleans, lists and maps");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store().putItem(item(List.of(" "), "k", Map.of())))
                .withMessageContaining("blank; give each part a text");
        assertThat(daybook.spaces()).isEmpty();
        store().putItem(item(List.of("a"), "k", Map.of("when", Instant.EPOCH)));
        assertThat(store().getItem(List.of("a"), "k")).isPresent();
    }
}
