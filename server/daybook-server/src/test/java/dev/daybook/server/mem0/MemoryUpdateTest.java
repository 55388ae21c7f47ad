package dev.daybook.server.mem0;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.Trust;
import dev.daybook.query.Selection;
import dev.daybook.server.problem.NotFoundException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An update concerns the memory as it is when it is written. */
class MemoryUpdateTest {

    private static final Instant EXPIRY = Instant.parse("2199-01-01T00:00:00Z");

    private final LocalDaybook daybook =
            Daybook.builder(new InMemoryStore()).noEmbedder().background(false).open();
    private final Memory ada = daybook.user("ada");

    @BeforeEach
    void fill() {
        ada.remember(NewEpisode.of(Message.user("I drink tea.")).id("e1").metadata(Map.of("topic", "drinks")));
        ada.facts().remember(NewFact.of("ada", "drinks", "tea").id("f1"));
    }

    @AfterEach
    void close() {
        daybook.close();
    }

    private MemoryUpdate update(Entry entry, Map<String, Object> fields) {
        return MemoryUpdate.read(StoredMemory.of(ada, entry), new JsonFields(fields));
    }

    private Episode episode() {
        return ada.find(Episode.class, "e1").orElseThrow();
    }

    private Fact fact() {
        return ada.facts().find("f1").orElseThrow();
    }

    @Test
    void a_memory_that_was_deleted_meanwhile_does_not_come_back() {
        for (MemoryUpdate update : List.of(
                update(episode(), Map.of("text", "I drink coffee.")),
                update(fact(), Map.of("text", "Ada drinks coffee.")))) {
            ada.forget(Selection.entry(
                    update.before().entry().kind(), update.before().entry().id()));

            assertThatThrownBy(update::write).isInstanceOf(NotFoundException.class);
        }
        assertThat(ada.archive().exportAll()).isEmpty();
    }

    @Test
    void an_update_loses_nothing_of_one_that_was_written_meanwhile() {
        MemoryUpdate size = update(episode(), Map.of("metadata", Map.of("size", 3L)));
        update(episode(), Map.of("text", "I drink coffee.", "metadata", Map.of("topic", "coffee")))
                .write();

        size.write();

        assertThat(episode().input()).isEqualTo("I drink coffee.");
        assertThat(episode().metadata()).containsExactlyInAnyOrderEntriesOf(Map.of("topic", "coffee", "size", 3L));
    }

    @Test
    void an_update_of_a_fact_keeps_an_end_that_was_written_meanwhile() {
        MemoryUpdate text = update(fact(), Map.of("text", "Ada drinks green tea."));
        ada.facts().end("f1");
        Fact ended = fact();

        text.write();

        assertThat(fact().sentence()).isEqualTo("Ada drinks green tea.");
        assertThat(fact().validUntil()).isEqualTo(ended.validUntil()).isNotNull();
    }

    @Test
    void an_update_keeps_the_trust_and_the_expiry_of_a_memory() {
        try (LocalDaybook other = Daybook.builder(new InMemoryStore())
                .noEmbedder()
                .background(false)
                .open()) {
            Memory bob = other.user("bob");
            bob.remember(NewEpisode.of(Message.user("Read in a mail."))
                    .id("e1")
                    .trust(Trust.TOOL)
                    .expiresAt(EXPIRY));
            bob.facts()
                    .remember(NewFact.of("bob", "reads", "mail")
                            .id("f1")
                            .trust(Trust.TOOL)
                            .expiresAt(EXPIRY));

            MemoryUpdate.read(
                            StoredMemory.of(bob, bob.find(Episode.class, "e1").orElseThrow()),
                            new JsonFields(Map.of("metadata", Map.of("size", 3L))))
                    .write();
            MemoryUpdate.read(
                            StoredMemory.of(bob, bob.facts().find("f1").orElseThrow()),
                            new JsonFields(Map.of("text", "Bob reads letters.")))
                    .write();

            assertThat(List.of(
                            bob.find(Episode.class, "e1").orElseThrow(),
                            bob.facts().find("f1").orElseThrow()))
                    .allSatisfy(entry -> assertThat(entry.trust()).isEqualTo(Trust.TOOL))
                    .allSatisfy(entry -> assertThat(entry.expiresAt()).isEqualTo(EXPIRY));
        }
    }
}
