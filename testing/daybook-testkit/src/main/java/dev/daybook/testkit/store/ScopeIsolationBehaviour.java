package dev.daybook.testkit.store;

import static dev.daybook.testkit.store.BatchFixture.ADA;
import static dev.daybook.testkit.store.BatchFixture.NOON;
import static dev.daybook.testkit.store.BatchFixture.all;
import static dev.daybook.testkit.store.BatchFixture.batch;
import static dev.daybook.testkit.store.BatchFixture.episode;
import static dev.daybook.testkit.store.BatchFixture.ids;
import static dev.daybook.testkit.store.BatchFixture.nothing;
import static dev.daybook.testkit.store.BatchFixture.pages;
import static dev.daybook.testkit.store.BatchFixture.put;
import static dev.daybook.testkit.store.BatchFixture.state;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.ScopeHead;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import dev.daybook.testkit.StoreContract;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Isolation of scopes, also with hostile ids. */
public abstract class ScopeIsolationBehaviour {

    /** Allowed as any id; each stands for a way in which a store has confused ids. */
    private static final List<String> HOSTILE = List.of(
            "it's \"quoted\"",
            "'; DROP TABLE entries; --",
            "\uD83D\uDE00",
            "../../outside",
            "..",
            ".",
            "/",
            "a/b",
            "a\\b",
            "a:b",
            "{\"$ne\":\"x\"}",
            "$where",
            "%",
            "_",
            "*",
            "[a-z]",
            "?",
            "null",
            "0",
            "00",
            "anonymous",
            "shared",
            "user:x",
            "x",
            "ada",
            "Ada",
            "ADA",
            " ada",
            "ada ",
            "caf\u00e9",
            "cafe\u0301",
            "\u212b",
            "\u00c5",
            "a\u200bb",
            "ab",
            "\u0131",
            "\uFFFD",
            "\uFFEE",
            "n".repeat(512),
            "n".repeat(511),
            "\uD83D\uDE00".repeat(512));

    private final StoreContract contract;

    protected ScopeIsolationBehaviour(StoreContract contract) {
        this.contract = contract;
    }

    private Store store() {
        return contract.store();
    }

    private static Stream<Scope> neighbours() {
        Space other = new Space("other");
        return Stream.concat(
                Stream.of("a", "b", "anonymous", "shared", "user:a", "default")
                        .map(id -> new Scope.User(Space.DEFAULT, id)),
                Stream.of(
                        new Scope.Anonymous(Space.DEFAULT),
                        new Scope.Shared(Space.DEFAULT),
                        new Scope.User(other, "a"),
                        new Scope.Anonymous(other),
                        new Scope.Shared(other)));
    }

    private static String called(Scope scope) {
        return scope.space().id() + " " + scope.code();
    }

    private void writeTheSameToAll() {
        neighbours()
                .forEach(scope -> store().write(batch(
                        scope,
                        List.of(put(episode("same"), "session", NOON, called(scope))),
                        List.of(),
                        List.of(state("same", called(scope))))));
    }

    @Test
    void the_same_ids_in_different_scopes_are_different_things() {
        writeTheSameToAll();

        neighbours().forEach(this::holdsOnlyItsOwn);
    }

    private void holdsOnlyItsOwn(Scope scope) {
        StoredEntry own =
                new StoredEntry(episode("same"), 1, 1, "session", NOON, NOON, EntryPut.LIVE, Blob.of(called(scope)));
        assertThat(store().get(scope, List.of(episode("same")))).containsExactly(own);
        assertThat(all(store(), scope, EntryScan.of(Kind.EPISODE).versions(EntryScan.Versions.ALL)))
                .containsExactly(own);
        assertThat(all(store(), scope, EntryScan.of(Kind.EPISODE).inSession("session")))
                .containsExactly(own);
        assertThat(store().rows(scope, 0, 10).items()).hasSize(1);
        assertThat(store().states(scope, "", null, 10).items())
                .containsExactly(new ScopeState("same", 1, Blob.of(called(scope))));
        assertThat(store().head(scope).counts()).isEqualTo(Map.of(Kind.EPISODE, 1L));
        assertThat(store().head(scope).revision()).isEqualTo(1);
    }

    @Test
    void erasing_one_scope_leaves_the_others_alone() {
        writeTheSameToAll();
        Scope.User erased = new Scope.User(Space.DEFAULT, "a");
        store().erase(erased, EraseRequest.EVERYTHING, nothing(erased));

        neighbours().filter(scope -> !scope.equals(erased)).forEach(this::holdsOnlyItsOwn);
        neighbours()
                .filter(scope -> !scope.equals(erased))
                .forEach(scope -> assertThat(store().head(scope).epoch()).isZero());
    }

    @Test
    void hostile_users_and_spaces_are_only_names() {
        for (String id : HOSTILE) {
            store().write(batch(new Scope.User(Space.DEFAULT, id), put(episode("e"), "user " + id)));
            store().write(batch(new Scope.User(new Space(id), "someone"), put(episode("e"), "space " + id)));
        }
        for (String id : HOSTILE) {
            assertThat(only(new Scope.User(Space.DEFAULT, id))).isEqualTo("user " + id);
            assertThat(only(new Scope.User(new Space(id), "someone"))).isEqualTo("space " + id);
        }
        assertThat(pages(cursor -> store().heads(Space.DEFAULT, cursor, 7)))
                .extracting(found -> ((Scope.User) found.scope()).id())
                .containsExactlyInAnyOrderElementsOf(HOSTILE);
        assertThat(pages(cursor -> store().spaces(cursor, 7)))
                .extracting(Space::id)
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(HOSTILE.stream(), Stream.of("default")).toList());
    }

    private String only(Scope scope) {
        List<StoredEntry> found = all(store(), scope, EntryScan.of(Kind.EPISODE));
        assertThat(found).hasSize(1);
        return found.get(0).body().text();
    }

    @Test
    void hostile_entries_and_sessions_are_only_names() {
        store().write(batch(
                ADA,
                HOSTILE.stream()
                        .map(id -> put(episode(id), id, NOON, "entry " + id))
                        .toArray(EntryPut[]::new)));
        for (String id : HOSTILE) {
            assertThat(store().get(ADA, List.of(episode(id))))
                    .extracting(found -> found.body().text())
                    .containsExactly("entry " + id);
            assertThat(ids(all(store(), ADA, EntryScan.of(Kind.EPISODE).inSession(id))))
                    .containsExactly(id);
        }
        assertThat(store().rows(ADA, 0, 100).items())
                .extracting(row -> row.session())
                .containsExactlyElementsOf(HOSTILE);
    }

    @Test
    void an_entry_id_may_hold_control_characters() {
        List<String> ids = List.of("a\nb", "a\tb", "a\u0000b", "a\u0000", "a", "");
        store().write(batch(ADA, ids.stream().map(BatchFixture::put).toArray(EntryPut[]::new)));

        assertThat(ids(all(store(), ADA, EntryScan.of(Kind.EPISODE)))).containsExactlyElementsOf(ids);
        for (String id : ids) {
            assertThat(ids(store().get(ADA, List.of(episode(id))))).containsExactly(id);
        }
    }

    @Test
    void hostile_states_are_only_names() {
        store().write(batch(
                ADA, HOSTILE.stream().map(name -> state(name, "state " + name)).toArray(StateChange[]::new)));
        assertThat(pages(cursor -> store().states(ADA, "", cursor, 7)))
                .extracting(ScopeState::name)
                .containsExactlyInAnyOrderElementsOf(HOSTILE);
        for (String name : HOSTILE) {
            assertThat(store().state(ADA, name)).contains(new ScopeState(name, 1, Blob.of("state " + name)));
            assertThat(pages(cursor -> store().states(ADA, name, cursor, 100)))
                    .extracting(ScopeState::name)
                    .containsExactlyInAnyOrderElementsOf(HOSTILE.stream()
                            .filter(other -> other.startsWith(name))
                            .toList());
        }
    }

    @Test
    void the_agents_of_a_user_are_found_and_no_others() {
        Scope.User user = new Scope.User(Space.DEFAULT, "a");
        Scope first = new Scope.Agent(Space.DEFAULT, "a", "first");
        Scope onlyState = new Scope.Agent(Space.DEFAULT, "a", "only a state");
        assertThat(store().agents(user)).isEmpty();
        store().write(batch(first, put("e1")));
        store().write(batch(onlyState, state("mark", "1")));
        Stream.of(
                        user,
                        new Scope.User(Space.DEFAULT, "a/first"),
                        new Scope.Agent(Space.DEFAULT, null, "a"),
                        new Scope.Agent(Space.DEFAULT, null, "a/first"),
                        new Scope.Agent(Space.DEFAULT, "b", "first"),
                        new Scope.Agent(Space.DEFAULT, "a/b", "first"),
                        new Scope.Agent(new Space("other"), "a", "first"))
                .forEach(scope -> store().write(batch(scope, put("e1"))));

        assertThat(store().agents(user)).containsExactlyInAnyOrder(first, onlyState);
        store().erase(first, EraseRequest.EVERYTHING, nothing(first));
        assertThat(store().agents(user)).containsExactly(onlyState);
        store().write(batch(first, put("e2")));
        assertThat(store().agents(user)).containsExactlyInAnyOrder(first, onlyState);
        assertThat(store().agents(new Scope.User(new Space("other"), "a"))).hasSize(1);
        assertThat(store().agents(new Scope.User(Space.DEFAULT, "nobody"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 100})
    void every_scope_that_holds_something_is_listed_once(int limit) {
        List<Scope> written = neighbours().toList();
        written.forEach(scope -> store().write(batch(scope, put("e1"))));
        Scope onlyState = new Scope.User(Space.DEFAULT, "only a state");
        store().write(batch(onlyState, state("mark", "1")));
        store().head(new Scope.User(Space.DEFAULT, "only asked"));
        store().head(new Scope.User(new Space("only asked"), "a"));

        assertThat(pages(cursor -> store().heads(Space.DEFAULT, cursor, limit)))
                .extracting(ScopeHead::scope)
                .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                written.stream().filter(scope -> scope.space().equals(Space.DEFAULT)),
                                Stream.of(onlyState))
                        .toList());
        assertThat(pages(cursor -> store().heads(Space.DEFAULT, cursor, limit)))
                .allMatch(found -> found.head().equals(store().head(found.scope())));
        assertThat(pages(cursor -> store().spaces(cursor, limit)))
                .containsExactlyInAnyOrder(Space.DEFAULT, new Space("other"));
        assertThat(pages(cursor -> store().heads(new Space("nobody"), cursor, limit)))
                .isEmpty();
    }
}
