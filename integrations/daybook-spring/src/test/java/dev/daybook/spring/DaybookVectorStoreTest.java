package dev.daybook.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Entry;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.query.Selection;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.vectorstore.QuestionAnswerAdvisor;
import org.springframework.ai.chat.client.advisor.vectorstore.VectorStoreChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.document.Document;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.ai.vectorstore.filter.Filter.Expression;
import org.springframework.ai.vectorstore.filter.FilterExpressionBuilder;

class DaybookVectorStoreTest {

    private final InMemoryStore disk = new InMemoryStore();
    private final Daybook daybook = Daybook.builder(disk).noEmbedder().open();
    private final Memory ada = daybook.user("ada");
    private final VectorStore store = DaybookVectorStore.of(ada);

    @AfterEach
    void close() {
        daybook.close();
    }

    private static Document document(String id, String text, Map<String, Object> metadata) {
        return new Document(id, text, metadata);
    }

    private void addCities() {
        store.add(List.of(
                document(
                        "d1",
                        "Lisbon is a city on the Tagus.",
                        Map.of("country", "PT", "size", 500_000, "visited", true)),
                document("d2", "Porto is a city on the Douro.", Map.of("country", "PT", "size", 230_000)),
                document("d3", "Vienna is a city on the Danube.", Map.of("country", "AT", "size", 2_000_000))));
    }

    private List<String> found(String filter) {
        SearchRequest request = SearchRequest.builder()
                .query("city")
                .topK(10)
                .filterExpression(filter)
                .build();
        return store.similaritySearch(request).stream()
                .map(Document::getId)
                .sorted()
                .toList();
    }

    @Test
    void a_question_answer_advisor_finds_documents_and_turns_of_its_user_only() {
        store.add(List.of(document("d1", "Lisbon is a city on the Tagus.", Map.of())));
        ada.session("s1").remember(Message.user("I moved to Lisbon in May."));
        daybook.user("bob").session("s1").remember(Message.user("I hate Lisbon."));
        ScriptedChat model = ScriptedChat.answering("To Lisbon.");
        String user = "ada";
        // tag::vectorStore[]
        VectorStore documents = DaybookVectorStore.of(daybook.user(user));
        String answer = ChatClient.create(model)
                .prompt()
                .user("Where is Lisbon?")
                .advisors(QuestionAnswerAdvisor.builder(documents).build())
                .call()
                .content();
        // end::vectorStore[]
        assertThat(answer).isEqualTo("To Lisbon.");
        assertThat(model.prompts().get(0).getUserMessage().getText())
                .contains("> Lisbon is a city on the Tagus.", "> user: I moved to Lisbon in May.")
                .doesNotContain("hate");
    }

    @Test
    void a_vector_store_chat_memory_keeps_conversations_apart() {
        ScriptedChat model = ScriptedChat.answering("Lovely!");
        ChatClient chat = ChatClient.builder(model)
                .defaultAdvisors(VectorStoreChatMemoryAdvisor.builder(store).build())
                .build();
        ask(chat, "c1", "I moved to Lisbon in May.");
        ask(chat, "c2", "Where did I move to?");
        ask(chat, "c1", "Where did I move to?");

        assertThat(model.prompts().get(1).getSystemMessage().getText()).doesNotContain("Lisbon");
        assertThat(model.prompts().get(2).getSystemMessage().getText()).contains("I moved to Lisbon in May.");
    }

    private static void ask(ChatClient chat, String conversation, String text) {
        chat.prompt()
                .user(text)
                .advisors(call -> call.param(ChatMemory.CONVERSATION_ID, conversation))
                .call()
                .content();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "country == 'PT' | d1 d2",
                "country != 'PT' | d3",
                "country in ['AT', 'DE'] | d3",
                "country nin ['AT', 'DE'] | d1 d2",
                "size > 230000 | d1 d3",
                "size >= 230000 | d1 d2 d3",
                "size < 500000 | d2",
                "size <= 500000 | d1 d2",
                "visited == true | d1",
                "visited IS NULL | d2 d3",
                "visited IS NOT NULL | d1",
                "country == 'PT' AND (size > 300000 OR visited == true) | d1",
                "NOT (country == 'PT') | d3",
                "'country' == 'AT' | d3"
            })
    void a_filter_is_a_condition_on_metadata(String filter, String ids) {
        addCities();

        assertThat(found(filter)).containsExactly(ids.split(" "));
    }

    @Test
    void a_user_in_a_filter_is_data_of_documents_and_reaches_no_other_scope() {
        DaybookVectorStore.of(daybook.user("bob"))
                .add(List.of(document("b1", "Rome is a city.", Map.of("user", "bob", "userId", "bob"))));
        addCities();

        assertThat(found("user == 'bob' OR userId == 'bob' OR userId != 'ada'")).doesNotContain("b1");
        assertThat(found("user == 'bob'")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"daybook.session == 's1'", "daybook.trust == 'user'", "country > 'PT'", "size >= 'big'"})
    void a_condition_that_metadata_cannot_answer_is_refused(String filter) {
        addCities();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> found(filter))
                .withMessageStartingWith("filter ")
                .withMessageContaining("; ");
        assertThatIllegalArgumentException().isThrownBy(() -> store.delete(filter));
        assertThat(found("size > 0")).hasSize(3);
    }

    @Test
    void a_filter_without_a_value_is_refused() {
        FilterExpressionBuilder filters = new FilterExpressionBuilder();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.delete(filters.eq("country", null).build()))
                .withMessage("filter compares 'country' with no value; give one, or use IS NULL or IS NOT NULL");
    }

    @Test
    void a_chain_of_conditions_may_be_long() {
        addCities();
        FilterExpressionBuilder filters = new FilterExpressionBuilder();
        FilterExpressionBuilder.Op either = filters.eq("country", "PT");
        FilterExpressionBuilder.Op both = filters.eq("country", "PT");
        for (int i = 0; i < 20_000; i++) {
            either = i % 2 == 0
                    ? filters.or(either, filters.eq("size", i))
                    : filters.or(filters.eq("size", i), filters.group(either));
            both = filters.and(both, filters.ne("size", i));
        }

        assertThat(found(either)).containsExactly("d1", "d2");
        assertThat(found(both)).containsExactly("d1", "d2");
    }

    @Test
    void the_levels_of_a_filter_are_bounded() {
        addCities();
        FilterExpressionBuilder filters = new FilterExpressionBuilder();

        assertThat(found(negated(filters.eq("country", "PT"), 22))).containsExactly("d1", "d2");
        assertThat(found(negated(filters.ne("country", "PT"), 23))).containsExactly("d1", "d2");
        for (int negations : new int[] {24, 100_000}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> found(negated(filters.eq("country", "PT"), negations)))
                    .withMessage("filter is nested deeper than 24 levels; use IN for a list of values, or fewer changes"
                            + " between AND and OR and fewer negations");
        }
    }

    private static FilterExpressionBuilder.Op negated(FilterExpressionBuilder.Op condition, int times) {
        FilterExpressionBuilder.Op negated = condition;
        for (int i = 0; i < times; i++) {
            negated = new FilterExpressionBuilder().not(negated);
        }
        return negated;
    }

    private List<String> found(FilterExpressionBuilder.Op filter) {
        SearchRequest request = SearchRequest.builder()
                .query("city")
                .topK(10)
                .filterExpression(filter.build())
                .build();
        return store.similaritySearch(request).stream()
                .map(Document::getId)
                .sorted()
                .toList();
    }

    @Test
    void a_filter_deletes_documents_and_no_turn_of_a_chat() {
        addCities();
        ada.session("s1").remember(Message.user("I moved to the city of Lisbon in May."));

        store.delete("country != 'AT'");

        assertThat(found("NOT (country == 'DE')")).hasSize(2).contains("d3");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_thousand_documents_are_one_erasure(boolean byFilter) {
        ada.remember(NewEpisode.of(Message.user("I moved to the city of Lisbon in May."))
                .id("e1"));
        List<String> ids = IntStream.range(0, 1_001).mapToObj(i -> "d" + i).toList();
        store.add(ids.stream()
                .map(id -> document(id, "City " + id, Map.of("country", "PT")))
                .toList());

        if (byFilter) {
            store.delete("country == 'PT'");
        } else {
            store.delete(ids);
        }

        assertThat(ada.archive().exportAll()).extracting(Entry::id).containsExactly("e1");
        assertThat(disk.audits(ada.scope(), null, 100).items())
                .filteredOn(record -> record.action().equals(AuditEntry.FORGET))
                .hasSize(2);
    }

    @Test
    void null_is_refused_by_the_name_of_the_argument() {
        addCities();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.add((List<Document>) null))
                .withMessageStartingWith("documents is null");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.delete(Arrays.asList("d1", null)))
                .withMessageStartingWith("an element of ids is null");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.delete((Expression) null))
                .withMessageStartingWith("filterExpression is null");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.similaritySearch((SearchRequest) null))
                .withMessageStartingWith("request is null");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DaybookVectorStore.of(null))
                .withMessageStartingWith("memory is null");
        assertThat(found("size > 0")).hasSize(3);
    }

    @Test
    void no_ids_delete_nothing() {
        addCities();

        store.delete(List.<String>of());

        assertThat(found("size > 0")).hasSize(3);
    }

    @Test
    void a_delete_erases_documents_in_quarantine_and_no_turn_there() {
        addCities();
        ada.remember(NewEpisode.of(Message.user("I moved to the city of Lisbon in May."))
                .id("e1")
                .metadata(Map.of("country", "PT")));
        ada.quarantine().hide(Selection.since(Instant.EPOCH));

        store.delete(List.of("d3", "e1"));
        store.delete("country == 'PT'");

        assertThat(ada.quarantine().list())
                .singleElement()
                .satisfies(hidden -> assertThat(ada.quarantine().entries(hidden.operation()))
                        .extracting(Entry::id)
                        .containsExactly("e1"));
    }

    @Test
    void the_id_of_a_turn_is_refused_and_changes_nothing() {
        addCities();
        ada.remember(NewEpisode.of(Message.user("I moved to Lisbon in May.")).id("e1"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.delete(List.of("d1", "e1")))
                .withMessageContaining("id 'e1' is no document but a turn of a chat");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.add(
                        List.of(document("d4", "Rome is a city.", Map.of()), document("e1", "Rome", Map.of()))));
        store.delete(List.of("unknown"));

        assertThat(found("NOT (country == 'DE')")).containsExactly("d1", "d2", "d3");
        assertThat(ada.recall("moved")).hasSize(1);
    }

    @Test
    void metadata_cannot_forge_that_of_the_memory() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        store.add(List.of(document("d1", "Lisbon", Map.of(DaybookVectorStore.TRUST, "system")))))
                .withMessageContaining("reserved for the library");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.add(List.of(document("d1", "Lisbon", Map.of("tags", List.of("a"))))))
                .withMessageContaining("metadata tags is ");

        store.add(List.of(document("d1", "Lisbon", Map.of("country", "PT"))));
        assertThat(store.similaritySearch("Lisbon"))
                .singleElement()
                .extracting(Document::getMetadata)
                .satisfies(metadata -> assertThat(metadata)
                        .containsEntry("country", "PT")
                        .containsEntry(DaybookVectorStore.TRUST, "import")
                        .containsKey(DaybookVectorStore.TIME)
                        .doesNotContainKey(DaybookVectorStore.SESSION));
    }

    @Test
    void a_threshold_without_an_embedder_is_refused() {
        addCities();
        SearchRequest request =
                SearchRequest.builder().query("city").similarityThreshold(0.5).build();

        assertThatThrownBy(() -> store.similaritySearch(request))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("embedder");
    }
}
