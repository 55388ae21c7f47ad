package dev.daybook.contract.memory;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.by;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static dev.daybook.contract.memory.MessageFixture.withoutEmbedder;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.NewSummary;
import dev.daybook.model.Scope;
import dev.daybook.model.SessionRef;
import dev.daybook.model.Space;
import dev.daybook.model.Summary;
import dev.daybook.outcome.Hit;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The shared scope of a space is read on request, and nothing else crosses scopes. */
public abstract class SharedScopeBehaviour {

    /** A form that the screen knows, in pieces so that no scanner takes it for a real one. */
    private static final String SECRET = "The password is hunter" + "2-and-more.";

    private final MemoryContract contract;

    protected SharedScopeBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private void everywhere() {
        contract.ada().remember(said("own", "s1", NOON, "heron of ada"));
        contract.daybook().user("bob").remember(said("bob", "s1", NOON, "heron of bob"));
        contract.daybook()
                .space(Space.DEFAULT.id())
                .anonymous()
                .remember(said("anonymous", "s1", NOON, "heron of nobody"));
        contract.daybook().space(Space.DEFAULT.id()).shared().remember(said("shared", "s1", NOON, "heron of all"));
        contract.daybook().space("other").shared().remember(said("elsewhere", "s1", NOON, "heron elsewhere"));
    }

    @Test
    void the_shared_scope_is_read_on_request() {
        everywhere();
        Memory ada = contract.ada();
        for (By by : withoutEmbedder()) {
            Query query = by(by, "heron");
            assertThat(ids(ada.recall(query))).containsExactly("own");
            assertThat(ids(ada.recall(query.shared(true)))).containsExactlyInAnyOrder("own", "shared");
            assertThat(ada.recall(query.shared(true)))
                    .filteredOn(hit -> hit.id().equals("shared"))
                    .extracting(Hit::scope)
                    .containsExactly(contract.daybook()
                            .space(Space.DEFAULT.id())
                            .shared()
                            .scope());
            assertThat(ids(contract.daybook()
                            .space(Space.DEFAULT.id())
                            .anonymous()
                            .recall(query.shared(true))))
                    .containsExactlyInAnyOrder("anonymous", "shared");
            assertThat(ids(contract.daybook().space(Space.DEFAULT.id()).shared().recall(query.shared(true))))
                    .containsExactly("shared");
            assertThat(ids(ada.recall(query.shared(true).asOf(NOON.toInstant()))))
                    .containsExactlyInAnyOrder("own", "shared");
        }
    }

    @Test
    void the_limit_and_the_order_hold_for_both_together() {
        contract.ada().remember(said("a1", "s", NOON.plusHours(1), "heron"));
        contract.ada().remember(said("a3", "s", NOON.plusHours(3), "heron"));
        contract.daybook().space(Space.DEFAULT.id()).shared().remember(said("s2", "s", NOON.plusHours(2), "heron"));
        contract.daybook().space(Space.DEFAULT.id()).shared().remember(said("s4", "s", NOON.plusHours(4), "heron"));
        Query newest = by(By.NEWEST, "").shared(true);

        assertThat(ids(contract.ada().recall(newest))).containsExactly("s4", "a3", "s2", "a1");
        assertThat(ids(contract.ada().recall(newest.limit(3)))).containsExactly("s4", "a3", "s2");
        assertThat(ids(contract.ada().recall(by(By.TEXT, "heron").shared(true).limit(2))))
                .containsExactly("s4", "a3");
    }

    @Test
    void the_same_id_here_and_there_gives_two_hits() {
        contract.ada().remember(said("same", "heron of ada"));
        contract.daybook().space(Space.DEFAULT.id()).shared().remember(said("same", "heron of all"));

        assertThat(contract.ada().recall(by(By.WORDS, "heron").shared(true)))
                .extracting(Hit::text)
                .containsExactlyInAnyOrder("user: heron of ada", "user: heron of all");
    }

    @Test
    void a_secret_that_is_shared_is_not_shown_outside() {
        Memory shared = contract.daybook().space(Space.DEFAULT.id()).shared();
        shared.remember(said("secret", "s1", NOON, SECRET));
        assertThat(shared.find(Episode.class, "secret").orElseThrow().sensitive())
                .isTrue();

        for (By by : withoutEmbedder()) {
            assertThat(contract.ada().recall(by(by, "password").shared(true))).isEmpty();
            assertThat(ids(shared.recall(by(by, "password")))).containsExactly("secret");
        }
        assertThat(contract.ada().session("s2").context("the password").text()).doesNotContain("hunter");
        assertThat(shared.session("s2").context("the password").text()).contains("hunter");
    }

    @Test
    void a_secret_beside_shared_entries_is_not_shown_outside() {
        Memory shared = contract.daybook().space(Space.DEFAULT.id()).shared();
        shared.remember(said("before", "s1", NOON, SECRET));
        shared.remember(said("asked", "s1", NOON, "The router stands in the pantry."));
        shared.remember(said("after", "s1", NOON, "It blinks."));
        String text =
                contract.ada().session("s2").context("where is the router?").text();

        assertThat(text).contains("pantry", "blinks").doesNotContain("hunter");
        assertThat(shared.session("s2").context("where is the router?").text()).contains("pantry", "hunter");
    }

    @Test
    void a_context_shows_the_shared_scope_and_no_other() {
        everywhere();
        String text = contract.ada()
                .session("s9")
                .context("heron", ContextOptions.defaults())
                .text();

        assertThat(text).contains("heron of ada", "heron of all");
        assertThat(text).doesNotContain("bob").doesNotContain("nobody").doesNotContain("elsewhere");
    }

    @Test
    void reading_the_shared_scope_writes_nothing_to_it() {
        contract.daybook().space(Space.DEFAULT.id()).shared().remember(NewEpisode.of(Message.user("heron")));
        List<?> before = contract.daybook()
                .space(Space.DEFAULT.id())
                .shared()
                .archive()
                .exportAll()
                .toList();
        contract.ada().recall(by(By.BEST, "heron").shared(true));
        contract.ada().forget(dev.daybook.query.Selection.everything());

        assertThat(contract.daybook()
                        .space(Space.DEFAULT.id())
                        .shared()
                        .archive()
                        .exportAll()
                        .map(Object.class::cast))
                .isEqualTo(before);
    }

    @Test
    void shared_entries_reveal_no_other_user_nor_their_texts_or_sessions() {
        Scope bob = contract.daybook().user("bob").scope();
        contract.daybook().user("bob").remember(said("theirs", "divorce lawyer", NOON, "heron"));
        contract.ada().remember(said("own", "s1", NOON, "heron"));
        Memory shared = contract.daybook().space(Space.DEFAULT.id()).shared();
        List<EntryRef> both = List.of(
                new EntryRef(bob, Kind.EPISODE, "theirs"),
                new EntryRef(contract.ada().scope(), Kind.EPISODE, "own"));
        shared.facts().remember(NewFact.of("heron", "is", "grey").sources(both));
        contract.daybook()
                .space("default")
                .bank()
                .remember(NewSummary.of(Summary.Level.SESSION, "- of a heron")
                        .session(new SessionRef(bob, "divorce lawyer"))
                        .lastSourceAt(NOON.plusDays(1)));
        Query query = Query.of("heron").shared(true);

        assertThat(contract.ada().recall(query).toString())
                .contains("of a heron", "grey")
                .doesNotContain("bob", "divorce", "theirs");
        assertThat(contract.ada().recall(query.kinds(Kind.FACT)))
                .singleElement()
                .satisfies(hit -> assertThat(((Fact) hit.entry()).sources()).isEqualTo(both.subList(1, 2)));
        assertThat(contract.daybook().user("bob").recall(query.kinds(Kind.SUMMARY)))
                .singleElement()
                .satisfies(hit -> assertThat(hit.session()).isEqualTo("divorce lawyer"));
        assertThat(shared.recall("heron").toString()).contains("theirs");
    }
}
