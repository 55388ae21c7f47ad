package dev.daybook.chroma;

import static dev.daybook.chroma.ChromaSamples.ADA;
import static dev.daybook.chroma.ChromaSamples.BOB;
import static dev.daybook.chroma.ChromaSamples.batch;
import static dev.daybook.chroma.ChromaSamples.episode;
import static dev.daybook.chroma.ChromaSamples.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.codec.EntryVectors;
import dev.daybook.internal.codec.VectorCodec;
import dev.daybook.model.Embedding;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.spi.Embedder;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.Head;
import dev.daybook.store.Sidecar;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import dev.daybook.testkit.HashEmbedder;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import tools.jackson.databind.node.ObjectNode;

/** The rows on the server, and the adoption of foreign rows. */
@EnabledIfSystemProperty(named = RealServer.PROPERTY, matches = "http.+")
class CollectionLayoutTest {

    private final String tenant = RealServer.freshTenant();

    private ChromaStore open() {
        return RealServer.at(tenant).lookEvery(Duration.ZERO).open();
    }

    private List<ChromaDocument> rows(SpaceCollection spaceCollection) {
        ChromaCollection collection = ChromaSamples.shelves(tenant).find(spaceCollection);
        return collection == null ? List.of() : collection.find(null, 1_000, ChromaCollection.RowPart.VECTORS);
    }

    /** A row as another program writes it. */
    private void foreign(SpaceCollection spaceCollection, String id, ObjectNode keys, String text) {
        ChromaCollection collection = ChromaSamples.shelves(tenant).need(spaceCollection);
        Embedding vector = new HashEmbedder(collection.width() == 0 ? 384 : collection.width())
                .embedDocuments(List.of(text))
                .get(0);
        collection.upsert(List.of(new ChromaDocument(id, keys, text, vector)));
    }

    private static ObjectNode episodeOf(String user, String input, String time) {
        return RowFilters.object()
                .put("session_id", "s1")
                .put("user_id", user)
                .put("input", input)
                .put("output", "")
                .put("occurred_at", time);
    }

    private static Episode read(Store store, Scope scope, String id) {
        return (Episode)
                EntryCodec.decode(store.get(scope, List.of(episode(id))).get(0));
    }

    @Test
    void an_episode_has_the_five_keys_of_the_seed_and_ours_have_a_prefix() {
        try (ChromaStore store = open()) {
            store.write(batch(ADA, said("e1", "I moved my piano upstairs.")));
        }
        ChromaDocument row = rows(SpaceCollection.EPISODES).get(0);

        assertThat(row.id()).isEqualTo("e1");
        assertThat(row.text()).isEqualTo("I moved my piano upstairs.");
        assertThat(row.metadata().propertyNames().stream().filter(name -> !name.startsWith(MetadataKeys.PREFIX)))
                .containsExactlyInAnyOrder("session_id", "user_id", "input", "output", "occurred_at");
        assertThat(row.metadata().path("occurred_at").asString()).isEqualTo("2025-03-01T12:00:00+01:00");
        assertThat(Objects.requireNonNull(row.embedding())
                        .cosine(new HashEmbedder()
                                .embedDocuments(List.of("I moved my piano upstairs."))
                                .get(0)))
                .isCloseTo(1, within(1e-5));
    }

    @Test
    void an_id_that_another_user_has_gets_a_row_of_another_name() {
        try (ChromaStore store = open()) {
            store.write(batch(ADA, said("same", "by Ada")));
            store.write(batch(BOB, said("same", "by Bob")));
            store.write(batch(BOB, said("same", "by Bob again")));

            assertThat(read(store, ADA, "same").input()).isEqualTo("by Ada");
            assertThat(read(store, BOB, "same").input()).isEqualTo("by Bob again");
        }
        assertThat(rows(SpaceCollection.EPISODES))
                .extracting(ChromaDocument::id)
                .containsExactlyInAnyOrder(
                        "same", "same~" + ChromaNames.hash(BOB.code()).substring(0, 8));
        try (ChromaStore store = open()) {
            assertThat(read(store, BOB, "same").input()).isEqualTo("by Bob again");
        }
    }

    @Test
    void properties_of_another_format_are_hidden_from_other_readers() {
        Scope shared = new Scope.Shared(Space.DEFAULT);
        EntryPut gone = said("e2", "quarantined");
        try (ChromaStore store = open()) {
            store.write(batch(ADA, said("e1", "seen by all")));
            store.write(batch(shared, said("e1", "shared")));
            store.write(batch(
                    ADA,
                    new EntryPut(
                            gone.key(),
                            gone.session(),
                            gone.time(),
                            gone.recorded(),
                            "withdrawn",
                            gone.body(),
                            Map.of(),
                            EntryPut.ANY)));
        }
        assertThat(rows(SpaceCollection.EPISODES))
                .extracting(ChromaDocument::text)
                .containsExactly("seen by all");
    }

    @Test
    void an_entry_that_is_withdrawn_leaves_the_shelf_of_the_others() {
        EntryPut put = said("e1", "first");
        try (ChromaStore store = open()) {
            store.write(batch(ADA, put));
            store.write(batch(
                    ADA,
                    new EntryPut(
                            put.key(),
                            put.session(),
                            put.time(),
                            put.recorded(),
                            "withdrawn",
                            put.body(),
                            Map.of(),
                            EntryPut.ANY)));
            assertThat(rows(SpaceCollection.EPISODES)).isEmpty();
            assertThat(store.head(ADA)).isEqualTo(new Head(2, 0, Map.of(Kind.EPISODE, 1L)));
        }
    }

    @Test
    void rows_of_others_get_their_places_when_they_are_first_seen_and_keep_them() {
        open().close();
        foreign(SpaceCollection.EPISODES, "x1", episodeOf("ada", "one", "2024-01-01T10:00:00+02:00"), "one");
        foreign(SpaceCollection.EPISODES, "x2", episodeOf("ada", "two", "2024-01-01T10:00:00.000001+02:00"), "two");
        Head first;
        try (ChromaStore store = open()) {
            first = store.head(ADA);
            assertThat(first.counts()).isEqualTo(Map.of(Kind.EPISODE, 2L));
            assertThat(store.scan(ADA, EntryScan.of(Kind.EPISODE)).items())
                    .extracting(StoredEntry::position)
                    .containsExactly(1L, 2L);
            foreign(SpaceCollection.EPISODES, "x3", episodeOf("ada", "three", "2024-01-01T10:00:01Z"), "three");
            assertThat(store.rows(ADA, first.revision(), 10).items())
                    .singleElement()
                    .satisfies(row -> assertThat(row.key().id()).isEqualTo("x3"))
                    .satisfies(row -> assertThat(row.position()).isEqualTo(3))
                    .satisfies(row -> assertThat(row.sidecars()).isNotEmpty());
        }
        try (ChromaStore store = open()) {
            assertThat(store.head(ADA).revision()).isEqualTo(3);
            assertThat(store.heads(Space.DEFAULT, null, 10).items()).hasSize(1);
        }
    }

    @Test
    void rows_with_missing_keys_and_unreadable_times_are_read_and_do_not_move() {
        open().close();
        String ulid = "ep_01HZ0000000000000000000000";
        foreign(SpaceCollection.EPISODES, "bare", RowFilters.object().put("other", 1), "a text");
        foreign(SpaceCollection.EPISODES, "naive", episodeOf("", "no offset", "2024-01-01T10:00:00"), "no offset");
        foreign(SpaceCollection.EPISODES, ulid, episodeOf("", "broken", "yesterday"), "broken");
        foreign(SpaceCollection.EPISODES, "none", episodeOf("", "no time", ""), "no time");
        Scope nobody = new Scope.Anonymous(Space.DEFAULT);
        try (ChromaStore store = open()) {
            assertThat(read(store, nobody, "bare").messages()).isEmpty();
            assertThat(read(store, nobody, "bare").session()).isNull();
            assertThat(read(store, nobody, "naive").occurredAt())
                    .isEqualTo(OffsetDateTime.parse("2024-01-01T10:00:00Z"));
            assertThat(read(store, nobody, ulid).occurredAt().getYear()).isEqualTo(2024);
            assertThat(read(store, nobody, "none").occurredAt().toInstant()).isEqualTo(Instant.EPOCH);
        }
    }

    @Test
    void rows_that_cannot_be_entries_are_left_alone_and_counted() {
        open().close();
        foreign(SpaceCollection.EPISODES, "x1", episodeOf("\t", "whose?", "2024-01-01T10:00:00Z"), "whose?");
        foreign(SpaceCollection.EPISODES, "a\u0007b", episodeOf("ada", "what id?", "2024-01-01T10:00:00Z"), "what id?");
        try (ChromaStore store = open()) {
            assertThat(store.head(ADA)).isEqualTo(Head.EMPTY);
            assertThat(store.check(false).findings())
                    .anyMatch(finding -> finding.detail().startsWith("2 rows of other programs"));
            assertThat(store.check(false).ok()).isTrue();
        }
        assertThat(rows(SpaceCollection.EPISODES))
                .extracting(ChromaDocument::text)
                .containsExactlyInAnyOrder("whose?", "what id?");
    }

    @Test
    void a_row_of_ours_that_another_has_changed_becomes_a_new_version() {
        try (ChromaStore store = open()) {
            store.write(batch(ADA, said("e1", "as it was said")));
        }
        foreign(
                SpaceCollection.EPISODES,
                "e1",
                episodeOf("ada", "as it was changed", "2025-03-01T12:00:00+01:00"),
                "changed");
        try (ChromaStore store = open()) {
            assertThat(read(store, ADA, "e1").input()).isEqualTo("as it was changed");
            assertThat(store.scan(ADA, EntryScan.of(Kind.EPISODE).versions(EntryScan.Versions.ALL))
                            .items())
                    .extracting(StoredEntry::position)
                    .containsExactly(1L, 1L);
        }
    }

    @Test
    void a_row_removed_by_another_process_is_gone_and_the_snapshot_is_dropped() {
        try (ChromaStore store = open()) {
            store.write(batch(ADA, said("e1", "one"), said("e2", "two")));
        }
        Objects.requireNonNull(ChromaSamples.shelves(tenant).find(SpaceCollection.EPISODES))
                .delete(List.of("e1"));
        try (ChromaStore store = open()) {
            assertThat(store.head(ADA)).isEqualTo(new Head(2, 1, Map.of(Kind.EPISODE, 1L)));
        }
    }

    @Test
    void the_texts_of_rows_that_another_has_removed_go_with_the_scope_or_a_check() {
        try (ChromaStore store = open()) {
            store.write(batch(ADA, said("e1", "one"), said("e2", "two")));
            store.write(batch(BOB, said("b1", "one"), said("b2", "two")));
        }
        Objects.requireNonNull(ChromaSamples.shelves(tenant).find(SpaceCollection.EPISODES))
                .delete(List.of("e1", "b1"));
        try (ChromaStore store = open()) {
            store.erase(ADA, EraseRequest.EVERYTHING, batch(ADA, new EntryPut[0]));
            assertThat(bodies()).hasSize(2);
            store.check(true);
            assertThat(bodies()).containsExactly(ChromaNames.body(BOB, episode("b2"), 2));
        }
    }

    private List<String> bodies() {
        return rows(SpaceCollection.SIDE).stream()
                .map(ChromaDocument::id)
                .filter(id -> id.startsWith("body/"))
                .toList();
    }

    @Test
    void a_collection_of_another_width_and_space_is_used_as_it_is() {
        open().close();
        ObjectNode cosine = RowFilters.object();
        cosine.putObject("hnsw").put("space", "cosine");
        ChromaSamples.shelves(tenant).need(SpaceCollection.SIDE);
        ChromaCollection made = ChromaSamples.database(tenant).make("jeeves_episodes", null, cosine);
        made.upsert(List.of(new ChromaDocument(
                "x1", episodeOf("ada", "theirs", "2024-01-01T10:00:00Z"), "theirs", Embedding.of(1, 2, 3))));
        try (ChromaStore store = open()) {
            store.write(batch(ADA, said("e1", "ours")));
            Embedding wide = new HashEmbedder().embedDocuments(List.of("ours")).get(0);
            store.write(batch(
                    ADA,
                    new Sidecar(
                            episode("e1"),
                            store.head(ADA).revision(),
                            "vector/hash-embedder-384",
                            VectorCodec.encode(new EntryVectors(wide, List.of(wide))))));

            assertThat(store.rows(ADA, 0, 10).items())
                    .extracting(row -> row.key().id())
                    .containsExactly("x1", "e1");
            assertThat(store.check(false).findings())
                    .anyMatch(finding -> finding.detail().contains("cosine"));
        }
        for (ChromaDocument row : rows(SpaceCollection.EPISODES)) {
            if (row.id().equals("x1")) {
                assertThat(row.embedding()).isEqualTo(Embedding.of(1, 2, 3));
            } else {
                assertThat(Objects.requireNonNull(row.embedding()).dimensions()).isEqualTo(3);
            }
        }
    }

    @Test
    void the_vectors_of_the_embedder_that_both_use_are_copied_to_the_row() {
        Embedding mine = Embedding.of(0.6f, 0.8f);
        Named embedder = new Named();
        try (ChromaStore store = RealServer.at(tenant).embedder(embedder).open()) {
            store.write(batch(ADA, said("e1", "one")));
            assertThat(Objects.requireNonNull(
                                    rows(SpaceCollection.EPISODES).get(0).embedding())
                            .dimensions())
                    .isEqualTo(2);
            store.write(batch(
                    ADA,
                    new Sidecar(
                            episode("e1"),
                            1,
                            "vector/two-numbers",
                            VectorCodec.encode(new EntryVectors(mine, List.of(mine))))));
        }
        assertThat(rows(SpaceCollection.EPISODES).get(0).embedding()).isEqualTo(mine);
        assertThat(rows(SpaceCollection.EPISODES).get(0).text()).isEqualTo("one");
    }

    @Test
    void a_lost_side_collection_is_rebuilt_from_the_others() {
        try (ChromaStore store = open()) {
            store.write(batch(ADA, said("e1", "one"), said("e2", "two")));
        }
        ChromaSamples.drop(tenant, "daybook-jeeves_episodes-side");
        try (ChromaStore store = open()) {
            assertThat(read(store, ADA, "e2").input()).isEqualTo("two");
            assertThat(store.head(ADA).counts()).isEqualTo(Map.of(Kind.EPISODE, 2L));
        }
    }

    @Test
    void a_body_that_is_lost_is_found_and_mended_by_a_check() {
        try (ChromaStore store = open()) {
            store.write(batch(ADA, said("e1", "one"), said("e2", "two")));
            String body = ChromaNames.body(ADA, episode("e1"), 1);
            Objects.requireNonNull(ChromaSamples.shelves(tenant).find(SpaceCollection.SIDE))
                    .delete(List.of(body));

            assertThat(store.check(false).ok()).isFalse();
            assertThat(store.check(true).ok()).isTrue();
            assertThat(read(store, ADA, "e1").input()).isEqualTo("one");
            assertThat(store.check(false).ok()).isTrue();
        }
    }

    @Test
    void a_new_opener_of_a_store_takes_it_over() {
        ChromaStore first = open();
        first.write(batch(ADA, said("e1", "one")));
        try (ChromaStore second = open()) {
            assertThat(second.write(batch(ADA, said("e2", "two"))).revision()).isEqualTo(2);
            assertThatThrownBy(() -> first.write(batch(ADA, said("e3", "three"))))
                    .hasMessageContaining("taken over by another process");
            assertThat(second.head(ADA).revision()).isEqualTo(2);
        }
        first.close();
        assertThatCode(() -> RealServer.at(tenant).refuseIfInUse().open().close())
                .doesNotThrowAnyException();
    }

    private static final class Named implements Embedder {
        @Override
        public String name() {
            return "two-numbers";
        }

        @Override
        public int dimensions() {
            return 2;
        }

        @Override
        public List<Embedding> embedQueries(List<String> texts) {
            throw new AssertionError("the store asks no embedder");
        }

        @Override
        public List<Embedding> embedDocuments(List<String> texts) {
            throw new AssertionError("the store asks no embedder");
        }
    }
}
