package dev.daybook.chroma;

import static dev.daybook.testkit.store.BatchFixture.ADA;
import static dev.daybook.testkit.store.BatchFixture.batch;
import static dev.daybook.testkit.store.BatchFixture.episode;
import static dev.daybook.testkit.store.BatchFixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.internal.copy.StoreCopy;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Space;
import dev.daybook.sqlite.SqliteStore;
import dev.daybook.store.CopyableStore;
import dev.daybook.testkit.CopyContract;
import dev.daybook.testkit.HashEmbedder;
import dev.daybook.testkit.copy.CopyResults;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Copies from a folder into a Chroma server and back; with {@code -Ddaybook.chroma.copies=real}, into the real server. */
class ChromaCopyTest {

    private static InMemoryChroma inMemory;

    @BeforeAll
    static void start() throws IOException {
        inMemory = new InMemoryChroma();
    }

    @AfterAll
    static void stop() {
        inMemory.close();
    }

    private static URI server() {
        return "real".equals(System.getProperty("daybook.chroma.copies")) ? RealServer.url() : inMemory.url();
    }

    private static ChromaStore in(String tenant) {
        return ChromaStore.at(server())
                .tenant(tenant)
                .lookEvery(Duration.ofMinutes(10))
                .open();
    }

    private static ChromaStore in(Path folder) {
        return in("copy-" + ChromaNames.hash(folder.toString()));
    }

    @Nested
    class FromAFolder extends CopyContract {

        @Override
        protected CopyableStore openSource(Path folder) {
            return SqliteStore.open(folder);
        }

        @Override
        protected CopyableStore openTarget(Path folder) {
            return in(folder);
        }
    }

    @Nested
    class IntoAFolder extends CopyContract {

        @Override
        protected CopyableStore openSource(Path folder) {
            return in(folder);
        }

        @Override
        protected CopyableStore openTarget(Path folder) {
            return SqliteStore.open(folder);
        }
    }

    /** Writes an episode of Ada as a jeevesagent does. */
    private static void writeAsAnotherProgram(String tenant) {
        ChromaTenant opened = ChromaTenant.open(new ChromaServer(server(), Map.of(), Duration.ofSeconds(30)), tenant);
        opened.makeDatabase(ChromaNames.DEFAULT_DATABASE);
        ObjectNode keys = RowFilters.object()
                .put("session_id", "s1")
                .put("user_id", "ada")
                .put("input", "a heron")
                .put("output", "")
                .put("occurred_at", "2026-03-01T12:00:00Z");
        new SpaceCollections(opened, Space.DEFAULT, ChromaSamples.LAYOUT)
                .need(SpaceCollection.EPISODES)
                .upsert(List.of(new ChromaDocument(
                        "theirs",
                        keys,
                        "a heron",
                        new HashEmbedder(384).embedDocuments(List.of("a heron")).get(0))));
    }

    @Test
    void entries_of_another_program_are_copied_too() {
        String tenant = RealServer.freshTenant();
        writeAsAnotherProgram(tenant);
        try (ChromaStore source = in(tenant);
                InMemoryStore target = new InMemoryStore()) {
            CopyResults.copy(source, target);

            assertThat(target.get(ADA, List.of(episode("theirs")))).hasSize(1);
        }
    }

    @Test
    void a_tenant_with_entries_of_another_program_is_no_target() {
        String tenant = RealServer.freshTenant();
        writeAsAnotherProgram(tenant);
        try (InMemoryStore source = new InMemoryStore();
                ChromaStore target = in(tenant)) {
            source.write(batch(ADA, put("e1")));

            assertThatThrownBy(() -> CopyResults.copy(source, target))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("the target is not empty");
        }
    }

    @Test
    void an_entry_that_fits_into_no_row_is_named_with_the_remedy() {
        try (InMemoryStore source = new InMemoryStore();
                ChromaStore target = in(RealServer.freshTenant())) {
            source.write(batch(ADA, put("small"), put(episode("large"), "x".repeat(IntentJournal.MAX_BYTES))));

            assertThatThrownBy(() -> CopyResults.copy(source, target))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("episode 'large' of user:ada is too large for a row of Chroma")
                    .hasMessageContaining("forget it in the source, then run the copy again");

            assertThat(StoreCopy.unfinished(target)).contains(CopyResults.SOURCE);
        }
    }
}
