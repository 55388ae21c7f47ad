package dev.daybook.internal.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.NewFact;
import dev.daybook.model.NewSummary;
import dev.daybook.model.Scope;
import dev.daybook.model.SessionRef;
import dev.daybook.model.Space;
import dev.daybook.model.Summary;
import dev.daybook.outcome.BankContents;
import dev.daybook.outcome.Context;
import dev.daybook.outcome.QuarantineReceipt;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Filter;
import dev.daybook.query.Query;
import dev.daybook.query.RecentTurns;
import dev.daybook.query.Selection;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RecordCodecTest {

    private static final Instant TIME = Instant.parse("2026-05-08T13:56:00Z");
    private static final Scope ADA = new Scope.User(new Space("work"), "ada");
    private static final EntryRef EPISODE = new EntryRef(ADA, Kind.EPISODE, "ep_1");

    @Test
    void a_query_with_all_conditions_comes_back_as_it_was() {
        Query query = Query.of("tea")
                .from(TIME)
                .to(TIME.plusSeconds(1))
                .by(Query.By.WORDS)
                .limit(3)
                .kinds(Kind.NOTE, Kind.FACT)
                .sessions("s1", "s2")
                .excludedSessions("s3")
                .asOf(TIME)
                .validAt(TIME)
                .filter(Filter.any(Filter.present("a"), Filter.not(Filter.present("b"))))
                .minimumScore(-0.5)
                .minimumConfidence(0.25)
                .shared(true)
                .fallback(true);

        assertThat(again(QueryCodec.QUERY, query, ADA)).isEqualTo(query);
    }

    @Test
    void a_plain_query_is_written_without_the_conditions_that_it_has_not() {
        assertThat(PlainJson.write(QueryCodec.QUERY.write(Query.of("tea"))))
                .isEqualTo("{\"query\":\"tea\",\"by\":\"best\",\"limit\":10,\"fallback\":false}");
    }

    @Test
    void context_options_come_back_as_they_were() {
        ContextOptions options = ContextOptions.defaults()
                .maxTokens(7)
                .asOf(TIME)
                .keep(true)
                .recent(RecentTurns.last(3))
                .kinds(Kind.FACT)
                .filter(Filter.present("a"))
                .validAt(TIME)
                .collapse(false)
                .relevanceFloor(0.25);

        assertThat(again(QueryCodec.CONTEXT_OPTIONS, options, ADA)).isEqualTo(options);
    }

    @Test
    void a_filter_that_comes_back_matches_the_same_metadata() {
        Filter filter = Filter.all(
                Filter.oneOf("a", Set.of("x", 1L)),
                Filter.between("b", 1, 2),
                Filter.greaterThan("c", 1.5),
                Filter.atMost("d", TIME),
                Filter.lessThan("e", TIME));
        Query read = again(QueryCodec.QUERY, Query.of("tea").filter(filter), ADA);
        Map<String, Object> metadata =
                Map.of("a", "x", "b", 2L, "c", 1.75, "d", "2026-05-08T13:56:00Z", "e", "2026-05-08T13:55:59Z");

        assertThat(read.filter()).isNotNull();
        assertThat(read.filter().matches(metadata)).isTrue();
        metadata.keySet()
                .forEach(name -> assertThat(read.filter().matches(without(metadata, name)))
                        .isFalse());
    }

    private static Map<String, Object> without(Map<String, Object> metadata, String name) {
        Map<String, Object> less = new HashMap<>(metadata);
        less.remove(name);
        return less;
    }

    @Test
    void answers_come_back_as_they_were() {
        Context context = new Context(
                "text",
                List.of(new Context.Section("facts", 2, List.of(EPISODE))),
                2,
                List.of(new Context.LeftOut(EPISODE, "budget")),
                null);
        QuarantineReceipt quarantine = new QuarantineReceipt(
                "op_1", OffsetDateTime.parse("2026-05-08T13:56:00Z"), Map.of(Kind.NOTE, 1L), Map.of(Kind.FACT, 2L));
        BankContents contents = new BankContents(List.of(), Map.of(Summary.Level.DAY, 2), 3, 4);

        assertThat(again(ContextCodec.CONTEXT, context, ADA)).isEqualTo(context);
        assertThat(again(ReceiptCodec.QUARANTINED, quarantine, ADA)).isEqualTo(quarantine);
        assertThat(again(BankCodec.CONTENTS, contents, ADA)).isEqualTo(contents);
    }

    @Test
    void a_new_fact_and_a_new_summary_come_back_as_they_were() {
        NewFact fact = NewFact.of("Ada", "likes", "tea").sources(List.of(EPISODE));
        NewSummary summary = NewSummary.of(Summary.Level.SESSION, "text").session(new SessionRef(ADA, "s1"));

        assertThat(again(NewEntryCodec.FACT, fact, ADA)).isEqualTo(fact);
        assertThat(again(BankCodec.NEW_SUMMARY, summary, ADA)).isEqualTo(summary);
    }

    @Test
    void a_selection_comes_back_as_it_was() {
        Selection.Matching selection = Selection.session("s1").and(Selection.before(TIME));

        assertThat(SelectionCodec.read(new JsonFields(SelectionCodec.write(selection))))
                .contains(selection);
        assertThat(SelectionCodec.write(Selection.everything())).isEqualTo(Map.of("all", true));
    }

    @Test
    void a_selection_of_one_id_has_the_field_id_and_one_of_several_the_field_ids() {
        Selection.Matching several = Selection.entries(Kind.FACT, List.of("f2", "f1"));

        assertThat(SelectionCodec.write(Selection.entries(Kind.FACT, List.of("f1", "f1"))))
                .isEqualTo(Map.of("kind", "fact", "id", "f1"));
        assertThat(SelectionCodec.write(several)).isEqualTo(Map.of("kind", "fact", "ids", List.of("f1", "f2")));
        assertThat(SelectionCodec.read(new JsonFields(SelectionCodec.write(several))))
                .contains(several);
    }

    @Test
    void a_selection_by_ids_needs_a_kind_and_at_least_one_id() {
        assertRefused(
                Map.of("kind", "fact", "ids", List.of()), "ids has 0 different ids; give 1 to 1,000 in one selection");
        assertRefused(
                Map.of("ids", List.of("f1")), "kind is null with an id; ids are unique per kind, so give both or none");
        assertRefused(Map.of("kind", "fact"), "id is null with a kind; ids are unique per kind, so give both or none");
        assertRefused(
                Map.of("kind", "fact", "id", "f1", "ids", List.of("f2")),
                "id and ids are both given; give all ids in ids");
        assertRefused(
                Map.of("kind", "fact", "ids", List.of("f1", " ")),
                "ids[1] is blank; give a text of 1 to 512 characters");
    }

    private static void assertRefused(Map<String, Object> selection, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SelectionCodec.read(new JsonFields(selection)))
                .withMessage(message);
    }

    @Test
    void a_missing_or_unknown_value_is_refused_with_a_remedy() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QueryCodec.QUERY.read(new JsonFields(Map.of("limit", 1L))))
                .withMessage("field 'query' is missing; give a text");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ReceiptCodec.RECEIPT.read(new JsonFields(Map.of("id", "ep_1"))))
                .withMessage("field 'position' is missing; send the receipt of the write");

        Map<String, Object> receipt =
                Map.of("id", "ep_1", "position", 1L, "revision", 1L, "durable", true, "words", "later");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ReceiptCodec.RECEIPT.read(new JsonFields(receipt)))
                .withMessage("field 'words' is the text 'later'; use pending, done or off");
    }

    @Test
    void a_receipt_is_written_in_the_order_of_its_fields() {
        Receipt receipt =
                new Receipt("ep_1", 2, 1, true, Receipt.Progress.DONE, Receipt.Progress.PENDING, Receipt.Progress.OFF);

        assertThat(PlainJson.write(ReceiptCodec.RECEIPT.write(receipt)))
                .isEqualTo("{\"id\":\"ep_1\",\"position\":2,\"revision\":1,\"durable\":true,\"words\":\"done\","
                        + "\"vector\":\"pending\",\"derived\":\"off\"}");
    }

    private static <T> T again(RecordCodec<T> codec, T record, Scope scope) {
        JsonFields fields = new JsonFields(PlainJson.readObject(PlainJson.write(codec.write(record, scope))));
        T read = codec.read(fields, scope);
        fields.done();
        return read;
    }
}
