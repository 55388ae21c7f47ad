package dev.daybook.contract.memory;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.contract.derivation.StatementFixture;
import dev.daybook.model.Block;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.NewFact;
import dev.daybook.model.Note;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Selection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Profile and export over all kinds, and the way back. */
public abstract class ExportingBehaviour {

    private final MemoryContract contract;

    protected ExportingBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    /** Something of each kind, with links between them. */
    private Memory filled() {
        Memory ada = contract.ada();
        EntryRef first = new EntryRef(ada.scope(), Kind.EPISODE, "e1");
        ada.remember(said("later", "s1", NOON.plusHours(1), "crane"));
        ada.remember(said("e1", "s1", NOON, "heron"));
        ada.facts().remember(NewFact.of("user", "lives_in", "Porto").id("f2").recordedAt(NOON));
        ada.facts()
                .remember(NewFact.of("user", "likes", "tea")
                        .id("f1")
                        .recordedAt(NOON.minusDays(1))
                        .sources(List.of(first)));
        ada.facts()
                .remember(NewFact.of("user", "lives_in", "Faro")
                        .id("f3")
                        .validFrom(NOON.plusDays(1))
                        .recordedAt(NOON.plusDays(1)));
        ada.blocks().remember("persona", "calm");
        ada.blocks().remember("dropped", "gone");
        ada.blocks().remember("user", "likes herons");
        ada.blocks().end("dropped");
        ada.blocks().move("user", 0);
        ada.archive()
                .importAll(List.of(new Note(
                        "n1",
                        "Ada watches birds.",
                        NOON,
                        NOON,
                        List.of(),
                        List.of(),
                        List.of(first),
                        SummaryMethod.MODEL,
                        Provenance.unwritten(Origin.USER, Trust.UNKNOWN))));
        ada.session("s1").rememberSummary("Of birds.", 2);
        return ada;
    }

    @Test
    void an_export_has_all_kinds_each_in_its_order() {
        List<Entry> entries = filled().archive().exportAll().toList();

        assertThat(ids(entries.stream().filter(entry -> entry.kind() != Kind.SUMMARY)))
                .containsExactly("e1", "later", "f1", "f2", "f3", "user", "persona", "n1");
        assertThat(entries.get(8).text()).isEqualTo("Of birds.");
    }

    @Test
    void an_export_after_an_import_equals_the_first_export() {
        List<Entry> exported = filled().archive().exportAll().toList();
        Memory copy = contract.daybook().space("elsewhere").user("ada");
        List<Entry> moved = exported.stream().map(this::elsewhere).toList();

        List<Receipt> receipts = copy.archive().importAll(moved);

        assertThat(receipts).extracting(Receipt::id).isEqualTo(ids(exported.stream()));
        List<Entry> again = copy.archive().exportAll().toList();
        assertThat(again)
                .usingRecursiveComparison()
                .ignoringFields("provenance.position", "provenance.revision", "upTo", "recordedAt")
                .isEqualTo(moved);
        assertThat(copy.session("s1").pending()).isZero();
        assertThat(copy.facts().list(FactQuery.all()))
                .extracting(Fact::recordedAt)
                .contains(NOON.minusDays(1));
        assertThat(copy.archive().importAll(moved)).isEqualTo(receipts);
        assertThat(copy.archive().exportAll()).isEqualTo(again);
        assertThat(copy.blocks().list()).extracting(Block::name).containsExactly("user", "persona");
    }

    @Test
    void facts_learnt_at_one_time_keep_their_order_on_the_way() {
        Memory ada = contract.ada();
        ada.facts()
                .remember(IntStream.range(0, 5)
                        .mapToObj(i -> NewFact.of("user", "saw", "bird " + i)
                                .id("f" + i)
                                .singleValued(false))
                        .toList());
        Memory bob = contract.daybook().user("bob");

        bob.archive().importAll(ada.archive().exportAll().toList());

        assertThat(ids(ada.archive().exportAll())).containsExactly("f0", "f1", "f2", "f3", "f4");
        assertThat(ids(bob.archive().exportAll())).isEqualTo(ids(ada.archive().exportAll()));
    }

    /** The same in another space: entries cite only their own scope. */
    private Entry elsewhere(Entry entry) {
        EntryRef first =
                new EntryRef(contract.daybook().space("elsewhere").user("ada").scope(), Kind.EPISODE, "e1");
        if (entry instanceof Fact fact && !fact.sources().isEmpty()) {
            return fact.withStatement(StatementFixture.of(first)).withSources(List.of(first));
        }
        if (entry instanceof Note note) {
            return note.withSupersedes(List.of())
                    .withSupersededBy(List.of())
                    .withSources(List.of(first))
                    .withProvenance(note.provenance().unwritten());
        }
        if (entry instanceof dev.daybook.model.Summary summary) {
            return summary.withUpTo(0)
                    .withCovers(List.of(first, new EntryRef(first.scope(), Kind.EPISODE, "later")))
                    .withProvenance(summary.provenance().unwritten());
        }
        return entry;
    }

    @Test
    void an_imported_block_takes_no_place_that_is_taken() {
        Memory ada = contract.ada();
        ada.blocks().remember("mine", "stands at nought");
        List<Entry> theirs =
                contract.daybook().user("bob").archive().exportAll().toList();
        assertThat(theirs).isEmpty();
        contract.daybook().user("bob").blocks().remember("theirs", "stands at nought too");
        List<Entry> block = contract.daybook().user("bob").archive().exportAll().toList();

        ada.archive().importAll(block);
        ada.archive().importAll(block);

        assertThat(ada.blocks().list()).extracting(Block::name).containsExactly("mine", "theirs");
        assertThat(ada.blocks().history("theirs")).hasSize(1);
    }

    @Test
    void an_import_that_cites_another_user_or_says_an_id_twice_is_refused() {
        Memory ada = contract.ada();
        Memory bob = contract.daybook().user("bob");
        bob.facts()
                .remember(NewFact.of("user", "likes", "tea")
                        .id("f1")
                        .sources(List.of(new EntryRef(bob.scope(), Kind.EPISODE, "e1"))));
        List<Entry> theirs = bob.archive().exportAll().toList();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> ada.archive().importAll(theirs))
                .withMessageContaining("cite only entries of its own scope");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bob.archive().importAll(List.of(theirs.get(0), theirs.get(0))))
                .withMessageContaining("occurs twice");
        assertThat(ada.archive().exportAll()).isEmpty();
    }

    @Test
    void a_profile_counts_every_kind_and_shows_the_facts_learnt_last() {
        Memory ada = filled();
        assertThat(ada.archive().profile().counts())
                .isEqualTo(Map.of(Kind.EPISODE, 2L, Kind.FACT, 3L, Kind.BLOCK, 2L, Kind.NOTE, 1L, Kind.SUMMARY, 1L));
        assertThat(ada.archive().profile().sampleFacts()).extracting(Fact::id).containsExactly("f3", "f2", "f1");

        List<NewFact> many = new ArrayList<>(IntStream.range(0, 12)
                .mapToObj(i -> NewFact.of("user", "saw", "bird " + i)
                        .id("m" + i)
                        .singleValued(false)
                        .recordedAt(NOON.plusDays(2).plusMinutes(i * 5 % 12)))
                .toList());
        ada.facts().remember(many);

        assertThat(ada.archive().profile().count(Kind.FACT)).isEqualTo(15);
        assertThat(ada.archive().profile().sampleFacts())
                .isEqualTo(ada.facts().list(FactQuery.all().limit(10)))
                .hasSize(10);
        ada.blocks().end("persona");
        ada.blocks().end("user");
        assertThat(ada.archive().profile().counts()).doesNotContainKey(Kind.BLOCK);
        contract.clock().advance(Duration.ofDays(1));
        ada.forget(Selection.everything());
        assertThat(ada.archive().profile().counts()).isEmpty();
    }
}
