package dev.daybook.contract.memory;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.by;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static dev.daybook.contract.memory.MessageFixture.withoutEmbedder;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.contract.MemoryContract;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.SessionInfo;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.query.Selection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Isolation of scopes. */
public abstract class IsolatingBehaviour {

    /** Names that have been taken for other scopes, or for each other. */
    private static final List<String> USERS = List.of(
            "ada",
            "Ada",
            "ADA",
            "ada ",
            "anonymous",
            "shared",
            "user:ada",
            "user:",
            "default",
            "caf\u00e9",
            "cafe\u0301",
            "\u212b",
            "\u00c5",
            "a\u200bda",
            "\u0430da",
            "*",
            "%");

    private static final List<String> LIKE_ADA = List.of("ada", "Ada", "ada ", "user:ada");

    private final MemoryContract contract;

    protected IsolatingBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    /** @param ofOtherSpaces the users in spaces other than the default one */
    private List<Memory> scopes(List<String> ofOtherSpaces) {
        List<Memory> scopes = new ArrayList<>();
        for (String name : List.of("default", "other", "Default")) {
            MemorySpace space = contract.daybook().space(name);
            (name.equals("default") ? USERS : ofOtherSpaces).forEach(user -> scopes.add(space.user(user)));
            scopes.add(space.user("ada").agent("ada"));
            scopes.add(space.user("Ada").agent("shared"));
            scopes.add(space.agent("ada"));
            scopes.add(space.anonymous());
            scopes.add(space.shared());
        }
        return scopes;
    }

    private static String called(Memory memory) {
        Scope scope = memory.scope();
        return "<" + scope.space().id() + " " + scope.code() + ">";
    }

    private List<Memory> written(List<String> ofOtherSpaces) {
        List<Memory> scopes = scopes(ofOtherSpaces);
        for (Memory memory : scopes) {
            memory.remember(said("same", "s1", NOON, "heron " + called(memory)));
            memory.session("s2").change(options -> options.name(called(memory)));
        }
        return scopes;
    }

    /** All that a scope shows, as texts. */
    private static List<String> views(Memory memory) {
        List<String> views = new ArrayList<>();
        for (By by : withoutEmbedder()) {
            memory.recall(by(by, "heron").limit(1_000)).forEach(hit -> views.add(by + " " + hit.entry()));
            memory.recall(by(by, "heron").limit(1_000).asOf(NOON.toInstant()))
                    .forEach(hit -> views.add(by + " " + hit.entry()));
        }
        memory.session("s1").turns(1_000).forEach(turn -> views.add(turn.toString()));
        memory.sessions().forEach(session -> views.add(session.toString()));
        memory.archive().exportAll().forEach(entry -> views.add(entry.toString()));
        memory.find(Episode.class, "same").ifPresent(episode -> views.add(episode.toString()));
        views.add(memory.archive().profile().toString());
        // The context of a user includes the shared scope, so compare the turns of the session alone.
        views.add(memory.session("s1").context("").text());
        views.add(memory.explain(Query.of("heron"), new EntryRef(memory.scope(), Kind.EPISODE, "same"))
                .toString());
        return views;
    }

    @Test
    void the_same_ids_and_texts_in_many_scopes_are_different_things() {
        List<Memory> scopes = written(USERS);
        for (Memory memory : scopes) {
            assertThat(memory.find(Episode.class, "same").orElseThrow().input()).isEqualTo("heron " + called(memory));
            assertThat(memory.archive().profile().count(Kind.EPISODE)).isEqualTo(1);
            assertThat(memory.sessions()).extracting(SessionInfo::name).containsExactlyInAnyOrder(null, called(memory));
            assertThat(memory.recall(by(By.WORDS, "heron").limit(1_000)))
                    .extracting(Hit::scope)
                    .containsExactly(memory.scope());
            String views = String.join("\n", views(memory));
            assertThat(views).contains(called(memory));
            scopes.stream()
                    .filter(other -> !other.scope().equals(memory.scope()))
                    .forEach(other -> assertThat(views).doesNotContain(called(other)));
        }
    }

    /** In an order in which each has something to change. */
    private static Map<String, Consumer<Memory>> changes() {
        Map<String, Consumer<Memory>> changes = new LinkedHashMap<>();
        changes.put("another name", memory -> memory.session("s1").change(options -> options.name("a name")));
        changes.put(
                "more texts",
                memory -> memory.remember(
                        List.of(said("more", "s1", NOON, "heron heron heron"), said("old", "s3", NOON, "heron"))));
        changes.put("another text", memory -> memory.remember(said("same", "s1", NOON, "kestrel")));
        changes.put("a forgotten episode", memory -> memory.forget(Selection.episode("same")));
        changes.put("a forgotten session", memory -> memory.forget(Selection.session("s1")));
        changes.put(
                "a forgotten time",
                memory -> memory.forget(Selection.before(NOON.plusDays(1).toInstant())));
        changes.put("everything forgotten", memory -> memory.forget(Selection.everything()));
        return changes;
    }

    @Test
    void a_change_of_one_scope_leaves_all_others_as_they_were() {
        Map<Memory, List<String>> shown = new LinkedHashMap<>();
        written(LIKE_ADA).forEach(memory -> shown.put(memory, views(memory)));
        changes().forEach((name, change) -> {
            change.accept(contract.ada());
            compare(
                    name,
                    shown,
                    scope -> isForgottenWithAda(scope)
                            || scope.equals(contract.ada().scope()));
        });

        Memory anonymous = contract.daybook().space(Space.DEFAULT.id()).anonymous();
        anonymous.forget(Selection.everything());

        assertThat(anonymous.archive().exportAll()).isEmpty();
        compare("the anonymous scope forgotten", shown, anonymous.scope()::equals);
    }

    private boolean isForgottenWithAda(Scope scope) {
        return scope instanceof Scope.Agent agent
                && agent.isBelow(contract.ada().scope())
                && contract.ada().sessions().isEmpty();
    }

    /** Compares what the scopes show with what they showed before a change, which it replaces. */
    private static void compare(String change, Map<Memory, List<String>> shown, Predicate<Scope> isChanged) {
        shown.replaceAll((memory, before) -> {
            List<String> now = views(memory);
            String described = change + ": " + called(memory);
            if (isChanged.test(memory.scope())) {
                assertThat(now).as(described).isNotEqualTo(before);
            } else {
                assertThat(now).as(described).isNotEmpty().isEqualTo(before);
            }
            return now;
        });
    }

    @Test
    void term_rarity_of_one_user_does_not_depend_on_another() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "s1", NOON, "heron at the weir"));
        ada.remember(said("e2", "s1", NOON, "weir and gravel"));
        ada.remember(said("e3", "s2", NOON, "gravel on the road"));
        List<Query> queries = Stream.of(By.BEST, By.WORDS)
                .flatMap(by -> Stream.of("heron weir", "gravel weir", "road").map(text -> by(by, text)))
                .toList();
        List<List<Hit>> before = queries.stream().map(ada::recall).toList();
        assertThat(before).doesNotContain(List.of());
        for (Memory other : List.of(
                contract.daybook().user("bob"),
                contract.daybook().space(Space.DEFAULT.id()).shared(),
                contract.daybook().space(Space.DEFAULT.id()).anonymous())) {
            other.remember(IntStream.range(0, 1_000)
                    .mapToObj(i -> said("b" + i, "s1", NOON, i % 2 == 0 ? "heron heron" : "weir"))
                    .toList());
            other.recall("heron");
        }

        assertThat(queries.stream().map(ada::recall).toList()).isEqualTo(before);
    }

    @Test
    void scopes_and_spaces_that_hold_something_are_listed() {
        contract.ada().remember(said("e", "text"));
        contract.daybook().space(Space.DEFAULT.id()).shared().remember(said("e", "text"));
        contract.daybook().space("other").anonymous().remember(said("e", "text"));
        contract.daybook().user("only asked").recall("text");
        contract.daybook().space("only asked").user("ada").sessions();

        assertThat(contract.daybook().space("default").scopes())
                .containsExactlyInAnyOrder(new Scope.User(Space.DEFAULT, "ada"), new Scope.Shared(Space.DEFAULT));
        assertThat(contract.daybook().space("other").scopes()).containsExactly(new Scope.Anonymous(new Space("other")));
        assertThat(contract.daybook().spaces()).containsExactlyInAnyOrder(Space.DEFAULT, new Space("other"));
    }

    @Test
    void more_scopes_than_fit_in_memory_answer_all_the_same() {
        contract.openedWith(parts -> parts.noEmbedder().memoryBudget(1));
        for (int i = 0; i < 20; i++) {
            contract.daybook().user("user " + i).remember(said("e" + i, "heron"));
        }
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 20; i++) {
                assertThat(ids(contract.daybook().user("user " + i).recall("heron")))
                        .containsExactly("e" + i);
            }
        }
    }
}
