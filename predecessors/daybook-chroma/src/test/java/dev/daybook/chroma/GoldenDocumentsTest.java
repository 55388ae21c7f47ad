package dev.daybook.chroma;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Space;
import dev.daybook.outcome.Hit;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import dev.daybook.testkit.HashEmbedder;
import dev.daybook.testkit.store.GoldenAnswers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The documents that commit d55c0cc wrote to a Chroma server 1.5.9 stay readable, and the same batches are written as the
 * same documents. The files lie in {@code golden/0.1.0} and are never written again; a new layout gets a folder of its own.
 */
class GoldenDocumentsTest {

    private static final String GOLDEN = "/golden/0.1.0/";
    private static final HashEmbedder EMBEDDER = new HashEmbedder(16);

    private final InMemoryChroma server = new InMemoryChroma();

    GoldenDocumentsTest() throws IOException {}

    @BeforeEach
    void load() throws IOException {
        server.load(ChromaServer.JSON.readTree(golden("store.json")));
    }

    @AfterEach
    void close() {
        server.close();
    }

    private ChromaStore open() {
        return open(server);
    }

    private static ChromaStore open(InMemoryChroma server) {
        return ChromaStore.at(server.url())
                .embedder(EMBEDDER)
                .owner("golden")
                .lookEvery(Duration.ofMinutes(10))
                .clock(Clock.systemUTC())
                .open();
    }

    private LocalDaybook daybook() {
        return Daybook.builder(open()).embedder(EMBEDDER).open();
    }

    @Test
    void every_version_row_state_and_audit_entry_is_answered_as_it_was_then() throws IOException {
        try (ChromaStore store = open()) {
            assertThat(GoldenAnswers.of(store))
                    .containsExactlyElementsOf(golden("answers.txt").lines().toList());
        }
    }

    @Test
    void reading_changes_no_document() throws IOException {
        try (ChromaStore store = open()) {
            assertThat(GoldenAnswers.of(store)).isNotEmpty();
        }
        assertThat(withoutOwners(server.dump()))
                .isEqualTo(withoutOwners(ChromaServer.JSON.readTree(golden("store.json"))));
    }

    /** The number of the owner is one higher after each opening. */
    private static JsonNode withoutOwners(JsonNode dump) {
        JsonNode copy = dump.deepCopy();
        copy.forEach(database -> ((ObjectNode) database)
                .remove(database.propertyNames().stream()
                        .filter(name -> name.contains("-owner-"))
                        .toList()));
        return copy;
    }

    @Test
    void the_old_store_is_searched_by_the_vectors_that_it_has() {
        try (Daybook daybook = daybook()) {
            Memory ada = daybook.user("ada");

            assertThat(ada.recall(
                            Query.of("My sister's violin is from Cremona.").by(Query.By.MEANING)))
                    .extracting(Hit::id)
                    .startsWith("violin");
            assertThat(ada.recall("hazelnuts")).extracting(Hit::id).startsWith("ep_3");
            assertThat(daybook.user("bob").recall("trumpet"))
                    .extracting(Hit::id)
                    .containsExactly("violin");
        }
    }

    @Test
    void the_old_store_exports_its_entries_of_all_kinds() {
        try (Daybook daybook = daybook()) {
            assertThat(daybook.user("ada")
                            .archive()
                            .exportAll()
                            .map(Entry::kind)
                            .distinct())
                    .containsExactlyInAnyOrder(Kind.values());
            assertThat(daybook.user("ada").find(Episode.class, "ep_2")).isEmpty();
            assertThat(daybook.space(Space.DEFAULT.id())
                            .shared()
                            .archive()
                            .exportAll()
                            .map(Entry::id))
                    .contains("ep_5");
            assertThat(daybook.space("acme").user("eve").archive().exportAll().map(Entry::id))
                    .containsExactly("ep_6");
        }
    }

    @Test
    void the_old_store_is_written_and_forgotten_as_a_new_one() {
        try (LocalDaybook daybook = daybook()) {
            Memory ada = daybook.user("ada");
            ada.remember(NewEpisode.of(Message.user("The lighthouse was painted."))
                    .id("new")
                    .session("s1"));
            assertThat(ada.find(Episode.class, "new"))
                    .hasValueSatisfying(
                            episode -> assertThat(episode.position()).isEqualTo(6));

            ada.forget(Selection.episode("violin"));
            assertThat(ada.recall("violin Cremona")).extracting(Hit::id).doesNotContain("violin");
            ada.forget(Selection.everything());
            assertThat(ada.archive().exportAll()).isEmpty();
            assertThat(daybook.user("bob").find(Episode.class, "violin")).isPresent();
            assertThat(daybook.maintenance().check(false).ok()).isTrue();
        }
        assertThat(server.dump().toString()).doesNotContain("Cremona").contains("trumpet");
    }

    @Test
    void the_same_batches_are_written_as_the_same_documents() throws IOException {
        try (InMemoryChroma empty = new InMemoryChroma()) {
            try (ChromaStore store = open(empty)) {
                GoldenBatches.writeTo(store);
            }
            assertThat(empty.dump()).isEqualTo(ChromaServer.JSON.readTree(golden("batches.json")));
        }
    }

    private static String golden(String file) throws IOException {
        try (InputStream in = GoldenDocumentsTest.class.getResourceAsStream(GOLDEN + file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
