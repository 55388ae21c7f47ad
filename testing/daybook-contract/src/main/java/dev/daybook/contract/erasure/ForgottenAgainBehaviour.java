package dev.daybook.contract.erasure;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.contract.MemoryContract;
import dev.daybook.error.ForgottenTextException;
import dev.daybook.model.Entry;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewBlock;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.Scope;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.Selection;
import dev.daybook.query.SpaceSettings;
import dev.daybook.store.ScopeState;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Writing a forgotten text again, in a space that refuses it. */
public abstract class ForgottenAgainBehaviour {

    private static final String DIARY = "My diary is in the red drawer.";
    private static final String TRAIN = "My train leaves at nine.";
    private static final String PREFIX = "refused/";

    private final MemoryContract contract;

    protected ForgottenAgainBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    @BeforeEach
    void refuse() {
        refuse(true);
    }

    private void refuse(boolean refused) {
        space().changeSettings(settings -> settings.refuseForgotten(refused));
    }

    private MemorySpace space() {
        return contract.daybook().space("default");
    }

    private Memory ada() {
        return contract.ada();
    }

    private List<ScopeState> hashes() {
        return contract.store()
                .states(new Scope.Shared(space().space()), PREFIX, null, 100)
                .items();
    }

    private long keptHashes() {
        return hashes().stream().mapToLong(state -> state.bytes().size() / 16).sum();
    }

    /** Ada said where her diary is, and it is forgotten. */
    private ErasureReceipt forgetDiary() {
        ada().remember(said("e1", "s1", NOON, DIARY));
        ada().remember(said("e2", "s2", NOON, TRAIN));
        return ada().forget(Selection.session("s1"));
    }

    private static ForgottenTextException refusal(ThrowingCallable write) {
        return assertThatExceptionOfType(ForgottenTextException.class)
                .isThrownBy(write)
                .withMessageContaining("forgotten")
                .withMessageContaining("'refuseForgotten' to false")
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain("diary"))
                .actual();
    }

    @Test
    void a_forgotten_text_may_be_written_again_unless_set_otherwise() {
        refuse(false);
        assertThat(SpaceSettings.DEFAULTS.refuseForgotten()).isFalse();
        assertThat(forgetDiary().keptHashes()).isZero();
        assertThat(hashes()).isEmpty();

        ada().remember(said("e3", DIARY));
        assertThat(ids(ada().archive().exportAll())).containsExactlyInAnyOrder("e2", "e3");
    }

    @Test
    void a_forgotten_text_is_refused_where_it_is_set_so() {
        assertThat(space().settings().refuseForgotten()).isTrue();
        assertThat(forgetDiary().keptHashes()).isEqualTo(1);

        assertThat(refusal(() -> ada().remember(said("e3", DIARY))))
                .hasMessageStartingWith("messages[0] of the episode 'e3'");
        assertThat(refusal(() -> ada().session("s3").remember(Message.user(TRAIN), Message.assistant(DIARY))))
                .hasMessageStartingWith("messages[1]");
        assertThat(ids(ada().archive().exportAll())).containsExactly("e2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "my DIARY is in the red drawer.",
                "  My diary\nis in  the\tred drawer. ",
                "My diary is in the red drawer.",
                "My di\u00adary is in the red dra\u200bwer.",
                "\uff2d\uff59 diary is in the red drawer."
            })
    void case_layout_and_invisible_characters_make_no_other_text(String same) {
        forgetDiary();

        refusal(() -> ada().remember(said("e3", same)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"My diary is in the red drawer", "My diary is in the red drawer. Or not.", "My train"})
    void another_text_is_not_refused(String other) {
        forgetDiary();

        ada().remember(said("e3", other));
        assertThat(ids(ada().archive().exportAll())).contains("e3");
    }

    @Test
    void a_refused_batch_writes_nothing_and_takes_no_number() {
        forgetDiary();
        List<NewEpisode> batch = List.of(
                said("a", "The office is closed."),
                NewEpisode.of(Message.user("It is late again."), Message.user(DIARY)));

        assertThat(refusal(() -> ada().remember(batch))).hasMessageStartingWith("messages[1] of");
        assertThat(ids(ada().archive().exportAll())).containsExactly("e2");
        assertThat(ada().remember(said("next", "The office is closed.")).position())
                .isEqualTo(3);
    }

    @Test
    void the_hash_of_a_text_holds_in_its_scope_only() {
        forgetDiary();
        List<Memory> others = List.of(
                space().user("bob"),
                space().anonymous(),
                space().shared(),
                contract.daybook().space("lab").user("ada"));

        others.forEach(memory -> memory.remember(said("e1", DIARY)));
        assertThat(others)
                .allSatisfy(
                        memory -> assertThat(ids(memory.archive().exportAll())).containsExactly("e1"));
    }

    @Test
    void a_text_that_another_entry_still_has_is_not_refused() {
        ada().remember(said("e1", "s1", NOON, DIARY));
        ada().remember(said("e2", "s2", NOON, DIARY.toUpperCase(Locale.ROOT)));

        assertThat(ada().forget(Selection.session("s1")).keptHashes()).isZero();
        ada().remember(said("e3", "s3", NOON, DIARY));

        assertThat(ada().forget(Selection.everything()).keptHashes()).isEqualTo(1);
        refusal(() -> ada().remember(said("e4", DIARY)));
    }

    @Test
    void short_texts_are_not_refused() {
        for (String text : List.of("Thank you!", "OK", "", "0170 123456 ")) {
            ada().remember(NewEpisode.of(Message.user(text)).session("s1"));
        }

        assertThat(ada().forget(Selection.session("s1")).keptHashes()).isZero();
        ada().session("s2").remember(Message.user("Thank you!"));
    }

    @Test
    void an_earlier_text_of_a_corrected_episode_is_refused_too() {
        ada().remember(said("e1", DIARY));
        ada().remember(said("e1", "My diary is in the safe."));

        assertThat(ada().forget(Selection.episode("e1")).keptHashes()).isEqualTo(2);
        refusal(() -> ada().remember(said("e2", DIARY)));
        refusal(() -> ada().remember(said("e2", "My diary is in the safe.")));
    }

    @Test
    void a_repeated_write_of_a_stored_episode_gets_its_first_receipt() {
        Receipt first = ada().remember(said("e1", "s1", NOON, TRAIN));
        forgetDiary();

        assertThat(ada().remember(said("e1", "s1", NOON, TRAIN)).id()).isEqualTo(first.id());
    }

    @Test
    void forgetting_a_whole_scope_keeps_the_hashes_without_its_name() {
        forgetDiary();

        assertThat(ada().forget(Selection.everything()).keptHashes()).isEqualTo(1);

        assertThat(space().scopes()).doesNotContain(ada().scope());
        assertThat(hashes()).allSatisfy(state -> assertThat(state.name()).matches("refused/[0-9a-f]{32}/[0-9a-f]{2}"));
        refusal(() -> ada().remember(said("e1", DIARY)));
        refusal(() -> ada().remember(said("e2", TRAIN)));
        boolean isErased =
                contract.embedded().maintenance().verifyErasure(Duration.ZERO).ok();
        assertThat(isErased || !contract.store().guarantees().erasesBytes()).isTrue();
    }

    @Test
    void forgetting_the_shared_scope_keeps_the_hashes_of_all_scopes() {
        forgetDiary();
        space().shared().remember(said("e1", "The office closes at six."));

        assertThat(space().shared().forget(Selection.everything()).keptHashes()).isEqualTo(1);

        refusal(() -> space().shared().remember(said("e2", "The office closes at six.")));
        refusal(() -> ada().remember(said("e3", DIARY)));
        assertThat(space().shared().forget(Selection.everything()).count()).isZero();
        assertThat(keptHashes()).isEqualTo(2);
    }

    @Test
    void a_preview_and_a_quarantine_keep_no_hash() {
        ada().remember(said("e1", "s1", NOON, DIARY));

        assertThat(ada().preview(Selection.everything()).receipt().keptHashes()).isZero();
        String operation = ada().quarantine().hide(Selection.session("s1")).operation();
        assertThat(hashes()).isEmpty();
        ada().remember(said("e2", "s2", NOON, DIARY));
        ada().quarantine().release(operation);
        assertThat(ids(ada().archive().exportAll())).containsExactlyInAnyOrder("e1", "e2");
    }

    @Test
    void a_text_forgotten_out_of_quarantine_is_refused() {
        ada().remember(said("e1", "s1", NOON, DIARY));
        ada().blocks().remember("persona", "Answers in short sentences.");
        ada().quarantine().hide(Selection.session("s1"));
        ada().quarantine().hide(Selection.entry(Kind.BLOCK, "persona"));

        assertThat(ada().forget(Selection.everything()).keptHashes()).isEqualTo(2);
        refusal(() -> ada().remember(said("e2", DIARY)));
        refusal(() -> ada().blocks().remember("persona", "Answers in short sentences."));
    }

    @Test
    void texts_of_all_kinds_that_callers_write_are_refused() {
        Memory ada = ada();
        ada.remember(said("e1", "s1", NOON, TRAIN));
        ada.blocks().remember("persona", "Answers in short sentences.");
        ada.blocks().remember("persona", "Answers in long sentences.");
        ada.facts().remember(NewFact.of("ada", "keeps her diary in", "the red drawer"));
        ada.notes().remember("The diary has a lock with four digits.");
        ada.session("s1").rememberSummary("Ada told about her train to work.", 1);
        List<Entry> exported = ada.archive().exportAll().toList();
        ada.forget(Selection.everything());

        refusal(() -> ada.blocks().remember("persona", "Answers in short sentences."));
        refusal(() -> ada.blocks().remember(NewBlock.of("other", "Answers in long sentences.")));
        ada.blocks().remember("persona", "Be kind to the reader.");
        refusal(() -> ada.blocks().append("persona", "Answers in long sentences.", "\n"));
        assertThat(refusal(() -> ada.facts()
                        .remember(List.of(
                                NewFact.of("ada", "has", "a lock"),
                                NewFact.of("Ada", "keeps her diary in", "the red drawer")))))
                .hasMessageStartingWith("facts[1]");
        refusal(() -> ada.notes().remember("The diary has a lock with four digits."));
        ada.remember(said("e9", "s1", NOON, "It is another train now."));
        refusal(() -> ada.session("s1").rememberSummary("Ada told about her train to work.", 1));
        List<String> left = ids(ada.archive().exportAll());
        assertThat(exported)
                .hasSizeGreaterThanOrEqualTo(5)
                .allSatisfy(entry -> assertThatExceptionOfType(ForgottenTextException.class)
                        .as("import of %s", entry)
                        .isThrownBy(() -> ada.archive().importAll(List.of(entry))));
        assertThat(ids(ada.archive().exportAll())).isEqualTo(left);
    }

    @Test
    void switching_the_setting_off_deletes_key_and_hashes() {
        forgetDiary();
        assertThat(keptHashes()).isEqualTo(1);

        refuse(false);
        assertThat(hashes()).isEmpty();
        ada().remember(said("e3", DIARY));

        refuse(true);
        ada().forget(Selection.episode("e3"));
        refuse(false);
        refuse(true);
        ada().remember(said("e3", DIARY));
        assertThat(hashes()).isEmpty();
    }

    @Test
    void another_setting_keeps_key_and_hashes() {
        forgetDiary();
        space().changeSettings(settings -> settings.retentionDays(9_000));

        assertThat(space().settings().refuseForgotten()).isTrue();
        refusal(() -> ada().remember(said("e3", DIARY)));
    }

    @Test
    void hashes_hold_after_reopening() {
        forgetDiary();
        contract.closeDaybook();

        refusal(() -> ada().remember(said("e3", DIARY)));
    }

    static List<Integer> amounts() {
        return List.of(1_023, 1_024, 1_025, 2_500);
    }

    @ParameterizedTest
    @MethodSource("amounts")
    void many_texts_are_refused_by_chunks(int amount) {
        for (int begin = 0; begin < amount; begin += 500) {
            ada().remember(IntStream.range(begin, Math.min(amount, begin + 500))
                    .mapToObj(i -> said("e" + i, "s1", NOON, "The locker has number " + i + "."))
                    .toList());
        }
        assertThat(ada().forget(Selection.session("s1")).keptHashes()).isEqualTo(amount);
        assertThat(hashes()).hasSize((amount + 1_023) / 1_024);
        for (int i : List.of(0, amount / 2, amount - 1)) {
            refusal(() -> ada().remember(said("n" + i, "The locker has number " + i + ".")));
        }
        ada().remember(said("n", "The locker has number " + amount + "."));
        assertThat(ada().forget(Selection.everything()).keptHashes()).isEqualTo(1);
        assertThat(keptHashes()).isEqualTo(amount + 1);
    }
}
