package dev.daybook.contract;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.facts;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.error.StoreException;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Note;
import dev.daybook.model.Scope;
import dev.daybook.model.SessionRef;
import dev.daybook.query.SpaceSettings;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Page;
import dev.daybook.store.StoredEntry;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Unreadable entries do not stop derivations from the others. */
class DamagedSourceTest {

    /** Keeps everything, and cannot read some of it. */
    private static final class DamagedStore extends ForwardingStore {
        private final Set<String> damaged = new HashSet<>();

        DamagedStore() {
            super(new InMemoryStore());
        }

        private boolean isDamaged(EntryKey key) {
            return damaged.contains(key.id());
        }

        private static StoreException failure(EntryKey key) {
            return new StoreException("the entry " + key.id() + " is damaged", null, false);
        }

        @Override
        public List<StoredEntry> get(Scope scope, Collection<EntryKey> keys) {
            keys.stream().filter(this::isDamaged).findFirst().ifPresent(key -> {
                throw failure(key);
            });
            return super.get(scope, keys);
        }

        @Override
        public Page<StoredEntry> scan(Scope scope, EntryScan scan) {
            Page<StoredEntry> page = super.scan(scope, scan);
            page.items().stream()
                    .map(StoredEntry::key)
                    .filter(this::isDamaged)
                    .findFirst()
                    .ifPresent(key -> {
                        throw failure(key);
                    });
            return page;
        }

        @Override
        public Page<StoredEntry> scan(Scope scope, EntryScan scan, Consumer<EntryKey> damaged) {
            Page<StoredEntry> page = super.scan(scope, scan);
            page.items().stream().map(StoredEntry::key).filter(this::isDamaged).forEach(damaged);
            return new Page<>(
                    page.items().stream()
                            .filter(stored -> !isDamaged(stored.key()))
                            .toList(),
                    page.cursor());
        }
    }

    private final DamagedStore store = new DamagedStore();

    private Memory ada(Daybook daybook) {
        return daybook.user("ada");
    }

    private Daybook open() {
        return Daybook.builder(store).noEmbedder().background(false).open();
    }

    @Test
    void facts_are_read_from_the_other_episodes() {
        Memory ada = ada(open());
        ada.remember(said("e1", "I like tea."));
        ada.remember(said("e2", "I like rain."));
        store.damaged.add("e1");
        ada.consolidate();

        assertThat(facts(ada)).containsExactly("user likes rain");
    }

    @Test
    void notes_are_made_of_the_other_additions() {
        Memory ada = ada(open());
        String lost =
                ada.notes().remember("The ferry leaves at nine.").orElseThrow().id();
        ada.notes().remember("The kiosk sells stamps.");
        store.damaged.add(lost);
        ada.consolidate();

        assertThat(ada.notes().latest(0, 10)).extracting(Note::text).containsExactly("The kiosk sells stamps.");
    }

    @Test
    void notes_are_made_beside_a_note_that_cannot_be_read() {
        Memory ada = ada(open());
        ada.notes().remember("The ferry leaves at nine.");
        ada.consolidate();
        store.damaged.add(ada.notes().latest(0, 1).get(0).id());
        Memory reopened = ada(open());
        reopened.notes().remember("The kiosk sells stamps.");
        reopened.consolidate();

        assertThat(store.rows(reopened.scope(), 0, 10).items())
                .filteredOn(row -> row.key().kind() == Kind.NOTE)
                .hasSize(2);
    }

    @Test
    void a_session_is_summarized_without_its_damaged_turns() {
        Daybook daybook = open();
        Memory ada = ada(daybook);
        SpaceSettings settings = daybook.space("default").settings();
        daybook.space("default").settings(settings.bank(settings.bank().enabled(true)));
        IntStream.range(0, 30)
                .forEach(i -> ada.remember(NewEpisode.of(Message.user(
                                "The heron fishes at weir " + i + " early in the morning, when it is quiet."))
                        .id("e" + i)
                        .session("s")
                        .occurredAt(NOON.minusDays(2).plusMinutes(i))));
        store.damaged.add("e7");
        ada.consolidate();
        daybook.space("default").bank().summarize(new SessionRef(ada.scope(), "s"));

        assertThat(ada.session("s").summary()).isPresent();
        assertThat(daybook.space("default").bank().list().summaries())
                .singleElement()
                .satisfies(summary -> assertThat(summary.covers())
                        .hasSize(29)
                        .noneMatch(ref -> ref.id().equals("e7")));
    }

    @Test
    void a_write_over_an_unreadable_entry_fails() {
        Memory ada = ada(open());
        ada.remember(said("e1", "I like tea."));
        store.damaged.add("e1");

        assertThatThrownBy(() -> ada.remember(said("e1", "I like rain."))).isInstanceOf(StoreException.class);
    }
}
