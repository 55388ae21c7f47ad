package dev.daybook.contract;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.ProcessPair.ADA;
import static dev.daybook.contract.ProcessPair.SHARED;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Block;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewFact;
import dev.daybook.model.Space;
import dev.daybook.outcome.ChangePage;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.HealthReport;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.MemoryChange;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.FactQuery;
import dev.daybook.query.IsolationPolicy;
import dev.daybook.query.Selection;
import dev.daybook.query.SpaceSettings;
import dev.daybook.store.WriteBatch;
import dev.daybook.testkit.store.BatchFixture;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two processes with one store: calls of the second come between the reads of the first and its write. */
class ManyProcessesTest {

    private final ProcessPair processes = new ProcessPair(parts -> parts);
    private final InMemoryStore store = processes.store;
    private final ProcessStore firstStore = processes.firstStore;
    private final ProcessStore secondStore = processes.secondStore;
    private final LocalDaybook first = processes.first;
    private final Daybook second = processes.second;

    @AfterEach
    void close() {
        processes.close();
    }

    private Memory ada(Daybook daybook) {
        return daybook.user("ada");
    }

    private void beforeWrite(Runnable other) {
        firstStore.before("write " + ADA.code(), other);
    }

    @Test
    void a_block_that_both_append_to_has_both_texts() {
        ada(first).blocks().remember("rules", "one");
        beforeWrite(() -> ada(second).blocks().append("rules", "two"));

        ada(first).blocks().append("rules", "three");

        assertThat(ada(second).blocks().find("rules").map(Block::content)).contains("onetwothree");
    }

    @Test
    void each_reads_the_changes_of_the_other_with_one_cursor() {
        ada(first).remember(said("e1", "heron"));
        String since = ada(first).archive().changes(null, 10).next();
        ada(second).remember(said("e2", "crane"));
        ada(second).forget(Selection.episode("e1"));

        assertThat(ada(first).archive().changes(since, 10))
                .isEqualTo(ada(second).archive().changes(since, 10))
                .extracting(ChangePage::changes)
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(2);
    }

    /** Between the rows of a page and its entries the other erases one and writes its id again. */
    @Test
    void a_page_of_changes_is_read_again_after_an_erasure_of_the_other() {
        ada(first).remember(said("e1", "heron"));
        String since = ada(first).archive().changes(null, 10).next();
        ada(first).remember(said("e1", "stork"));
        firstStore.before("get", () -> {
            ada(second).forget(Selection.episode("e1"));
            ada(second).remember(said("e1", "crane"));
        });

        List<MemoryChange> changes = ada(first).archive().changes(since, 10).changes();

        assertThat(changes.get(0)).isInstanceOf(MemoryChange.Erased.class);
        assertThat(changes.get(1))
                .isInstanceOfSatisfying(
                        MemoryChange.Written.class,
                        written -> assertThat(written.entry().text()).contains("crane"));
        assertThat(changes).hasSize(2);
    }

    @Test
    void new_blocks_of_both_have_different_orders() {
        processes.begin();
        beforeWrite(() -> ada(second).blocks().remember("theirs", "text"));

        ada(first).blocks().remember("mine", "text");

        assertThat(ada(first).blocks().list()).extracting(Block::name).containsExactly("theirs", "mine");
        assertThat(ada(first).blocks().list()).extracting(Block::order).doesNotHaveDuplicates();
    }

    @Test
    void a_fact_with_one_value_has_one_after_two_assertions() {
        processes.begin();
        beforeWrite(() -> ada(second).facts().remember(NewFact.of("Ada", "lives_in", "Porto")));

        ada(first).facts().remember(NewFact.of("Ada", "lives_in", "Lisbon"));

        assertThat(ada(second).facts().list(FactQuery.all()).stream().filter(fact -> fact.validUntil() == null))
                .extracting(Fact::object)
                .containsExactly("Lisbon");
    }

    @Test
    void an_append_is_not_repeated_for_an_append_of_the_other() {
        ada(first).session("s").remember(Message.user("hello"));
        AtomicInteger repetitions = new AtomicInteger();
        beforeWrite(() -> ada(second).session("s").remember(Message.user("a heron")));
        firstStore.before("write " + ADA.code(), repetitions::incrementAndGet);

        ada(first).session("s").remember(Message.user("a kestrel"));

        assertThat(repetitions).hasValue(0);
        assertThat(ada(first).session("s").remember(Message.user("a crane")).position())
                .isEqualTo(4);
    }

    @Test
    void the_same_episode_of_both_is_written_once() {
        beforeWrite(() -> ada(second).remember(said("e1", "heron")));

        assertThat(ada(first).remember(said("e1", "heron")).position()).isEqualTo(1);

        assertThat(ada(first).archive().exportAll()).hasSize(1);
    }

    @Test
    void a_setting_holds_at_the_next_write_of_the_other() {
        ada(second).remember(said("e1", "my password is hunter2hunter2"));
        first.space("default").changeSettings(settings -> settings.secrets(SpaceSettings.Secrets.REJECT));

        assertThatThrownBy(() -> ada(second).remember(said("e2", "the password: hunter2hunter2")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rejects secrets");
    }

    @Test
    void two_settings_changed_at_once_both_hold() {
        processes.begin();
        firstStore.before(
                "write " + SHARED.code(),
                () -> second.space("default")
                        .changeSettings(settings -> settings.secrets(SpaceSettings.Secrets.REDACT)));

        first.space("default")
                .changeSettings(settings -> settings.bank(settings.bank().enabled(true)));

        SpaceSettings settings = second.space("default").settings();
        assertThat(settings.secrets()).isEqualTo(SpaceSettings.Secrets.REDACT);
        assertThat(settings.bank().enabled()).isTrue();
    }

    @Test
    void a_recall_sees_the_writes_of_the_other_at_once() {
        assertThat(texts(second)).isEmpty();
        ada(first).remember(said("e1", "a heron"));
        assertThat(texts(second)).containsExactly("user: a heron");
        ada(first).remember(said("e1", "a grey heron"));
        assertThat(texts(second)).containsExactly("user: a grey heron");
    }

    @Test
    void a_forgotten_entry_is_gone_for_the_other_at_once() {
        ada(first).remember(said("e1", "s1", NOON, "a heron"));
        ada(first).remember(said("e2", "s2", NOON, "another heron"));
        assertThat(texts(second)).hasSize(2);

        ada(first).forget(Selection.session("s1"));

        assertThat(texts(second)).containsExactly("user: another heron");
        assertThat(ada(second).find(Episode.class, "e1")).isEmpty();
    }

    private List<String> texts(Daybook daybook) {
        return ada(daybook).recall("heron").stream().map(Hit::text).toList();
    }

    @Test
    void a_forget_takes_a_fact_that_the_other_derives_meanwhile() {
        ada(first).remember(said("e1", "s1", NOON, "I live in Porto."));
        firstStore.before(
                "erase " + ADA.code(),
                () -> assertThat(ada(second).consolidate()).isNotEmpty());

        ErasureReceipt erasure = ada(first).forget(Selection.session("s1"));

        assertThat(erasure.counts()).containsEntry(Kind.EPISODE, 1L).containsEntry(Kind.FACT, 1L);
        assertThat(ada(second).facts().list(FactQuery.all())).isEmpty();
        assertThat(ada(second).archive().exportAll()).isEmpty();
    }

    @Test
    void a_forget_that_meets_a_write_between_its_two_commits_leaves_nothing_pending() {
        ada(first).remember(said("e1", "s1", NOON, "a heron"));
        ada(first).session("s2").context("heron", ContextOptions.defaults().keep(true));
        assertThat(store.states(SHARED, "context/", null, 10).items()).hasSize(1);
        firstStore.before("erase " + ADA.code(), () -> ada(second).blocks().remember("rules", "be brief"));

        ErasureReceipt erasure = ada(first).forget(Selection.session("s1"));

        assertThat(erasure.counts()).isEqualTo(Map.of(Kind.EPISODE, 1L));
        assertThat(store.states(SHARED, "context/", null, 10).items()).isEmpty();
        assertThat(store.states(SHARED, "forget/", null, 10).items()).isEmpty();
        assertThat(ada(second).blocks().find("rules")).isPresent();
        assertThat(ada(second).find(Episode.class, "e1")).isEmpty();
    }

    @Test
    void a_context_that_the_other_keeps_during_a_forget_is_forgotten_too() {
        ada(first).remember(said("e1", "s1", NOON, "a heron"));
        firstStore.before("erase " + ADA.code(), this::keepContext);

        ada(first).forget(Selection.session("s1"));

        assertThat(store.states(SHARED, "context/", null, 10).items()).isEmpty();
    }

    @Test
    void a_context_that_the_other_keeps_during_a_forget_of_shared_entries_is_forgotten_too() {
        first.space(Space.DEFAULT.id()).shared().remember(said("e1", "s1", NOON, "a heron"));
        firstStore.before("erase " + SHARED.code(), this::keepContextWithShared);

        first.space(Space.DEFAULT.id()).shared().forget(Selection.session("s1"));

        assertThat(store.states(SHARED, "context/", null, 10).items())
                .allSatisfy(kept -> assertThat(kept.bytes().text()).doesNotContain("a heron"));
    }

    private void keepContextWithShared() {
        second.space(Space.DEFAULT.id())
                .shared()
                .session("s2")
                .context("heron", ContextOptions.defaults().keep(true));
        assertThat(store.states(SHARED, "context/", null, 10).items())
                .singleElement()
                .satisfies(kept -> assertThat(kept.bytes().text()).contains("a heron"));
    }

    @Test
    void a_context_that_is_kept_after_the_other_has_forgotten_its_entries_shows_none_of_them() {
        ada(first).remember(said("e1", "s1", NOON, "a heron"));
        secondStore.before("write " + SHARED.code(), () -> ada(first).forget(Selection.session("s1")));

        keepContext();

        assertThat(store.states(SHARED, "context/", null, 10).items())
                .singleElement()
                .satisfies(kept -> assertThat(kept.bytes().text()).doesNotContain("a heron"));
    }

    private void keepContext() {
        ada(second).session("s2").context("heron", ContextOptions.defaults().keep(true));
    }

    @Test
    void an_audit_key_that_was_erased_with_its_scope_is_not_used_again() {
        ada(second).remember(said("e1", "heron"));
        ada(first).forget(Selection.everything());
        ada(first).remember(said("e2", "kestrel"));

        ada(second).remember(said("e3", "s3", NOON, "crane"));
        ada(second).forget(Selection.session("s3"));

        assertThat(forgottenIds().detail()).contains("1 ids by keyed hash, 0 of them are entries");
        store.write(new WriteBatch(ADA, "op_back", List.of(BatchFixture.put("e3")), List.of(), List.of(), null));
        assertThat(forgottenIds().detail()).contains("1 of them are entries");
    }

    @Test
    void a_scope_forgotten_just_before_a_write_gets_a_new_audit_key() {
        ada(first).remember(said("e1", "heron"));
        beforeWrite(() -> ada(second).forget(Selection.everything()));

        ada(first).remember(said("e2", "s2", NOON, "kestrel"));

        ada(second).forget(Selection.session("s2"));
        store.write(new WriteBatch(ADA, "op_back", List.of(BatchFixture.put("e2")), List.of(), List.of(), null));
        assertThat(forgottenIds().detail()).contains("1 of them are entries");
    }

    private HealthReport.Finding forgottenIds() {
        return first.maintenance().verifyErasure(Duration.ZERO).findings().stream()
                .filter(finding -> finding.aspect().equals("forgotten ids"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void an_anonymous_recall_is_noticed_after_a_user_has_written_in_the_other() {
        Daybook strict = Daybook.builder(new ProcessStore(store))
                .noEmbedder()
                .isolation(IsolationPolicy.REFUSE)
                .open();
        first.space(Space.DEFAULT.id()).anonymous().remember(said("e1", "heron"));
        assertThat(strict.space(Space.DEFAULT.id()).anonymous().recall("heron")).hasSize(1);

        ada(second).remember(said("e2", "heron"));

        assertThatThrownBy(() -> strict.space(Space.DEFAULT.id()).anonymous().recall("heron"))
                .hasMessageContaining("user is missing");
        strict.close();
    }
}
