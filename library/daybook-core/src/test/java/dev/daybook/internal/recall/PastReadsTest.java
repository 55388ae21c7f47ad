package dev.daybook.internal.recall;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.internal.words.TermRecord;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Entry;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Scope;
import dev.daybook.outcome.Hit;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.StoredEntry;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a recall of an earlier time reads of the store, and what it does not analyse again. */
class PastReadsTest {

    private static final OffsetDateTime NOON = OffsetDateTime.parse("2026-03-04T12:00:00Z");

    private static final Instant LATER = Instant.parse("2099-01-01T00:00:00Z");

    private final PastStore store = new PastStore();
    private final Daybook daybook =
            Daybook.builder(store).noEmbedder().background(false).open();
    private final Memory memory = daybook.user("mira");

    /** Lists its scans of the scope of a user. Shows the words of another text beside the episodes, once a test asks for it. */
    private static final class PastStore extends ForwardingStore {
        private final List<EntryScan> scans = new ArrayList<>();
        private Blob words = Blob.EMPTY;

        PastStore() {
            super(new InMemoryStore());
        }

        @Override
        public Page<StoredEntry> scan(Scope scope, EntryScan scan) {
            if (scope instanceof Scope.User) {
                scans.add(scan);
            }
            return super.scan(scope, scan);
        }

        @Override
        public Page<IndexRow> rows(Scope scope, long afterRevision, int limit) {
            Page<IndexRow> page = super.rows(scope, afterRevision, limit);
            return words.size() == 0
                    ? page
                    : new Page<>(
                            page.items().stream()
                                    .map(row -> row.withSidecars(Map.of(TermRecord.SIDECAR, words)))
                                    .toList(),
                            page.cursor());
        }

        void showWordsOf(StoredEntry stored) {
            Entry entry = EntryCodec.decode(stored);
            words = TermRecord.of(entry).encode();
        }
    }

    @AfterEach
    void close() {
        daybook.close();
    }

    private void say(String id, String text) {
        memory.remember(NewEpisode.of(Message.user(text)).id(id).occurredAt(NOON));
    }

    private List<String> recalled(String words) {
        return memory.recall(Query.of(words).by(By.WORDS).asOf(LATER)).stream()
                .map(Hit::id)
                .toList();
    }

    @Test
    void the_scans_are_by_position_so_that_a_page_costs_its_entries_and_not_the_scope() {
        say("e1", "The heron fishes at the weir.");
        store.scans.clear();

        assertThat(recalled("heron")).containsExactly("e1");
        assertThat(store.scans).isNotEmpty().allMatch(EntryScan::isByPosition);
    }

    @Test
    void a_context_reads_the_scope_of_an_earlier_time_once() {
        say("e1", "The heron fishes at the weir.");
        memory.notes().remember("The heron is called Ada.");
        recalled("heron");
        store.scans.clear();
        recalled("heron");
        long once = wholeScans();
        store.scans.clear();

        String text = memory.session("new")
                .context("heron", ContextOptions.defaults().asOf(LATER))
                .text();

        assertThat(text).contains("The heron fishes at the weir.");
        assertThat(once).isPositive();
        assertThat(wholeScans()).isEqualTo(once);
    }

    /** The scans of all episodes at a time, which only a search of the scope makes. */
    private long wholeScans() {
        return store.scans.stream()
                .filter(scan -> scan.kinds().equals(Set.of(Kind.EPISODE))
                        && scan.session() == null
                        && scan.versions().asOf() != null)
                .count();
    }

    @Test
    void the_words_of_versions_that_are_still_current_are_not_analysed_again() {
        say("e1", "The heron fishes at the weir.");
        say("e2", "A canoe on the lake.");
        store.showWordsOf(store.get(memory.scope(), List.of(new EntryKey(Kind.EPISODE, "e2")))
                .get(0));

        assertThat(recalled("heron")).isEmpty();
        assertThat(recalled("canoe")).containsExactlyInAnyOrder("e1", "e2");
    }
}
