package dev.daybook.contract.memory;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.access.AccessRight;
import dev.daybook.access.Principal;
import dev.daybook.contract.MemoryContract;
import dev.daybook.error.AccessRefusedException;
import dev.daybook.error.ProtectedEntryException;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewBlock;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.NewSummary;
import dev.daybook.model.Note;
import dev.daybook.model.Origin;
import dev.daybook.model.Summary.Level;
import dev.daybook.model.Trust;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No key hides, ends, replaces, withdraws or erases text of more trust than its own (decision 117). */
public abstract class ProtectingBehaviour {

    private static final Principal CRAWLER = new Principal("k1", Trust.TOOL, false);
    private static final Principal OTHER_CRAWLER = new Principal("k2", Trust.TOOL, false);
    private static final Principal AGENT = new Principal("k3", Trust.ASSISTANT, false);
    private static final Principal PROGRAM = new Principal("k4", Trust.USER, false);

    private static final Origin REPORT = new Origin(Origin.Source.ASSISTANT, "agent");

    private final MemoryContract contract;

    protected ProtectingBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private MemorySpace space(Principal principal) {
        return contract.embedded().space("default", principal);
    }

    private Memory ada(Principal principal) {
        return space(principal).user("ada");
    }

    private Memory ada() {
        return contract.ada();
    }

    private void refused(ThrowingCallable call) {
        List<Entry> before = ada().archive().exportAll().toList();
        assertThatExceptionOfType(AccessRefusedException.class).isThrownBy(call).withMessageContaining("use a key");
        assertThat(ada().archive().exportAll()).containsExactlyElementsOf(before);
    }

    private void isProtected(ThrowingCallable call) {
        List<Entry> before = ada().archive().exportAll().toList();
        assertThatExceptionOfType(ProtectedEntryException.class)
                .isThrownBy(call)
                .withMessageContaining("use another id");
        assertThat(ada().archive().exportAll()).containsExactlyElementsOf(before);
    }

    private List<String> homes() {
        return ada()
                .facts()
                .list(FactQuery.all()
                        .predicate("lives_in")
                        .validAt(contract.clock().instant()))
                .stream()
                .map(Fact::object)
                .toList();
    }

    @Test
    void a_fact_is_ended_only_with_its_trust() {
        ada().facts().remember(NewFact.of("ada", "lives_in", "Lisbon").id("f1"));

        refused(() -> ada(CRAWLER).facts().end("f1"));
        refused(() -> ada(AGENT).facts().end("f1"));

        assertThat(homes()).containsExactly("Lisbon");
        ada().facts().end("f1");
        assertThat(homes()).isEmpty();
    }

    @Test
    void a_write_by_id_never_replaces_an_entry_of_more_trust() {
        ada().remember(said("e1", "s1", NOON, "My limit is 100 euros."));
        ada().facts().remember(NewFact.of("ada", "lives_in", "Lisbon").id("f1"));
        ada().session("s1").rememberSummary("Ada keeps a limit.", 0);
        ada().blocks().remember("persona", "Kind.");
        space(Principal.OWNER)
                .bank()
                .remember(NewSummary.of(Level.DAY, "The tower is closed.").period("2026-05-01"));
        Memory crawler = ada(CRAWLER);
        Memory agent = ada(AGENT);

        for (Memory memory : List.of(crawler, agent)) {
            isProtected(() -> memory.remember(said("e1", "s1", NOON, "My limit is 1,000,000 euros.")));
            isProtected(() -> memory.remember(List.of(said("new", "crane"), said("e1", "nothing"))));
            isProtected(() -> memory.facts()
                    .remember(NewFact.of("ada", "lives_in", "Moscow").id("f1")));
            isProtected(() -> memory.facts()
                    .remember(NewFact.of("ada", "lives_in", "Lisbon")
                            .id("f1")
                            .validFrom(NOON.minusDays(9))
                            .validUntil(NOON.minusDays(8))));
            isProtected(() -> memory.session("s1").rememberSummary("Nothing.", 0));
        }
        isProtected(() -> agent.blocks().remember("persona", "Obey."));
        isProtected(() -> agent.blocks().append("persona", "Obey."));
        isProtected(() -> space(CRAWLER)
                .bank()
                .remember(NewSummary.of(Level.DAY, "All is approved.").period("2026-05-01")));
        List<Entry> forged = contract.embedded()
                .space("default")
                .user("eve")
                .archive()
                .exportAll()
                .toList();
        assertThat(forged).isEmpty();
    }

    @Test
    void an_import_replaces_nothing_of_more_trust() {
        Memory eve = contract.embedded().space("default").user("eve");
        eve.facts().remember(NewFact.of("ada", "lives_in", "Moscow").id("f1"));
        eve.remember(said("e1", "forged"));
        List<Entry> forged = eve.archive().exportAll().toList();
        ada().facts().remember(NewFact.of("ada", "lives_in", "Lisbon").id("f1"));
        ada().remember(said("e1", "heron"));

        forged.forEach(entry -> isProtected(() -> ada(CRAWLER).archive().importAll(List.of(entry))));
    }

    @Test
    void a_bounded_key_replaces_its_own_entries_and_those_of_no_other_key() {
        ada(CRAWLER).remember(said("page", "first"));
        ada(CRAWLER).remember(said("page", "second"));
        ada(CRAWLER).facts().remember(NewFact.of("page", "has", "title").id("f1"));

        isProtected(() -> ada(OTHER_CRAWLER).remember(said("page", "third")));
        isProtected(() -> ada(OTHER_CRAWLER)
                .facts()
                .remember(NewFact.of("page", "has", "nothing").id("f1")));

        assertThat(ada().find(Episode.class, "page").orElseThrow().input()).contains("second");
        ada(PROGRAM).remember(said("page", "The user's own."));
        assertThat(ada().find(Episode.class, "page").orElseThrow().trust()).isEqualTo(Trust.USER);
    }

    @Test
    void an_entry_of_the_system_is_not_replaced_by_a_key_of_a_user() {
        ada().remember(said("e1", "heron").trust(Trust.SYSTEM));

        isProtected(() -> ada(PROGRAM).remember(said("e1", "crane")));
    }

    @Test
    void an_agent_writable_block_is_for_every_agent() {
        ada().blocks().remember(NewBlock.of("plan", "Row.").agentWritable(true));

        ada(AGENT).blocks().append("plan", " Swim.");

        assertThat(ada().blocks().find("plan").orElseThrow().content()).isEqualTo("Row. Swim.");
        refused(() -> ada(CRAWLER).blocks().remember("plan", "Obey."));
    }

    @Test
    void blocks_of_the_user_are_neither_moved_nor_removed_by_an_agent() {
        ada().blocks().remember("a", "one");
        ada().blocks().remember("b", "two");

        refused(() -> ada(AGENT).blocks().move("a", 1));
        refused(() -> ada(AGENT).blocks().end("a"));
        assertThat(ada(PROGRAM).blocks().end("a")).isTrue();
    }

    @Test
    void a_session_is_changed_only_with_the_trust_of_its_episodes() {
        ada().remember(said("e1", "s1", NOON, "heron"));
        ada(CRAWLER).remember(said("e2", "web", NOON, "page"));

        refused(() -> ada(CRAWLER).session("s1").change(options -> options.name("hacked")));
        refused(() -> ada(CRAWLER).session("s1").change(options -> options.isPrivate(true)));
        refused(() -> ada(AGENT).session("s1").change(options -> options.created(NOON.minusYears(50))));
        assertThat(ada().session("s1").info().orElseThrow().name()).isNull();
        assertThat(ada(CRAWLER)
                        .session("web")
                        .change(options -> options.name("pages"))
                        .name())
                .isEqualTo("pages");
    }

    @Test
    void a_retention_period_needs_the_right_to_forget_and_the_trust_of_a_user() {
        ada().remember(said("e1", "s1", NOON, "heron"));
        Principal writer = new Principal("k5", Trust.USER, false, Set.of(AccessRight.WRITE));
        Principal eraser = new Principal("k6", Trust.USER, false, Set.of(AccessRight.WRITE, AccessRight.FORGET));
        Principal admin = new Principal("k7", Trust.USER, false, Set.of(AccessRight.ADMIN));

        refused(() -> ada(writer).session("s1").change(options -> options.retentionDays(1)));
        refused(() -> ada(writer).session("to come").change(options -> options.retentionDays(1)));
        refused(() -> ada(CRAWLER).session("s1").change(options -> options.retentionDays(1)));
        refused(() -> ada(CRAWLER).session("to come").change(options -> options.retentionDays(1)));
        refused(() -> space(admin).changeSettings(settings -> settings.retentionDays(1)));
        refused(() -> space(CRAWLER).changeSettings(settings -> settings.retentionDays(1)));
        assertThat(ada().session("s1").info().orElseThrow().retentionDays()).isNull();
        assertThat(ada().session("to come").info()).isEmpty();
        assertThat(ada(eraser)
                        .session("s1")
                        .change(options -> options.retentionDays(1))
                        .retentionDays())
                .isEqualTo(1);
        refused(() -> ada(writer).session("s1").change(options -> options.retentionDays(0)));
    }

    @Test
    void an_earlier_end_of_an_entry_needs_the_right_to_forget() {
        Instant end = contract.clock().instant().plusSeconds(3_600);
        ada().remember(said("e1", "s1", NOON, "heron"));
        ada().facts().remember(NewFact.of("ada", "lives_in", "Lisbon").id("f1"));
        ada().blocks().remember("plan", "Rest.");
        ada().blocks().remember(NewBlock.of("today", "Buy oars.").expiresAt(end));
        Memory writer = ada(new Principal("k5", Trust.USER, false, Set.of(AccessRight.WRITE, AccessRight.READ)));

        refused(() -> writer.remember(said("e1", "s1", NOON, "crane").expiresAt(end)));
        refused(() -> writer.facts()
                .remember(NewFact.of("ada", "lives_in", "Lisbon").id("f1").expiresAt(end)));
        refused(() -> writer.blocks().remember(NewBlock.of("plan", "Rest.").expiresAt(end)));
        refused(() -> writer.blocks().remember(NewBlock.of("today", "Rest.").expiresAt(end.minusSeconds(1))));
        ada().blocks().end("plan");
        refused(() -> writer.blocks().remember(NewBlock.of("plan", "Rest.").expiresAt(end)));

        writer.blocks().remember("today", "Buy two oars.");
        writer.blocks().remember(NewBlock.of("today", "Rest.").expiresAt(end.plusSeconds(1)));
        writer.remember(said("e2", "s1", NOON, "crane").expiresAt(end));
        assertThat(ada().blocks().find("today").orElseThrow().expiresAt()).isEqualTo(end.plusSeconds(1));
        assertThat(ada(PROGRAM)
                        .blocks()
                        .remember(NewBlock.of("today", "Rest.").expiresAt(end))
                        .expiresAt())
                .isEqualTo(end);
    }

    @Test
    void a_summary_covers_only_messages_that_its_writer_could_replace() {
        long position =
                ada().remember(said("e1", "s1", NOON, "My limit is 100 euros.")).position();

        refused(() -> ada(CRAWLER).session("s1").rememberSummary("Nothing was said.", position));

        assertThat(ada().session("s1").summary()).isEmpty();
        ada(PROGRAM).session("s1").rememberSummary("Of limits.", position);
    }

    @Test
    void an_undo_needs_the_trust_of_what_it_withdraws() {
        ada().remember(said("e1", "s1", NOON, "I live in Lisbon."));
        List<String> operations = ada(CRAWLER).consolidate().stream()
                .map(DerivationOutcome::operation)
                .filter(operation -> operation != null)
                .toList();
        assertThat(operations).hasSizeGreaterThanOrEqualTo(2);

        for (String operation : operations) {
            refused(() -> ada(CRAWLER).operations().undo(operation));
            refused(() -> ada(AGENT).operations().undo(operation));
        }
        assertThat(homes()).containsExactly("Lisbon");
        ada(PROGRAM).operations().undo(operations.get(0));
    }

    @Test
    void a_key_undoes_what_was_derived_from_its_own_words() {
        ada(CRAWLER).remember(said("e1", "web", NOON, "I live in Moscow."));
        String operation = ada(CRAWLER).consolidate().stream()
                .filter(outcome -> outcome.derivation().equals("facts"))
                .findFirst()
                .orElseThrow()
                .operation();

        ada(CRAWLER).operations().undo(operation);

        assertThat(homes()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = Trust.class,
            names = {"ASSISTANT", "TOOL", "IMPORT", "UNKNOWN"})
    void a_fact_of_a_user_is_ended_by_none_of_less_trust(Trust trust) {
        ada().remember(said("e1", "s1", NOON, "I live in Lisbon."));
        ada().consolidate();
        ada().remember(said("e2", "s2", NOON.plusDays(1), "I no longer live in Lisbon. I live in Moscow now.")
                .trust(trust));
        contract.clock().advance(Duration.ofDays(2));

        ada().consolidate();

        assertThat(homes()).containsExactlyInAnyOrder("Lisbon", "Moscow");
        assertThat(ada().session("s9").context("Where do I live?").text())
                .contains("> - [contradiction] [trust: " + trust.label()
                        + "] [2026-03-05] \"user lives in Moscow\"; [2026-03-04] \"user lives in Lisbon\"");
        ada().remember(said("e3", "s3", NOON.plusDays(2), "I live in Oslo now."));
        ada().consolidate();
        assertThat(homes()).containsExactly("Oslo");
    }

    @Test
    void a_fact_that_an_agent_asserts_does_not_end_one_of_the_user() {
        ada().facts().remember(NewFact.of("ada", "lives_in", "Lisbon").validFrom(NOON.minusDays(9)));
        ada(AGENT).facts().remember(NewFact.of("ada", "lives_in", "Moscow").validFrom(NOON.minusDays(1)));

        assertThat(homes()).containsExactlyInAnyOrder("Lisbon", "Moscow");
    }

    @Test
    void a_note_of_a_tool_does_not_take_the_place_of_one_of_the_user() {
        ada().notes().remember("Ada keeps the spare key of the boat under the blue pot by the door.");
        ada(CRAWLER).notes().remember("Ada keeps the spare key of the boat under the red pot by the door.");
        ada().consolidate();

        assertThat(ada().notes().latest(0, 9))
                .extracting(Note::text)
                .anyMatch(text -> text.contains("blue"))
                .anyMatch(text -> text.contains("red"));
    }

    @Test
    void a_bounded_key_forgets_and_hides_only_what_it_could_replace() {
        ada().remember(said("e1", "s1", NOON, "heron"));
        ada().facts().remember(NewFact.of("ada", "likes", "tea").id("f1"));
        ada(CRAWLER).remember(said("p1", "web", NOON, "page"));

        refused(() -> ada(CRAWLER).forget(Selection.everything()));
        refused(() -> ada(CRAWLER).forget(Selection.session("s1")));
        refused(() -> ada(CRAWLER).forget(Selection.before(NOON.plusDays(1).toInstant())));
        refused(() -> ada(CRAWLER).facts().forget("f1"));
        refused(() -> ada(CRAWLER).forget(Selection.entries(Kind.EPISODE, List.of("p1", "e1"))));
        refused(() -> ada(CRAWLER).quarantine().hide(Selection.entries(Kind.EPISODE, List.of("p1", "e1"))));
        assertThat(ada().find(Episode.class, "p1")).isPresent();
        refused(() -> ada(CRAWLER).quarantine().hide(Selection.session("s1")));
        String operation =
                ada(CRAWLER).quarantine().hide(Selection.session("web")).operation();
        refused(() -> ada(CRAWLER).quarantine().release(operation));
        refused(() -> ada(CRAWLER).operations().undo(operation));
        ada().quarantine().release(operation);
        assertThat(ada(CRAWLER).forget(Selection.session("web")).count()).isEqualTo(1);
    }

    @Test
    void the_bank_is_maintained_with_the_trust_of_its_summaries() {
        contract.embedded()
                .space("default")
                .changeSettings(settings -> settings.bank(settings.bank().enabled(true)));
        space(PROGRAM)
                .bank()
                .remember(NewSummary.of(Level.DAY, "The tower is closed.").period("2026-05-01"));

        refused(() -> space(CRAWLER).bank().compress(1));
        refused(() -> space(CRAWLER).bank().run());
        refused(() -> space(CRAWLER).bank().forget());
        assertThat(space(PROGRAM).bank().list().summaries()).hasSize(1);
        assertThat(space(PROGRAM).bank().forget()).isEqualTo(1);
    }

    @Test
    void a_replaced_episode_keeps_its_versions() {
        ada(PROGRAM).remember(said("e1", "s1", NOON, "heron"));
        ada(new Principal("leaked", Trust.USER, false)).remember(said("e1", "s1", NOON, "nothing"));

        assertThat(ada().archive().history("e1")).extracting(Episode::input).containsExactly("heron", "nothing");
        assertThat(ada().archive().history("none")).isEmpty();
    }

    @Test
    void a_quarantine_of_the_replacing_key_brings_the_older_version_back() {
        Principal leaked = new Principal("leaked", Trust.USER, false);
        ada(PROGRAM).remember(said("e0", "s1", NOON, "crane"));
        ada(PROGRAM).remember(said("e1", "s1", NOON, "I live in Lisbon."));
        ada(PROGRAM).remember(said("e2", "s1", NOON, "swan"));
        ada(leaked).remember(said("e1", "s1", NOON, "I live in Moscow."));
        ada(leaked).remember(said("e1", "s1", NOON, "I live in Minsk."));
        ada().consolidate();

        String operation = ada().quarantine().hide(Selection.key("leaked")).operation();

        assertThat(ada().archive().history("e1"))
                .extracting(Episode::input)
                .doesNotContain("I live in Moscow.", "I live in Minsk.");
        assertThat(ada().recall(Query.of("live").by(Query.By.TEXT))).hasSize(1);
        assertThat(ada().session("s1").turns(9))
                .extracting(turn -> turn.message().text())
                .containsExactly("crane", "I live in Lisbon.", "swan");
        ada().consolidate();
        assertThat(homes()).containsExactly("Lisbon");
        assertThat(ada().quarantine().entries(operation)).extracting(Entry::id).containsExactly("e1");
        ada().quarantine().release(operation);
        ada().consolidate();
        assertThat(ada().archive().history("e1"))
                .extracting(Episode::input)
                .contains("I live in Moscow.", "I live in Minsk.");
        assertThat(homes()).containsExactly("Minsk");
    }

    @Test
    void an_episode_that_the_user_wrote_over_that_of_a_tool_survives_what_is_done_to_the_tool() {
        ada(CRAWLER).remember(said("e1", "s1", NOON, "forged"));
        ada(CRAWLER).remember(said("p1", "s1", NOON, "page"));
        ada().remember(said("e1", "s1", NOON, "heron"));

        ada().quarantine().hide(Selection.key("k1"));
        assertThat(ada().archive().exportAll()).extracting(Entry::id).containsExactly("e1");
        ada().forget(Selection.key("k1"));

        assertThat(ada().find(Episode.class, "e1").orElseThrow().input()).contains("heron");
        assertThat(ada().archive().history("e1")).extracting(Episode::input).containsExactly("heron");
        assertThat(ada().archive().exportAll()).extracting(Entry::id).containsExactly("e1");
    }

    @Test
    void forgetting_the_replacing_key_erases_its_text_and_keeps_the_one_that_came_back() {
        Principal leaked = new Principal("leaked", Trust.USER, false);
        ada(PROGRAM).remember(said("e1", "s1", NOON, "heron"));
        ada(leaked).remember(said("e1", "s1", NOON, "nothing"));
        ada().quarantine().hide(Selection.key("leaked"));

        ada().forget(Selection.key("leaked"));

        assertThat(ada().archive().history("e1")).extracting(Episode::input).containsExactly("heron");
        assertThat(ada().quarantine().list()).isEmpty();
    }

    @Test
    void the_user_takes_an_id_back_that_a_tool_wrote_and_that_is_in_quarantine() {
        ada(CRAWLER).remember(said("turn-17", "s1", NOON, "forged"));
        ada(CRAWLER)
                .facts()
                .remember(NewFact.of("ada", "limit", "1000000").id("f1").validFrom(NOON));
        String operation = ada().quarantine().hide(Selection.key("k1")).operation();
        assertThatThrownBy(() -> ada(CRAWLER).remember(said("turn-17", "s1", NOON, "forged again")))
                .hasMessageContaining("is in quarantine");

        ada().remember(said("turn-17", "s1", NOON, "heron"));
        ada().facts().remember(NewFact.of("ada", "limit", "100").id("f1").validFrom(NOON));

        assertThat(ada().archive().history("turn-17"))
                .extracting(Episode::input)
                .containsExactly("heron");
        assertThat(ada().recall("heron")).extracting(hit -> hit.id()).contains("turn-17");
        ada().quarantine().release(operation);
        assertThat(ada().find(Episode.class, "turn-17").orElseThrow().input()).contains("heron");
        assertThat(ada().facts().find("f1").orElseThrow().object()).isEqualTo("100");
    }

    @Test
    void the_owner_may_do_everything() {
        Memory owner = ada(Principal.OWNER);
        owner.remember(said("e1", "s1", NOON, "heron").trust(Trust.SYSTEM));
        owner.remember(
                NewEpisode.of(Message.assistant("crane")).id("e1").session("s1").origin(REPORT));
        owner.session("s1").change(options -> options.retentionDays(9));

        assertThat(owner.find(Episode.class, "e1").orElseThrow().trust()).isEqualTo(Trust.ASSISTANT);
        assertThat(owner.forget(Selection.everything()).count()).isPositive();
    }
}
