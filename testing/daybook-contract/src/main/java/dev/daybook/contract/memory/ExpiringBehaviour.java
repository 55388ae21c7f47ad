package dev.daybook.contract.memory;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Memory;
import dev.daybook.access.AccessRight;
import dev.daybook.access.Principal;
import dev.daybook.contract.MemoryContract;
import dev.daybook.error.AccessRefusedException;
import dev.daybook.model.Block;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.NewBlock;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.NewNote;
import dev.daybook.model.Note;
import dev.daybook.model.Trust;
import dev.daybook.outcome.Context;
import dev.daybook.outcome.Explanation;
import dev.daybook.outcome.MemoryChange;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.SessionInfo;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import dev.daybook.spi.Embedder;
import dev.daybook.testkit.HashEmbedder;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** An entry with an end: from that instant on no call shows it, and it is there as before until then. */
public abstract class ExpiringBehaviour {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Instant END = NOON.toInstant().plus(HOUR);
    private static final Query CODES = Query.of("door code");

    private final MemoryContract contract;

    protected ExpiringBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private Memory ada() {
        return contract.ada();
    }

    /** Moves the clock to the end of the entries of {@link #adaWithCodes}. */
    private void end() {
        contract.clock().advance(HOUR);
    }

    private Memory adaWithCodes() {
        Memory ada = ada();
        ada.remember(said("kept", "visit", NOON, "The door code was 1111 for years."));
        ada.remember(
                said("brief", "visit", NOON, "The door code is 4711 today.").expiresAt(END));
        ada.remember(said("alone", "errand", NOON, "The door code of the depot is 815.")
                .expiresAt(END));
        return ada;
    }

    private static List<String> found(Memory memory, Query query) {
        return memory.recall(query).stream().map(hit -> hit.entry().id()).toList();
    }

    @Test
    void an_episode_is_recalled_until_its_end() {
        Memory ada = adaWithCodes();
        contract.clock().advance(HOUR.minusNanos(1_000));

        assertThat(found(ada, CODES)).contains("brief", "alone", "kept");
        assertThat(ada.find(Episode.class, "brief").orElseThrow().expiresAt()).isEqualTo(END);
    }

    @Test
    void an_ended_episode_is_found_by_no_search() {
        Memory ada = adaWithCodes();
        found(ada, CODES);
        end();

        for (Query.By by : List.of(Query.By.BEST, Query.By.WORDS, Query.By.TEXT, Query.By.NEWEST)) {
            assertThat(found(ada, CODES.by(by))).as(by.name()).containsExactly("kept");
        }
        assertThat(found(ada, CODES.limit(1)))
                .as("no ended one takes the place")
                .containsExactly("kept");
        assertThat(found(ada, CODES.collapse(true))).containsExactly("kept");
        assertThat(found(ada, CODES.asOf(NOON.toInstant()))).containsExactly("kept");
        Explanation ended = ada.explain(CODES, new EntryRef(ada.scope(), Kind.EPISODE, "brief"));
        assertThat(ended.keptOut()).isEqualTo("there is no such episode");
        assertThat(ended.score()).isZero();
        assertThat(ended.why()).as("no word of it is told").isEmpty();
    }

    @Test
    void an_ended_episode_does_not_count_for_the_confidence() {
        Memory ada = ada();
        ada.remember(said("other", "s", NOON, "The weather is fine."));
        ada.remember(said("brief", "s", NOON, "The depot code is 815.").expiresAt(END));
        Query sure = Query.of("weather depot code").minimumConfidence(0.5);
        assertThat(found(ada, sure)).contains("other");
        end();

        assertThat(found(ada, sure)).isEmpty();
    }

    @Test
    void an_ended_episode_does_not_lift_a_scope_above_the_relevance_floor() {
        Memory ada = ada();
        ada.remember(said("other", "s", NOON, "The weather is fine."));
        ada.remember(said("brief", "s", NOON, "The depot code is 815.").expiresAt(END));
        ContextOptions floor = ContextOptions.defaults().relevanceFloor(0.9);
        String prompt = "the depot code 815";
        assertThat(ada.session("now").context(prompt, floor).text()).contains("weather", "815");
        end();

        assertThat(ada.session("now").context(prompt, floor).text()).doesNotContain("weather");
    }

    @Test
    void an_ended_episode_is_found_by_no_search_after_a_restart() {
        adaWithCodes();
        end();
        contract.closeDaybook();

        assertThat(found(ada(), CODES)).containsExactly("kept");
    }

    @Test
    void an_ended_episode_is_in_no_list() {
        Memory ada = adaWithCodes();
        ada.sessions();
        end();

        assertThat(ada.find(Episode.class, "brief")).isEmpty();
        assertThat(ada.archive().history("brief")).isEmpty();
        assertThat(ada.session("visit").turns(10))
                .extracting(turn -> turn.message().text())
                .containsExactly("The door code was 1111 for years.");
        assertThat(ada.sessions()).extracting(SessionInfo::id).containsExactly("visit");
        assertThat(ada.sessions().get(0).episodes()).isEqualTo(1);
        assertThat(ada.archive().profile().counts()).containsEntry(Kind.EPISODE, 1L);
        assertThat(ada.archive().exportAll().map(Entry::id)).containsExactly("kept");
        assertThat(ada.archive().exportLines()).noneMatch(line -> line.contains("4711"));
    }

    @Test
    void the_feed_does_not_show_an_ended_episode() {
        Memory ada = adaWithCodes();
        end();

        assertThat(ada.archive().changes(null, 100).changes())
                .filteredOn(MemoryChange.Written.class::isInstance)
                .extracting(change -> ((MemoryChange.Written) change).entry().id())
                .containsExactly("kept");
    }

    @Test
    void a_context_does_not_show_an_ended_episode() {
        Memory ada = adaWithCodes();
        ada.session("now").context("door code");
        Context kept = ada.session("now")
                .context("door code", ContextOptions.defaults().keep(true));
        assertThat(kept.text()).contains("4711");
        assertThat(ada.operations().keptContext(Objects.requireNonNull(kept.id())))
                .contains(kept);
        end();

        assertThat(ada.session("now").context("door code").text())
                .contains("1111")
                .doesNotContain("4711", "815");
        assertThat(ada.session("visit").context("door code").text()).doesNotContain("4711");
        assertThat(ada.operations().keptContext(Objects.requireNonNull(kept.id())))
                .as("a context that shows it ends with it")
                .isEmpty();
    }

    @Test
    void an_embedder_that_comes_later_gets_no_text_that_has_ended() {
        adaWithCodes();
        end();
        List<String> texts = Collections.synchronizedList(new ArrayList<>());
        Embedder hashes = new HashEmbedder(8);
        Embedder recording = Embedder.of("recording", 8, given -> {
            texts.addAll(given);
            return hashes.embedDocuments(given);
        });
        Memory ada = contract.openedWith(recording).user("ada");
        ada.operations().await(ada.remember(said("late", "visit", NOON, "The door is open.")), Duration.ofMinutes(1));
        contract.embedded().maintenance().rebuild(soFar -> {});

        assertThat(texts).anyMatch(text -> text.contains("1111")).noneMatch(text -> text.contains("4711"));
        assertThat(found(ada, CODES.by(Query.By.MEANING))).doesNotContain("brief", "alone");
    }

    @Test
    void a_clock_that_was_set_back_finds_it_again() {
        Memory ada = adaWithCodes();
        end();
        contract.closeDaybook();
        assertThat(found(ada(), CODES)).containsExactly("kept");

        contract.clock().advance(HOUR.negated());

        assertThat(found(ada(), CODES)).contains("brief", "alone");
    }

    @Test
    void an_end_that_is_reached_or_out_of_range_is_refused() {
        Memory ada = ada();

        assertThatThrownBy(
                        () -> ada.remember(said("late", "s", NOON, "Too late.").expiresAt(NOON.toInstant())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expiresAt is 2026-03-04T11:00:00Z")
                .hasMessageContaining("give a later time");
        assertThatThrownBy(() -> ada.facts()
                        .remember(NewFact.of("Ada", "owns", "a canoe").expiresAt(NOON.toInstant())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expiresAt");
        assertThatThrownBy(
                        () -> ada.blocks().remember(NewBlock.of("mood", "Calm.").expiresAt(NOON.toInstant())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expiresAt");
        assertThatThrownBy(() -> said("far", "s", NOON, "Far.").expiresAt(Instant.parse("+12026-03-04T11:00:00Z")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expiresAt");
        assertThat(ada.archive().exportAll()).isEmpty();
    }

    @Test
    void an_end_may_be_in_any_year_that_a_time_may_have() {
        Memory ada = ada();
        Instant far = Instant.parse("9999-12-31T23:59:59.999999Z");

        ada.remember(said("far", "s", NOON, "Kept for long.").expiresAt(far));

        assertThat(ada.find(Episode.class, "far").orElseThrow().expiresAt()).isEqualTo(far);
        assertThat(found(ada, Query.of("kept long"))).containsExactly("far");
    }

    @Test
    void a_repeated_write_of_an_ended_episode_is_the_same_write() {
        Memory ada = adaWithCodes();
        Receipt first = ada.remember(
                said("brief", "visit", NOON, "The door code is 4711 today.").expiresAt(END));
        end();

        Receipt again = ada.remember(
                said("brief", "visit", NOON, "The door code is 4711 today.").expiresAt(END));

        assertThat(again.revision()).isEqualTo(first.revision());
        assertThat(ada.find(Episode.class, "brief")).isEmpty();
    }

    @Test
    void an_ended_episode_written_again_without_an_end_is_a_new_one() {
        Memory ada = adaWithCodes();
        end();

        ada.remember(said("brief", "visit", NOON, "The door code is 4711 today."));

        assertThat(ada.find(Episode.class, "brief").orElseThrow().expiresAt()).isNull();
        assertThat(ada.archive().history("brief")).hasSize(1);
        assertThat(found(ada, Query.of("door code"))).contains("brief");
    }

    @Test
    void another_episode_under_the_id_of_an_ended_one_has_none_of_its_versions() {
        Memory ada = adaWithCodes();
        end();

        ada.remember(said("brief", "visit", NOON, "The door is open."));

        assertThat(ada.archive().history("brief")).extracting(Episode::input).containsExactly("The door is open.");
        assertThat(ada.find(Episode.class, "brief").orElseThrow().expiresAt()).isNull();
    }

    @Test
    void a_fact_is_true_in_no_list_after_its_end() {
        Memory ada = ada();
        ada.facts().remember(NewFact.of("Ada", "parks in", "bay 7").id("bay").expiresAt(END));
        ada.facts().remember(NewFact.of("Ada", "lives in", "Lisbon").id("home"));
        assertThat(ada.facts().list(FactQuery.all())).hasSize(2);
        end();

        assertThat(ada.facts().find("bay")).isEmpty();
        assertThat(ada.facts().history("bay")).isEmpty();
        assertThat(ada.facts().list(FactQuery.all())).extracting(Fact::id).containsExactly("home");
        assertThat(ada.facts().list(FactQuery.all().validAt(NOON.toInstant())))
                .extracting(Fact::id)
                .containsExactly("home");
        assertThat(ada.facts().list(FactQuery.all().asOf(NOON.toInstant())))
                .extracting(Fact::id)
                .containsExactly("home");
        assertThat(ada.facts().recall("parks bay", 5)).extracting(Fact::id).doesNotContain("bay");
        assertThat(ada.archive().profile().counts()).containsEntry(Kind.FACT, 1L);
    }

    @Test
    void an_export_leaves_out_an_ended_fact_and_what_it_had_ended_holds_after_the_import() {
        Memory ada = ada();
        ada.facts().remember(NewFact.of("Ada", "stays in", "Porto").id("home").validFrom(NOON.minusDays(1)));
        ada.facts()
                .remember(NewFact.of("Ada", "stays in", "Rome")
                        .id("hotel")
                        .validFrom(NOON)
                        .expiresAt(END));
        end();
        Memory bob = contract.daybook().user("bob");

        try (Stream<Entry> exported = ada.archive().exportAll()) {
            bob.archive().importAll(exported.toList());
        }

        assertThat(bob.facts().list(FactQuery.all().validAt(END)))
                .extracting(Fact::object)
                .containsExactly("Porto");
        assertThat(bob.facts().find("home").orElseThrow().supersededBy()).isNull();
    }

    @Test
    void an_export_keeps_the_end_that_a_fact_has_of_its_own_beside_that_of_an_ended_fact() {
        Memory ada = ada();
        OffsetDateTime own = NOON.plusYears(1);
        ada.facts()
                .remember(NewFact.of("Ada", "stays in", "Porto")
                        .id("home")
                        .validFrom(NOON.minusDays(1))
                        .validUntil(own));
        ada.facts()
                .remember(NewFact.of("Ada", "stays in", "Rome")
                        .id("hotel")
                        .validFrom(NOON)
                        .expiresAt(END));
        end();

        try (Stream<Entry> exported = ada.archive().exportAll()) {
            assertThat(exported)
                    .singleElement()
                    .satisfies(home -> assertThat(((Fact) home).validUntil()).isEqualTo(own));
        }
    }

    @Test
    void a_new_version_of_a_fact_keeps_the_end_unless_it_gives_one() {
        Memory ada = ada();
        ada.facts().remember(NewFact.of("Ada", "parks in", "bay 7").id("bay").expiresAt(END));
        ada.facts().remember(NewFact.of("Ada", "parks in", "bay 8").id("bay"));
        assertThat(ada.facts().find("bay").orElseThrow().expiresAt()).isEqualTo(END);

        ada.facts().remember(NewFact.of("Ada", "parks in", "bay 9").id("bay").expiresAt(END.plus(HOUR)));
        end();

        assertThat(ada.facts().find("bay").map(Fact::object)).contains("bay 9");
    }

    @Test
    void a_block_ends_and_may_be_written_anew() {
        Memory ada = ada();
        ada.blocks().remember("persona", "Calm.");
        ada.blocks().remember(NewBlock.of("today", "Buy oars.").expiresAt(END));
        ada.blocks().remember("today", "Buy two oars.");
        ada.blocks().append("today", " Red ones.");
        assertThat(ada.blocks().find("today").orElseThrow().expiresAt()).isEqualTo(END);
        Instant before = contract.clock().instant();
        end();

        assertThat(ada.blocks().list()).extracting(Block::name).containsExactly("persona");
        assertThat(ada.blocks().list(before)).extracting(Block::name).containsExactly("persona");
        assertThat(ada.blocks().find("today")).isEmpty();
        assertThat(ada.blocks().history("today")).isEmpty();
        assertThat(ada.session("now").context("oars").text()).doesNotContain("oars");

        ada.blocks().remember("today", "Rest.");

        assertThat(ada.blocks().history("today")).extracting(Block::content).containsExactly("Rest.");
        assertThat(ada.blocks().find("today").orElseThrow().expiresAt()).isNull();
    }

    @Test
    void a_note_ends_and_is_merged_with_no_other() {
        Memory ada = ada();
        ada.notes().remember(List.of("The spare key is under the mat."));
        ada.notes().remember(NewNote.of("The spare key is under the mat!").expiresAt(END));
        assertThat(ada.notes().latest(0, 5)).hasSize(2);
        end();

        assertThat(ada.notes().latest(0, 5)).extracting(Note::text).containsExactly("The spare key is under the mat.");
        assertThat(ada.notes().list()).hasSize(1);
        assertThat(ada.notes().recall("spare key", 5)).hasSize(1);
    }

    @Test
    void a_due_note_is_shown_from_its_time_on() {
        Memory ada = ada();
        ada.notes().remember(NewNote.of("Return the canoe.").dueAt(NOON.plusHours(1)));
        ada.notes()
                .remember(
                        NewNote.of("Water the plants.").dueAt(NOON.minusDays(1)).expiresAt(END));
        ada.notes().remember(NewNote.of("Call Ben.").dueAt(NOON));
        assertThat(ada.notes().due(NOON.toInstant(), 10))
                .extracting(Note::text)
                .containsExactly("Water the plants.", "Call Ben.");
        assertThat(ada.notes().due(NOON.toInstant(), 1)).extracting(Note::text).containsExactly("Water the plants.");
        assertThat(ada.session("now").context("weather").text())
                .contains("[due 2026-03-03 12:00 +01:00] Water the plants.", "Call Ben.")
                .doesNotContain("canoe");
        end();

        assertThat(ada.session("now").context("").text())
                .contains("Return the canoe.")
                .doesNotContain("plants");
        String done = ada.notes().due(NOON.toInstant(), 1).get(0).id();
        ada.forget(Selection.entry(Kind.NOTE, done));

        assertThat(ada.notes().due(END, 10)).extracting(Note::text).containsExactly("Return the canoe.");
    }

    @Test
    void an_entry_derived_from_an_ending_one_ends_with_it() {
        Memory ada = adaWithCodes();
        EntryRef source = new EntryRef(ada.scope(), Kind.EPISODE, "brief");
        EntryRef lasting = new EntryRef(ada.scope(), Kind.EPISODE, "kept");
        ada.facts()
                .remember(NewFact.of("Ada", "knows", "the code 4711").id("f1").sources(List.of(lasting, source)));
        ada.facts().remember(NewFact.of("Ada", "knew", "the code 1111").id("f2").sources(List.of(lasting)));
        assertThat(ada.facts().find("f1").orElseThrow().expiresAt()).isEqualTo(END);
        end();

        assertThat(ada.facts().list(FactQuery.all())).extracting(Fact::id).containsExactly("f2");
    }

    private static NewEpisode home() {
        return said("brief", "visit", NOON, "My sister Mira lives in Porto. I work as a baker.");
    }

    @Test
    void what_is_derived_ends_with_a_source_that_gets_an_end_later() {
        Memory ada = contract.openedWith(parts -> parts.noEmbedder().background(false))
                .user("ada");
        ada.remember(home());
        ada.consolidate();
        List<Fact> before = ada.facts().list(FactQuery.all());
        String works = before.stream()
                .filter(fact -> fact.object().equals("baker"))
                .findFirst()
                .orElseThrow()
                .id();
        ada.facts().end(works, NOON.plusMinutes(10));

        ada.remember(home().expiresAt(END));
        ada.consolidate();

        assertThat(ada.facts().list(FactQuery.all()))
                .hasSize(2)
                .allMatch(fact -> END.equals(fact.expiresAt()))
                .extracting(Fact::id)
                .containsExactlyInAnyOrderElementsOf(
                        before.stream().map(Fact::id).toList());
        assertThat(ada.facts().find(works).orElseThrow().validUntil()).isEqualTo(NOON.plusMinutes(10));
        end();
        assertThat(ada.archive().exportAll()).isEmpty();
    }

    @Test
    void what_is_derived_stays_with_a_source_that_loses_its_end() {
        Memory ada = contract.openedWith(parts -> parts.noEmbedder().background(false))
                .user("ada");
        ada.remember(home().expiresAt(END));
        ada.consolidate();

        ada.remember(home().metadata(Map.of("kept", true)));
        ada.consolidate();
        end();

        assertThat(ada.facts().list(FactQuery.all())).hasSize(2).allMatch(fact -> fact.expiresAt() == null);
    }

    @Test
    void an_end_of_its_own_stays_with_a_derived_fact() {
        Memory ada = contract.openedWith(parts -> parts.noEmbedder().background(false))
                .user("ada");
        ada.remember(said("brief", "visit", NOON, "I work as a baker."));
        ada.consolidate();
        Fact fact = ada.facts().list(FactQuery.all()).get(0);
        ada.facts()
                .remember(NewFact.of(fact.subject(), fact.predicate(), fact.object())
                        .id(fact.id())
                        .confidence(fact.confidence())
                        .method(fact.method())
                        .sources(fact.sources())
                        .statement(fact.statement())
                        .validFrom(fact.validFrom())
                        .origin(fact.origin())
                        .trust(fact.trust())
                        .expiresAt(END));

        ada.remember(said("brief", "visit", NOON, "I work as a baker.").metadata(Map.of("kept", true)));
        ada.consolidate();

        assertThat(ada.facts().list(FactQuery.all())).singleElement().satisfies(again -> {
            assertThat(again.id()).isEqualTo(fact.id());
            assertThat(again.expiresAt()).isEqualTo(END);
        });
    }

    @Test
    void an_ended_entry_is_in_no_quarantine() {
        Memory ada = adaWithCodes();
        ada.facts().remember(NewFact.of("Ada", "parks in", "bay 7").id("bay").expiresAt(END));
        String episode = ada.quarantine().hide(Selection.episode("brief")).operation();
        String fact = ada.quarantine().hide(Selection.entry(Kind.FACT, "bay")).operation();
        assertThat(ada.quarantine().list()).hasSize(2);
        end();

        assertThat(ada.quarantine().list()).isEmpty();
        assertThat(ada.quarantine().entries(episode)).isEmpty();
        assertThat(ada.quarantine().entries(fact)).isEmpty();
    }

    @Test
    void an_import_leaves_out_what_has_ended() {
        Memory ada = adaWithCodes();
        List<Entry> exported = ada.archive().exportAll().toList();
        end();

        List<Receipt> receipts = contract.daybook().user("bob").archive().importAll(exported);

        assertThat(receipts)
                .hasSize(3)
                .filteredOn(receipt -> receipt.position() > 0)
                .hasSize(1);
        assertThat(contract.daybook().user("bob").archive().exportAll().map(Entry::id))
                .containsExactly("kept");
    }

    @Test
    void an_import_refuses_an_end_or_a_due_time_out_of_range() {
        Memory ada = ada();
        ada.notes().remember(NewNote.of("Water the plants.").dueAt(NOON).expiresAt(END));
        Note note = ada.notes().latest(0, 1).get(0);
        Entry farEnd = note.withProvenance(note.provenance().expiring(Instant.parse("+12345-01-01T00:00:00Z")));
        Entry farDue = new Note(
                note.id(),
                note.text(),
                note.occurredAt(),
                note.recordedAt(),
                note.supersedes(),
                note.supersededBy(),
                note.sources(),
                note.method(),
                note.provenance(),
                NOON.withYear(12_345));

        assertThatThrownBy(() -> ada.archive().importAll(List.of(farEnd)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expiresAt");
        assertThatThrownBy(() -> ada.archive().importAll(List.of(farDue)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("dueAt");
        assertThat(ada.notes().due(NOON.toInstant(), 10)).containsExactly(note);
    }

    @Test
    void an_export_brings_the_end_to_another_scope() {
        Memory ada = adaWithCodes();
        Memory bob = contract.daybook().user("bob");

        bob.archive().importAll(ada.archive().exportAll().toList());
        assertThat(bob.find(Episode.class, "brief").orElseThrow().expiresAt()).isEqualTo(END);
        end();

        assertThat(bob.archive().exportAll().map(Entry::id)).containsExactly("kept");
    }

    private Memory ada(Set<AccessRight> rights) {
        return contract.embedded()
                .space("default", new Principal("k1", Trust.USER, false, rights))
                .user("ada");
    }

    @Test
    void only_the_right_to_forget_ends_a_present_fact_by_a_source() {
        Memory ada = contract.openedWith(parts -> parts.noEmbedder().background(false))
                .user("ada");
        NewFact peanuts = NewFact.of("Ada", "is allergic to", "peanuts");
        ada.facts().remember(peanuts.id("f1"));
        Memory writer = ada(Set.of(AccessRight.WRITE, AccessRight.READ));
        writer.remember(said("brief", "visit", NOON, "Peanuts today.").expiresAt(END));
        List<EntryRef> ending = List.of(new EntryRef(ada.scope(), Kind.EPISODE, "brief"));
        Fact present = ada.facts().find("f1").orElseThrow();

        assertThatThrownBy(() -> writer.facts().remember(peanuts.id("f1").sources(ending)))
                .isInstanceOf(AccessRefusedException.class)
                .hasMessageContaining("forget");
        assertThatThrownBy(
                        () -> ada(Set.of(AccessRight.ADMIN)).archive().importAll(List.of(present.withSources(ending))))
                .isInstanceOf(AccessRefusedException.class)
                .hasMessageContaining("forget");
        writer.facts().remember(peanuts.id("f2").sources(ending));
        end();

        assertThat(ada.facts().list(FactQuery.all())).extracting(Fact::id).containsExactly("f1");
    }
}
