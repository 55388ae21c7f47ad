package dev.daybook.contract.erasure;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.MemorySpace;
import dev.daybook.contract.MemoryContract;
import dev.daybook.error.LegalHoldException;
import dev.daybook.model.Kind;
import dev.daybook.model.NewSummary;
import dev.daybook.model.Scope;
import dev.daybook.model.Summary.Level;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.query.Selection;
import dev.daybook.store.AuditRecord;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A space under a legal hold. */
public abstract class HoldingErasuresBehaviour {

    private static final String REASON = "case 17, until the court decides";

    private final MemoryContract contract;

    protected HoldingErasuresBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private MemorySpace space() {
        return contract.daybook().space("default");
    }

    private void hold() {
        contract.ada().remember(said("e1", "s1", NOON, "My train leaves at nine."));
        space().changeSettings(settings -> settings.legalHold(REASON));
    }

    static Selection[] everySelection() {
        return new Selection[] {
            Selection.everything(),
            Selection.session("s1"),
            Selection.entry(Kind.EPISODE, "e1"),
            Selection.entries(Kind.EPISODE, List.of("e1", "e2")),
            Selection.before(NOON.plusDays(1).toInstant())
        };
    }

    @ParameterizedTest
    @MethodSource("everySelection")
    void every_forget_is_refused_with_the_reason_and_erases_nothing(Selection selection) {
        hold();

        assertThatExceptionOfType(LegalHoldException.class)
                .isThrownBy(() -> contract.ada().forget(selection))
                .withMessageContaining("legal hold (" + REASON + ")")
                .withMessageContaining("setting legalHold (none on the command line, null elsewhere)");

        assertThat(contract.ada().recall("train")).hasSize(1);
    }

    @Test
    void the_audit_log_says_when_a_hold_began_and_ended() {
        hold();
        space().changeSettings(settings -> settings.retentionDays(30));
        space().changeSettings(settings -> settings.legalHold(null));

        assertThat(contract.store()
                        .audits(new Scope.Shared(space().space()), null, 10)
                        .items())
                .extracting(AuditRecord::action)
                .containsExactlyInAnyOrder(AuditEntry.HOLD, "settings", AuditEntry.HOLD_ENDED);
    }

    @Test
    void the_bank_is_not_erased_during_a_hold() {
        space().changeSettings(settings -> settings.bank(settings.bank().enabled(true)));
        space().bank().remember(NewSummary.of(Level.SESSION, "- We chose Rotterdam."));
        hold();

        assertThatExceptionOfType(LegalHoldException.class)
                .isThrownBy(() -> space().bank().forget())
                .withMessageContaining(REASON);
        assertThat(space().bank().preview().text()).contains("Rotterdam");
    }

    @Test
    void another_space_is_not_held() {
        hold();
        contract.daybook().space("other").user("ada").remember(said("e1", "s1", NOON, "My train leaves at nine."));

        contract.daybook().space("other").user("ada").forget(Selection.everything());

        assertThat(contract.daybook().space("other").user("ada").recall("train"))
                .isEmpty();
    }

    @Test
    void forgetting_a_user_erases_in_no_space_if_one_with_entries_is_held() {
        contract.daybook().space("another").user("ada").remember(said("e1", "s1", NOON, "My train leaves at nine."));
        contract.daybook().space("another").user("bob").remember(said("e1", "s1", NOON, "My train leaves at ten."));
        hold();

        assertThatExceptionOfType(LegalHoldException.class)
                .isThrownBy(() -> contract.daybook().forgetUser("ada"));

        assertThat(contract.daybook().space("another").user("ada").recall("train"))
                .hasSize(1);
        assertThat(contract.daybook().forgetUser("bob")).hasSize(1);
    }

    @Test
    void after_the_hold_a_forget_erases_as_before() {
        hold();
        space().changeSettings(settings -> settings.legalHold(null));

        contract.ada().forget(Selection.everything());

        assertThat(contract.ada().recall("train")).isEmpty();
    }

    @Test
    void a_quarantine_hides_entries_during_a_hold_and_a_release_shows_them_again() {
        hold();

        String operation =
                contract.ada().quarantine().hide(Selection.session("s1")).operation();
        assertThat(contract.ada().recall("train")).isEmpty();
        contract.ada().quarantine().release(operation);
        assertThat(contract.ada().recall("train")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "none", "two\nlines"})
    void a_reason_that_is_none_is_refused(String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> space().changeSettings(settings -> settings.legalHold(reason)))
                .withMessageContaining("legalHold has " + reason.length() + " characters");
        assertThat(space().settings().legalHold()).isNull();
    }
}
