package dev.daybook.contract.recall;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.by;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static dev.daybook.contract.memory.MessageFixture.withoutEmbedder;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.contract.MemoryContract;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.NewFact;
import dev.daybook.model.Scope;
import dev.daybook.model.Trust;
import dev.daybook.outcome.Context;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.RecallDifference;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.query.Selection;
import dev.daybook.query.SpaceSettings.LowTrust;
import dev.daybook.testkit.HashEmbedder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One memory joined with others for reading. */
public abstract class JoinedScopesBehaviour {

    /** A form that the screen knows, in pieces so that no scanner takes it for a real one. */
    private static final String SECRET = "The password is hunter" + "2-and-more.";

    private final MemoryContract contract;

    protected JoinedScopesBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private MemorySpace space() {
        return contract.daybook().space("default");
    }

    private Memory planner() {
        return contract.ada().agent("planner");
    }

    private Memory team() {
        return space().agent("team");
    }

    private Memory view() {
        return contract.ada().with(planner(), team());
    }

    private void everywhere() {
        contract.ada().remember(said("own", "s1", NOON, "heron of ada"));
        planner().remember(said("planned", "s1", NOON.plusHours(1), "heron of the planner"));
        team().remember(said("known", "s1", NOON.plusHours(2), "heron of the team"));
        space().user("bob").remember(said("bob", "s1", NOON, "heron of bob"));
        space().shared().remember(said("shared", "s1", NOON.plusHours(3), "heron of all"));
    }

    @Test
    void a_recall_reads_every_joined_scope_and_names_the_scope_of_each_hit() {
        everywhere();
        for (By by : withoutEmbedder()) {
            Map<String, Scope> found =
                    view().recall(by(by, "heron")).stream().collect(Collectors.toMap(Hit::id, Hit::scope));
            assertThat(found)
                    .isEqualTo(Map.of(
                            "own", contract.ada().scope(),
                            "planned", planner().scope(),
                            "known", team().scope()));
        }
        Query newest = by(By.NEWEST, "");
        assertThat(ids(view().recall(newest.limit(2)))).containsExactly("known", "planned");
        assertThat(ids(view().recall(newest.shared(true)))).containsExactly("shared", "known", "planned", "own");
        assertThat(ids(view().recall(by(By.TEXT, "heron").asOf(NOON.toInstant()))))
                .containsExactly("known", "planned", "own");
        assertThat(ids(contract.ada().recall("heron"))).containsExactly("own");
    }

    @Test
    void the_same_id_in_two_scopes_gives_two_hits() {
        contract.ada().remember(said("same", "heron of ada"));
        planner().remember(said("same", "heron of the planner"));

        assertThat(view().recall("heron"))
                .extracting(Hit::text)
                .containsExactlyInAnyOrder("user: heron of ada", "user: heron of the planner");
    }

    @Test
    void a_joined_memory_writes_to_its_own_scope_only() {
        everywhere();
        view().remember(said("new", "kestrel"));
        view().facts().remember(NewFact.of("ada", "saw", "kestrel").id("f"));
        view().forget(Selection.episode("planned"));

        assertThat(ids(contract.ada().recall("kestrel"))).contains("new");
        assertThat(ids(planner().recall("heron kestrel"))).containsExactly("planned");
        assertThat(ids(team().recall("heron kestrel"))).containsExactly("known");
        assertThat(view().scope()).isEqualTo(contract.ada().scope());
    }

    @Test
    void a_context_shows_all_joined_scopes_and_names_the_scope_of_each_entry() {
        everywhere();
        planner().blocks().remember("plan", "watch herons");
        planner().blocks().remember("persona", "a planner");
        contract.ada().blocks().remember("persona", "a friend");
        team().facts().remember(NewFact.of("heron", "eats", "fish"));
        Context context = view().session("s9").context("What does the heron eat?");

        assertThat(context.text())
                .contains(
                        "watch herons", "a friend", "fish", "heron of ada", "heron of the planner", "heron of the team")
                .contains("heron of all")
                .doesNotContain("a planner", "bob");
        assertThat(context.sections())
                .flatExtracting(Context.Section::entries)
                .contains(
                        new EntryRef(planner().scope(), Kind.BLOCK, "plan"),
                        new EntryRef(contract.ada().scope(), Kind.BLOCK, "persona"),
                        new EntryRef(team().scope(), Kind.EPISODE, "known"));
    }

    @Test
    void a_context_over_joined_scopes_cannot_be_kept() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> view().session("s1")
                        .context("heron", ContextOptions.defaults().keep(true)))
                .withMessageContaining("keep is true")
                .withMessageContaining("3 scopes")
                .withMessageContaining("leave keep out");
    }

    @Test
    void facts_are_listed_by_scope_in_the_order_of_joining() {
        contract.ada().facts().remember(NewFact.of("ada", "likes", "herons").id("own"));
        planner().facts().remember(NewFact.of("ada", "plans", "a trip").id("planned"));
        planner().facts().remember(NewFact.of("ada", "has", SECRET).id("secret"));

        Map<Scope, List<Fact>> lists =
                contract.ada().with(planner(), Trust.TOOL).with(team()).facts().listByScope(FactQuery.all());

        assertThat(lists.keySet())
                .containsExactly(contract.ada().scope(), planner().scope(), team().scope());
        assertThat(lists.values().stream()
                        .map(facts -> facts.stream().map(Fact::id).toList()))
                .containsExactly(List.of("own"), List.of("planned"), List.of());
        assertThat(lists.get(planner().scope())).extracting(Fact::trust).containsExactly(Trust.TOOL);
    }

    @Test
    void an_explanation_is_of_an_entry_of_any_joined_scope_and_agrees_with_the_recall() {
        everywhere();
        Query query = Query.of("heron of the planner");
        List<Hit> hits = view().recall(query);
        for (int i = 0; i < hits.size(); i++) {
            Hit hit = hits.get(i);
            var explanation = view().explain(query, new EntryRef(hit.scope(), hit.kind(), hit.id()));
            assertThat(explanation.rank()).isEqualTo(i + 1);
            assertThat(explanation.score()).isEqualTo(hit.score());
            assertThat(explanation.entry().scope()).isEqualTo(hit.scope());
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        view().explain(query, new EntryRef(space().user("bob").scope(), Kind.EPISODE, "bob")))
                .withMessageContaining("user:bob");
    }

    @Test
    void a_comparison_leaves_out_entries_of_the_own_scope_and_reads_all() {
        everywhere();
        RecallDifference difference = view().without(Selection.episode("own")).recall(Query.of("heron"));

        assertThat(ids(difference.with())).containsExactlyInAnyOrder("own", "planned", "known");
        assertThat(ids(difference.without())).containsExactlyInAnyOrder("planned", "known");
    }

    private static Map<String, Double> scores(List<Hit> hits, Scope scope) {
        return hits.stream().filter(hit -> hit.scope().equals(scope)).collect(Collectors.toMap(Hit::id, Hit::score));
    }

    @Test
    void no_score_depends_on_another_scope() {
        contract.openedWith(new HashEmbedder());
        planner().remember(said("p1", "s1", NOON, "heron at the weir"));
        planner().remember(said("p2", "s1", NOON, "weir and gravel"));
        planner().remember(said("p3", "s2", NOON, "gravel on the road"));
        contract.ada().remember(said("own", "s1", NOON, "a letter from Porto"));
        awaitVectors(planner(), contract.ada());
        for (By by : By.values()) {
            for (String text : List.of("heron weir", "gravel weir", "what did heron say about the road")) {
                Query query = by(by, text).limit(1_000);
                Map<String, Double> alone =
                        scores(planner().recall(query), planner().scope());
                assertThat(scores(
                                contract.ada().with(planner()).recall(query),
                                planner().scope()))
                        .as("%s %s", by, text)
                        .isEqualTo(alone);
            }
        }
        Query query = Query.of("heron gravel").limit(1_000);
        Map<String, Double> before =
                scores(contract.ada().with(planner()).recall(query), planner().scope());
        contract.ada()
                .remember(IntStream.range(0, 300)
                        .mapToObj(i -> said("b" + i, "s1", NOON, i % 2 == 0 ? "heron heron" : "weir gravel"))
                        .toList());
        awaitVectors(contract.ada());

        assertThat(before).isNotEmpty();
        assertThat(scores(
                        contract.ada().with(planner()).recall(query), planner().scope()))
                .isEqualTo(before);
    }

    private static void awaitVectors(Memory... memories) {
        for (Memory memory : memories) {
            var receipt = memory.remember(said("last", "an unrelated remark"));
            memory.operations().await(receipt, Duration.ofSeconds(20));
        }
    }

    @Test
    void texts_of_a_joined_scope_claim_at_most_the_trust_that_it_is_joined_with() {
        everywhere();
        Memory bounded = contract.ada().with(planner(), Trust.TOOL);

        assertThat(bounded.recall("heron"))
                .filteredOn(hit -> hit.id().equals("planned"))
                .extracting(Hit::trust)
                .containsExactly(Trust.TOOL);
        assertThat(bounded.recall("heron"))
                .filteredOn(hit -> hit.id().equals("own"))
                .extracting(Hit::trust)
                .containsExactly(Trust.USER);
        assertThat(planner().recall("heron")).extracting(Hit::trust).containsExactly(Trust.USER);

        space().changeSettings(settings -> settings.lowTrust(LowTrust.LEAVE_OUT));
        assertThat(ids(bounded.recall("heron"))).containsExactly("own");
        assertThat(bounded.session("s9").context("heron").text()).doesNotContain("planner");
        assertThat(ids(contract.ada().with(planner()).recall("heron"))).containsExactlyInAnyOrder("own", "planned");
    }

    @Test
    void a_secret_of_a_joined_scope_is_not_shown() {
        planner().remember(said("secret", "s1", NOON, SECRET));
        contract.ada().remember(said("own", "s1", NOON, "my " + SECRET));

        assertThat(ids(view().recall("password"))).containsExactly("own");
        assertThat(ids(planner().with(contract.ada()).recall("password"))).containsExactly("secret");
    }

    @Test
    void what_is_hidden_or_forgotten_in_a_joined_scope_is_gone_from_the_view() {
        everywhere();
        Memory view = view();
        String operation =
                planner().quarantine().hide(Selection.episode("planned")).operation();
        assertThat(ids(view.recall("heron"))).containsExactlyInAnyOrder("own", "known");
        planner().quarantine().release(operation);
        assertThat(ids(view.recall("heron"))).containsExactlyInAnyOrder("own", "planned", "known");

        team().forget(Selection.everything());
        assertThat(ids(view.recall("heron"))).containsExactlyInAnyOrder("own", "planned");
        contract.ada().forget(Selection.everything());
        assertThat(view.recall("heron")).isEmpty();
    }

    @Test
    void sixteen_scopes_are_joined_and_no_more() {
        Memory view = contract.ada();
        for (int i = 1; i < 16; i++) {
            Memory agent = contract.ada().agent("agent " + i);
            agent.remember(said("e" + i, "heron"));
            view = view.with(agent);
        }
        assertThat(view.recall(Query.of("heron").limit(100))).hasSize(15);

        Memory full = view;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> full.with(team()))
                .withMessageContaining("agent:team")
                .withMessageContaining("16 scopes");
    }

    @Test
    void a_memory_that_cannot_be_joined_is_refused_with_the_reason() throws Exception {
        Memory ada = contract.ada();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ada.with(planner(), planner()))
                .withMessageContaining("agent-of:ada/planner")
                .withMessageContaining("join each scope once");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ada.with(contract.ada()))
                .withMessageContaining("user:ada");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> team().with(view()))
                .withMessageContaining("3 scopes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ada.with(contract.daybook().space("lab").shared()))
                .withMessageContaining("'lab'")
                .withMessageContaining("one space");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ada.with((Memory) null))
                .withMessageContaining("others");
        try (Daybook other = Daybook.builder(new InMemoryStore()).noEmbedder().open()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ada.with(other.user("bob")))
                    .withMessageContaining("another daybook");
        }
    }

    @Test
    @Timeout(120)
    void views_in_every_direction_are_read_while_all_scopes_are_written_and_forgotten() throws Exception {
        List<Memory> all = List.of(contract.ada(), planner(), team(), space().shared());
        all.forEach(memory -> memory.remember(said("first", "heron")));
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> done = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                Memory own = all.get(thread);
                Memory view =
                        own.with(all.stream().filter(memory -> memory != own).toArray(Memory[]::new));
                int number = thread;
                done.add(threads.submit(() -> {
                    for (int i = 0; i < 20; i++) {
                        assertThat(view.recall("heron")).isNotEmpty();
                        view.session("s" + i).context("heron");
                    }
                }));
                done.add(threads.submit(() -> {
                    for (int i = 0; i < 20; i++) {
                        own.remember(said("e" + number + "-" + i, "s1", NOON, "heron " + i));
                        own.forget(Selection.episode("e" + number + "-" + (i - 2)));
                    }
                }));
            }
            for (Future<?> each : done) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(ids(view().recall(by(By.TEXT, "heron").limit(100)))).hasSize(9);
    }
}
