package dev.daybook.contract;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.error.ForgottenTextException;
import dev.daybook.error.StoreException;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.NewFact;
import dev.daybook.model.Note;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.query.Selection;
import dev.daybook.store.EntryKey;
import dev.daybook.store.Store;
import dev.daybook.testkit.DocumentDisk;
import dev.daybook.testkit.FlakyStore;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A forget over two scopes, killed at each of its writes: nothing of it is readable half forgotten after reopening. */
class BrokenOffForgetTest {

    private static final int ENOUGH = 60;
    private static final List<String> JOINED =
            List.of("Ada rides a red bike to work.", "Ada rides a red bike to work!", "Ada rides a red bike to work?");

    static List<Arguments> selections() {
        return List.of(
                Arguments.of(Selection.everything()),
                Arguments.of(Selection.session("s1")),
                Arguments.of(Selection.entries(Kind.EPISODE, List.of("e1", "nobody"))),
                Arguments.of(Selection.before(NOON.plusHours(1).toInstant())));
    }

    @ParameterizedTest
    @MethodSource("selections")
    void it_is_whole_after_reopening_or_has_not_begun(Selection selection) {
        boolean between = false;
        boolean done = false;
        for (int writes = 0; writes < ENOUGH && !done; writes++) {
            DocumentDisk disk = new DocumentDisk();
            fill(disk);
            try (Store store = FlakyStore.dyingAfter(writes, disk)) {
                done = forgets(store, selection);
            }
            try (FlakyStore raw = new FlakyStore(disk)) {
                between |= !raw.states(new Scope.Shared(Space.DEFAULT), "forget/", null, 9)
                        .items()
                        .isEmpty();
            }
            try (Daybook reopened =
                    Daybook.builder(new FlakyStore(disk)).noEmbedder().open()) {
                List<String> own = ids(reopened.user("ada").archive().exportAll());
                List<String> shared = ids(
                        reopened.space(Space.DEFAULT.id()).shared().archive().exportAll());
                assertThat(shared).contains("of bob");
                assertThat(shared.contains("of ada"))
                        .as("after %d writes", writes)
                        .isEqualTo(own.contains("e1"));
                assertThat(own.contains("e1")).isEqualTo(!done && own.size() == 2);
            }
        }
        assertThat(done).isTrue();
        assertThat(between).as("one of the deaths came between the two scopes").isTrue();
    }

    /** Each death comes before, between or after the hashes and the erasure. */
    @ParameterizedTest
    @MethodSource("selections")
    void no_stored_text_is_refused_and_every_forgotten_one_is_wherever_it_was_cut_off(Selection selection) {
        boolean between = false;
        boolean done = false;
        for (int writes = 0; writes < ENOUGH && !done; writes++) {
            DocumentDisk disk = new DocumentDisk();
            fillRefusing(disk);
            try (Store store = FlakyStore.dyingAfter(writes, disk)) {
                done = forgets(store, selection);
            }
            try (FlakyStore raw = new FlakyStore(disk)) {
                between |= hasHash(raw)
                        && !raw.get(new Scope.User(Space.DEFAULT, "ada"), List.of(new EntryKey(Kind.EPISODE, "e1")))
                                .isEmpty();
            }
            try (Daybook reopened = open(new FlakyStore(disk))) {
                Memory ada = reopened.user("ada");
                boolean stored = ada.find(Episode.class, "e1").isPresent();
                assertThat(isRefused(ada)).as("after %d writes", writes).isEqualTo(!stored);
                assertThat(stored && done).isFalse();
                ada.forget(selection);
                assertThat(isRefused(ada))
                        .as("after %d writes and a second forget", writes)
                        .isTrue();
            }
        }
        assertThat(done).isTrue();
        assertThat(between)
                .as("one of the deaths came between the hashes and the erasure")
                .isTrue();
    }

    private static boolean hasHash(Store store) {
        return !store.states(new Scope.Shared(Space.DEFAULT), "refused/", null, 1)
                .items()
                .isEmpty();
    }

    private static boolean isRefused(Memory memory) {
        try {
            memory.remember(said("again", "s9", NOON.plusYears(9), "a grey heron stands there"));
        } catch (ForgottenTextException refused) {
            return true;
        }
        // Keeps no hash, because the other entry has the text still.
        memory.forget(Selection.episode("again"));
        return false;
    }

    private static void fillRefusing(DocumentDisk disk) {
        try (Daybook daybook = open(new FlakyStore(disk))) {
            daybook.space("default").changeSettings(settings -> settings.refuseForgotten(true));
            daybook.user("ada").remember(said("e1", "s1", NOON, "a grey heron stands there"));
            daybook.user("ada").remember(said("e2", "s2", NOON.plusHours(2), "a white crane flies off"));
        }
    }

    private static boolean forgets(Store store, Selection selection) {
        try (Daybook daybook =
                Daybook.builder(new UnclosedStore(store)).noEmbedder().open()) {
            daybook.user("ada").forget(selection);
            return true;
        } catch (StoreException death) {
            return false;
        }
    }

    private static void fill(DocumentDisk disk) {
        fill(disk, "default");
    }

    private static void fill(DocumentDisk disk, String id) {
        try (Daybook daybook =
                Daybook.builder(new FlakyStore(disk)).noEmbedder().open()) {
            MemorySpace space = daybook.space(id);
            Memory ada = space.user("ada");
            ada.remember(said("e1", "s1", NOON, "heron"));
            ada.remember(said("e2", "s2", NOON.plusHours(2), "crane"));
            EntryRef own = new EntryRef(ada.scope(), Kind.EPISODE, "e1");
            EntryRef bob = new EntryRef(space.user("bob").scope(), Kind.EPISODE, "e1");
            space.shared()
                    .facts()
                    .remember(NewFact.of("ada", "saw", "heron").id("of ada").sources(List.of(own)));
            space.shared()
                    .facts()
                    .remember(NewFact.of("bob", "saw", "heron").id("of bob").sources(List.of(bob)));
        }
    }

    /** Forgetting a user is whole in each space wherever it was cut off, and a second call forgets the rest. */
    @Test
    void a_user_is_forgotten_in_the_rest_of_the_spaces_by_a_second_call_wherever_the_first_was_cut_off() {
        boolean partly = false;
        boolean done = false;
        for (int writes = 0; writes < ENOUGH && !done; writes++) {
            DocumentDisk disk = new DocumentDisk();
            fill(disk, "default");
            fill(disk, "lab");
            try (Store store = FlakyStore.dyingAfter(writes, disk)) {
                done = forgetsUser(store);
            }
            try (Daybook reopened = open(new FlakyStore(disk))) {
                boolean here = isWhole(reopened.space("default"));
                boolean there = isWhole(reopened.space("lab"));
                partly |= here != there;
                assertThat(reopened.forgetUser("ada"))
                        .as("after %d writes", writes)
                        .hasSize((here ? 1 : 0) + (there ? 1 : 0));
                assertThat(isWhole(reopened.space("default"))).isFalse();
                assertThat(isWhole(reopened.space("lab"))).isFalse();
            }
        }
        assertThat(done).isTrue();
        assertThat(partly).as("one of the deaths came between the two spaces").isTrue();
    }

    private static boolean forgetsUser(Store store) {
        try (Daybook daybook = open(new UnclosedStore(store))) {
            daybook.forgetUser("ada");
            return true;
        } catch (StoreException death) {
            return false;
        }
    }

    /** Returns true if all entries of ada are there; else none is. Bob's entries are always there. */
    private static boolean isWhole(MemorySpace space) {
        List<String> own = ids(space.user("ada").archive().exportAll());
        List<String> shared = ids(space.shared().archive().exportAll());
        assertThat(own.size()).isIn(0, 2);
        assertThat(shared).contains("of bob");
        assertThat(shared.contains("of ada")).isEqualTo(own.contains("e1"));
        return !own.isEmpty();
    }

    /** Of two additions that were joined one goes: the other is a note again wherever it was cut off, and only once. */
    @Test
    void remaining_parts_of_joined_additions_are_derived_again_after_any_interruption() {
        boolean done = false;
        boolean between = false;
        for (int writes = 0; writes < ENOUGH && !done; writes++) {
            DocumentDisk disk = new DocumentDisk();
            String first = join(disk);
            try (Store store = FlakyStore.dyingAfter(writes, disk)) {
                done = forgetsAndConsolidates(store, first);
            }
            try (Daybook reopened = open(new FlakyStore(disk))) {
                Memory ada = reopened.user("ada");
                boolean begun = ada.find(Episode.class, first).isEmpty();
                between |= begun && live(ada).isEmpty();
                ada.consolidate();
                assertThat(live(ada)).as("after %d writes", writes).containsExactly("Ada rides a red bike to work?");
                assertThat(ada.notes().list())
                        .extracting(Note::text)
                        .containsExactlyElementsOf(begun ? JOINED.subList(1, 3) : JOINED);
                assertThat(ada.consolidate()).isEmpty();
            }
        }
        assertThat(done).isTrue();
        assertThat(between)
                .as("one of the deaths came before they were made again")
                .isTrue();
    }

    private static boolean forgetsAndConsolidates(Store store, String addition) {
        try (Daybook daybook = open(new UnclosedStore(store))) {
            daybook.user("ada").forget(Selection.episode(addition));
            daybook.user("ada").consolidate();
            return true;
        } catch (StoreException death) {
            return false;
        }
    }

    private static Daybook open(Store store) {
        return Daybook.builder(store).noEmbedder().background(false).open();
    }

    private static List<String> live(Memory memory) {
        return memory.notes().latest(0, 9).stream().map(Note::text).toList();
    }

    private static String join(DocumentDisk disk) {
        try (Daybook daybook = open(new FlakyStore(disk))) {
            Memory ada = daybook.user("ada");
            List<String> ids = JOINED.stream()
                    .map(text -> ada.notes().remember(text).orElseThrow().id())
                    .toList();
            ada.consolidate();
            assertThat(live(ada)).containsExactly(JOINED.get(2));
            return ids.get(0);
        }
    }
}
