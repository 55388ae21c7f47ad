package dev.daybook.contract.erasure;

import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.contract.MemoryContract;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.NewFact;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.query.Selection;
import dev.daybook.query.SpaceSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Forgetting a user in all spaces. */
public abstract class ForgettingUsersBehaviour {

    private static final List<String> SPACES = List.of("default", "lab", "club");

    private final MemoryContract contract;

    protected ForgettingUsersBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    /** Ada is in the first two spaces, the others are in all three. */
    @BeforeEach
    void remember() {
        for (String id : SPACES) {
            MemorySpace space = contract.daybook().space(id);
            others(space).forEach(memory -> memory.remember(said("e1", "heron in " + id)));
        }
        for (String id : List.of("default", "lab")) {
            Memory ada = contract.daybook().space(id).user("ada");
            ada.remember(said("e1", "heron in " + id));
            ada.facts().remember(NewFact.of("ada", "saw", "heron"));
            ada.blocks().remember("persona", "heron");
            ada.session("s1").change(options -> options.name("Herons"));
        }
    }

    private static Stream<Memory> others(MemorySpace space) {
        return Stream.of(space.user("Ada"), space.user("ada "), space.user("bob"), space.anonymous(), space.shared());
    }

    private Map<Space, ErasureReceipt> forgetAda() {
        return contract.daybook().forgetUser("ada");
    }

    private List<String> ofOthers() {
        return SPACES.stream()
                .flatMap(id -> others(contract.daybook().space(id)))
                .flatMap(memory -> memory.archive().exportAll().map(Entry::toString))
                .toList();
    }

    @Test
    void a_user_is_forgotten_in_every_space_and_no_other_user_is() {
        List<String> before = ofOthers();

        Map<Space, ErasureReceipt> receipts = forgetAda();

        assertThat(receipts).containsOnlyKeys(new Space("default"), new Space("lab"));
        assertThat(receipts.values())
                .extracting(ErasureReceipt::counts)
                .containsOnly(Map.of(Kind.EPISODE, 1L, Kind.FACT, 1L, Kind.BLOCK, 1L));
        for (String id : SPACES) {
            MemorySpace space = contract.daybook().space(id);
            assertThat(space.scopes()).doesNotContain(new Scope.User(space.space(), "ada"));
            assertThat(space.user("ada").archive().exportAll()).isEmpty();
            assertThat(space.user("ada").recall("heron")).isEmpty();
            assertThat(space.user("ada").sessions()).isEmpty();
        }
        assertThat(before).hasSize(15);
        assertThat(ofOthers()).isEqualTo(before);
    }

    @Test
    void shared_entries_go_with_the_last_source_they_cite() {
        MemorySpace lab = contract.daybook().space("lab");
        EntryRef ofAda = new EntryRef(lab.user("ada").scope(), Kind.EPISODE, "e1");
        EntryRef ofBob = new EntryRef(lab.user("bob").scope(), Kind.EPISODE, "e1");
        lab.shared()
                .facts()
                .remember(List.of(
                        NewFact.of("ada", "saw", "heron").id("of ada").sources(List.of(ofAda)),
                        NewFact.of("bob", "saw", "heron").id("of bob").sources(List.of(ofBob))));

        Map<Space, ErasureReceipt> receipts = forgetAda();

        assertThat(lab.shared().facts().find("of ada")).isEmpty();
        assertThat(lab.shared().facts().find("of bob")).isPresent();
        assertThat(Objects.requireNonNull(receipts.get(lab.space())).counts()).containsEntry(Kind.FACT, 2L);
    }

    @Test
    void shared_entries_that_cite_a_user_without_entries_go_too() {
        MemorySpace club = contract.daybook().space("club");
        EntryRef gone = new EntryRef(club.user("ada").scope(), Kind.EPISODE, "gone");
        club.shared()
                .facts()
                .remember(NewFact.of("ada", "saw", "heron").id("of ada").sources(List.of(gone)));

        assertThat(forgetAda()).containsKey(club.space());

        assertThat(club.shared().facts().find("of ada")).isEmpty();
    }

    @Test
    void a_name_of_a_session_and_an_entry_in_quarantine_are_forgotten_too() {
        Daybook daybook = contract.daybook();
        daybook.space("club").user("ada").session("s1").change(options -> options.name("Herons"));
        daybook.space("lab").user("ada").quarantine().hide(Selection.episode("e1"));

        Map<Space, ErasureReceipt> receipts = forgetAda();

        assertThat(Objects.requireNonNull(receipts.get(new Space("club"))).counts())
                .isEmpty();
        assertThat(daybook.space("club").user("ada").sessions()).isEmpty();
        assertThat(daybook.space("lab").user("ada").quarantine().list()).isEmpty();
    }

    @Test
    void the_settings_of_the_spaces_stay() {
        MemorySpace lab = contract.daybook().space("lab");
        lab.settings(SpaceSettings.DEFAULTS.secrets(SpaceSettings.Secrets.REJECT));

        forgetAda();

        assertThat(lab.settings().secrets()).isEqualTo(SpaceSettings.Secrets.REJECT);
    }

    @Test
    void every_receipt_has_an_audit_entry_and_its_bytes_are_awaited_from_any_scope() {
        forgetAda().forEach((space, receipt) -> {
            assertThat(contract.daybook().auditEntry(receipt.operation())).hasValueSatisfying(entry -> {
                assertThat(entry.isForget()).isTrue();
                assertThat(entry.space()).isEqualTo(space);
            });
            assertThat(contract.ada()
                            .operations()
                            .await(receipt, Duration.ofSeconds(20))
                            .bytes())
                    .isNotEqualTo(ErasureReceipt.Bytes.PENDING);
        });
    }

    @Test
    void a_second_call_finds_nothing_left_and_the_user_may_write_again() {
        assertThat(forgetAda()).hasSize(2);
        assertThat(forgetAda()).isEmpty();

        contract.daybook().space("club").user("ada").remember(said("new", "heron"));
        assertThat(forgetAda()).containsOnlyKeys(new Space("club"));
    }

    @Test
    void an_unknown_user_has_no_receipt_and_leaves_no_trace() {
        List<String> before = ofOthers();

        assertThat(contract.daybook().forgetUser("nobody")).isEmpty();

        assertThat(ofOthers()).isEqualTo(before);
        assertThat(contract.daybook().space("lab").scopes()).hasSize(6);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "a\u0000b"})
    void an_id_that_no_user_can_have_is_refused_also_in_an_empty_daybook(String id) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> contract.daybook().forgetUser(id))
                .withMessageContaining("user");
        for (String space : SPACES) {
            Stream.concat(
                            others(contract.daybook().space(space)),
                            Stream.of(contract.daybook().space(space).user("ada")))
                    .forEach(memory -> memory.forget(Selection.everything()));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> contract.daybook().forgetUser(id))
                .withMessageContaining("user");
    }
}
