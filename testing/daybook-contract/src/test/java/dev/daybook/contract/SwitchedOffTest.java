package dev.daybook.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Message;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.query.FactQuery;
import dev.daybook.query.SpaceSettings;
import dev.daybook.query.SpaceSettings.Derivation;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Derivations that a space does without. */
class SwitchedOffTest {

    private final Daybook daybook =
            Daybook.builder(new InMemoryStore()).noEmbedder().open();
    private final Memory ada = daybook.user("ada");

    @Test
    void a_disabled_derivation_does_not_run_and_catches_up_when_enabled() {
        daybook.space("default").settings(SpaceSettings.DEFAULTS.off(Set.of(Derivation.FACTS)));
        ada.session("s").remember(Message.user("I live in Porto."));

        assertThat(ada.consolidate()).extracting(DerivationOutcome::derivation).doesNotContain("facts");
        assertThat(ada.facts().list(FactQuery.all())).isEmpty();

        daybook.space("default").settings(SpaceSettings.DEFAULTS);
        ada.consolidate();
        assertThat(ada.facts().list(FactQuery.all())).hasSize(1);
    }

    @Test
    void derived_entries_stay_and_another_space_is_not_affected() {
        ada.session("s").remember(Message.user("I live in Porto."));
        ada.consolidate();
        daybook.space("default")
                .settings(SpaceSettings.DEFAULTS.off(Set.of(Derivation.FACTS, Derivation.GISTS, Derivation.CORE)));
        Memory other = daybook.space("other").user("ada");
        other.session("s").remember(Message.user("I live in Porto."));
        other.consolidate();

        assertThat(daybook.space("default").settings().off()).hasSize(3);
        assertThat(ada.facts().list(FactQuery.all())).hasSize(1);
        assertThat(other.facts().list(FactQuery.all())).hasSize(1);
    }

    @Test
    void a_change_of_home_ends_the_one_before() {
        ada.session("s").remember(Message.user("I live in Lisbon."));
        ada.session("s").remember(Message.user("I no longer live in Lisbon, I moved to Porto"));
        ada.consolidate();

        assertThat(ada.facts().list(FactQuery.all()))
                .filteredOn(fact -> fact.validUntil() == null)
                .singleElement()
                .satisfies(fact -> assertThat(fact.object()).isEqualTo("Porto"));
    }
}
