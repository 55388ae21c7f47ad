package dev.daybook.contract.memory;

import static dev.daybook.contract.memory.MessageFixture.by;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.contract.MemoryContract;
import dev.daybook.error.RefusedTextException;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.NewSummary;
import dev.daybook.model.Origin;
import dev.daybook.model.SizeLimits;
import dev.daybook.model.Space;
import dev.daybook.model.Summary;
import dev.daybook.model.ToolCall;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.query.Selection;
import dev.daybook.query.SpaceSettings;
import dev.daybook.query.SpaceSettings.Secrets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Settings of a whole space. */
public abstract class SpaceSettingsBehaviour {

    /** Forms that the screen knows, in pieces so that no scanner takes them for real ones. */
    private static final String KEY = "AKIA" + "ABCDEFGH" + "IJKLMNOP";

    private final MemoryContract contract;

    protected SpaceSettingsBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    /** A secret in each place where one may stand. */
    static List<NewEpisode> withSecret() {
        NewEpisode plain = said("e1", "Please sign in.");
        return List.of(
                said("e1", "Use " + KEY + " to sign in."),
                plain.toolCalls(List.of(new ToolCall(null, "login", "{\"key\":\"" + KEY + "\"}", null))),
                plain.toolCalls(List.of(new ToolCall(null, "login", "{}", "Your key: " + KEY + "."))),
                NewEpisode.of(
                                Message.user("Please sign in."),
                                Message.assistant("")
                                        .withToolCalls(ToolCall.of("c", "login", "{\"key\":\"" + KEY + "\"}")))
                        .id("e1"));
    }

    private void secrets(Secrets secrets) {
        contract.daybook().space("default").settings(SpaceSettings.DEFAULTS.secrets(secrets));
    }

    private Episode stored() {
        return contract.ada().find(Episode.class, "e1").orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("withSecret")
    void a_secret_is_kept_and_marked_unless_set_otherwise(NewEpisode episode) {
        contract.ada().remember(episode);

        assertThat(contract.daybook().space("default").settings()).isEqualTo(SpaceSettings.DEFAULTS);
        assertThat(stored().sensitive()).isTrue();
        assertThat(stored().messages()).isEqualTo(episode.messages());
        assertThat(stored().standaloneToolCalls()).isEqualTo(episode.toolCalls());
    }

    @ParameterizedTest
    @MethodSource("withSecret")
    void a_secret_is_redacted_where_it_is_set_so(NewEpisode episode) {
        secrets(Secrets.REDACT);
        Receipt first = contract.ada().remember(episode);

        assertThat(stored().sensitive()).isFalse();
        assertThat(stored().toString()).doesNotContain(KEY).contains("[redacted]");
        assertThat(contract.ada().recall(by(By.WORDS, KEY))).isEmpty();
        assertThat(contract.ada().remember(episode)).isEqualTo(first);
    }

    @ParameterizedTest
    @MethodSource("withSecret")
    void a_secret_is_refused_where_it_is_set_so(NewEpisode episode) {
        secrets(Secrets.REJECT);
        Memory ada = contract.ada();
        ada.remember(said("e0", "hello"));
        for (List<NewEpisode> batch : List.of(List.of(episode), List.of(said("a", "fine"), episode))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ada.remember(batch))
                    .withMessageContaining("password or a key")
                    .withMessageContaining("secrets")
                    .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain(KEY));
        }
        assertThat(ada.archive().exportAll()).hasSize(1);
        assertThat(ada.remember(said("next", "hello")).position()).isEqualTo(2);
    }

    /** Ids and names are shown, listed and exported as texts are. */
    static Stream<Named<Consumer<Memory>>> keysInNames() {
        ToolCall named = new ToolCall("c", KEY, "{}", null);
        ToolCall identified = new ToolCall(KEY, "look", "{}", null);
        return Stream.of(
                Named.of("entry id", ada -> ada.remember(said(KEY, "hello"))),
                Named.of("session id", ada -> ada.remember(said("e1", "hello").session("use " + KEY))),
                Named.of("session", ada -> ada.session(KEY).change(options -> options.name("trip"))),
                Named.of("session name", ada -> ada.session("s").change(options -> options.name(KEY))),
                Named.of("tool name", ada -> ada.remember(said("e1", "hello").toolCalls(List.of(named)))),
                Named.of("tool call id", ada -> ada.remember(said("e1", "hello").toolCalls(List.of(identified)))),
                Named.of("answered call", ada -> ada.session("s").remember(Message.toolResult(KEY, "hello"))),
                Named.of(
                        "metadata name", ada -> ada.remember(said("e1", "hello").metadata(Map.of(KEY, 1)))),
                Named.of(
                        "writer", ada -> ada.remember(said("e1", "hello").origin(new Origin(Origin.Source.USER, KEY)))),
                Named.of("block name", ada -> ada.blocks().remember(KEY, "hello")),
                Named.of(
                        "fact id",
                        ada -> ada.facts()
                                .remember(NewFact.of("ada", "likes", "tea").id(KEY))),
                Named.of(
                        "hidden by a zero-width space",
                        ada -> ada.blocks().remember("b", KEY.substring(0, 12) + "\u200b" + KEY.substring(12))));
    }

    @ParameterizedTest
    @MethodSource("keysInNames")
    void no_text_of_a_caller_holds_a_key_where_secrets_are_rejected(Consumer<Memory> write) {
        secrets(Secrets.REJECT);
        Memory ada = contract.ada();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> write.accept(ada))
                .withMessageContaining("password or a key")
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain(KEY));

        assertThat(ada.archive().exportAll()).isEmpty();
        assertThat(ada.sessions()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("keysInNames")
    void no_text_of_a_caller_holds_a_key_where_secrets_are_redacted(Consumer<Memory> write) {
        secrets(Secrets.REDACT);
        Memory ada = contract.ada();

        try {
            write.accept(ada);
        } catch (RefusedTextException nameThatCannotBeRedacted) {
            assertThat(nameThatCannotBeRedacted).hasMessageContaining("redacts secrets");
        }

        assertThat(ada.archive().exportAll().map(Entry::toString))
                .allSatisfy(entry -> assertThat(entry.replace("\u200b", "")).doesNotContain(KEY));
        assertThat(ada.sessions().toString()).doesNotContain(KEY);
    }

    @Test
    void text_without_secrets_is_left_unchanged() {
        secrets(Secrets.REDACT);
        NewEpisode plain = said("e1", "The password was changed. My number is 42.")
                .toolCalls(List.of(new ToolCall("c", "look", "{}", "nothing")))
                .metadata(Map.of("k", "v"));
        contract.ada().remember(plain);

        assertThat(stored().messages()).isEqualTo(plain.messages());
        assertThat(stored().toolCalls()).isEqualTo(plain.toolCalls());
        assertThat(stored().sensitive()).isFalse();
    }

    @Test
    void the_settings_of_one_space_do_not_touch_another() {
        contract.daybook().space("strict").settings(SpaceSettings.DEFAULTS.secrets(Secrets.REJECT));

        assertThat(contract.daybook().space("default").settings().secrets()).isEqualTo(Secrets.MARK);
        assertThat(contract.daybook().space("strict").settings().secrets()).isEqualTo(Secrets.REJECT);
        contract.ada().remember(withSecret().get(0));
        assertThat(stored().sensitive()).isTrue();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> contract.daybook()
                        .space("strict")
                        .user("ada")
                        .remember(withSecret().get(0)));
    }

    @Test
    void a_space_can_have_a_retention_period() {
        MemorySpace space = contract.daybook().space("default");
        assertThat(space.settings().retentionDays()).isNull();

        space.settings(SpaceSettings.DEFAULTS.retentionDays(90));
        assertThat(space.settings().retentionDays()).isEqualTo(90);
        assertThat(space.changeSettings(settings -> settings.secrets(Secrets.REDACT))
                        .retentionDays())
                .isEqualTo(90);

        space.settings(SpaceSettings.DEFAULTS.retentionDays(null));
        assertThat(space.settings()).isEqualTo(SpaceSettings.DEFAULTS);
        for (int days : new int[] {0, -1, SpaceSettings.MAX_RETENTION_DAYS + 1}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SpaceSettings.DEFAULTS.retentionDays(days))
                    .withMessageContaining("retention is " + days + " days");
        }
    }

    @Test
    void settings_outlive_the_daybook() {
        secrets(Secrets.REDACT);
        contract.closeDaybook();
        assertThat(contract.daybook().space("default").settings().secrets()).isEqualTo(Secrets.REDACT);
        secrets(Secrets.MARK);
        contract.closeDaybook();
        assertThat(contract.daybook().space("default").settings().secrets()).isEqualTo(Secrets.MARK);
    }

    @Test
    void settings_stay_when_all_that_is_shared_is_forgotten() {
        secrets(Secrets.REJECT);
        contract.daybook().space(Space.DEFAULT.id()).shared().forget(Selection.session("s1"));
        contract.ada().forget(Selection.everything());
        assertThat(contract.daybook().space("default").settings().secrets()).isEqualTo(Secrets.REJECT);

        SpaceSettings set = SpaceSettings.DEFAULTS
                .secrets(Secrets.REJECT)
                .bank(SpaceSettings.Bank.OFF.enabled(true).maxTokens(300))
                .models(SpaceSettings.Models.UNLIMITED.tokensPerDay(60L));
        contract.daybook().space("default").settings(set);
        contract.daybook().space(Space.DEFAULT.id()).shared().remember(said("e1", "heron"));

        contract.daybook().space(Space.DEFAULT.id()).shared().forget(Selection.everything());

        assertThat(contract.daybook()
                        .space(Space.DEFAULT.id())
                        .shared()
                        .archive()
                        .exportAll())
                .isEmpty();
        assertThat(contract.daybook().space("default").settings()).isEqualTo(set);
        contract.closeDaybook();
        assertThat(contract.daybook().space("default").settings()).isEqualTo(set);
        assertThat(contract.daybook()
                        .space(Space.DEFAULT.id())
                        .shared()
                        .forget(Selection.everything())
                        .operation())
                .isEmpty();
    }

    @Test
    void of_two_concurrent_changes_each_sees_the_result_of_the_other() throws Exception {
        int changes = 40;
        Daybook daybook = contract.daybook();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<SpaceSettings>> made = new ArrayList<>();
            for (int i = 0; i < changes; i++) {
                made.add(threads.submit(() -> daybook.space("default")
                        .changeSettings(before -> before.bank(
                                before.bank().maxTokens(before.bank().maxTokens() + 1)))));
            }
            for (Future<SpaceSettings> each : made) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        int expected = SpaceSettings.DEFAULTS.bank().maxTokens() + changes;
        assertThat(contract.daybook().space("default").settings().bank().maxTokens())
                .isEqualTo(expected);
        contract.closeDaybook();
        assertThat(contract.daybook().space("default").settings().bank().maxTokens())
                .isEqualTo(expected);
    }

    /** Every way to write a text, with a secret in it. */
    private List<Runnable> writesOfSecret() {
        Memory ada = contract.ada();
        Memory shared = contract.daybook().space(Space.DEFAULT.id()).shared();
        return List.of(
                () -> ada.remember(
                        NewEpisode.of(Message.user("hi").withName(KEY)).id("named")),
                () -> ada.remember(said("described", "hi").metadata(Map.of("k", "my key " + KEY))),
                () -> ada.facts().remember(NewFact.of("ada", "has", KEY).id("f1")),
                () -> shared.facts().remember(NewFact.of("ada", "has", KEY).id("f1")),
                () -> ada.blocks().remember("b", "see " + KEY),
                () -> ada.blocks().append("c", "see " + KEY),
                () -> shared.blocks().remember("house", "see " + KEY),
                () -> ada.notes().remember("The key is " + KEY),
                () -> ada.session("s1").rememberSummary("They said " + KEY, 0),
                () -> ada.session("s2").change(options -> options.name(KEY)),
                () -> contract.daybook()
                        .space("default")
                        .bank()
                        .remember(NewSummary.of(Summary.Level.DAY, "- " + KEY)));
    }

    private static String all(Memory memory) {
        try (Stream<Entry> entries = memory.archive().exportAll()) {
            return entries.map(Entry::toString).collect(Collectors.joining()) + memory.sessions();
        }
    }

    @Test
    void a_refused_text_is_told_from_a_mistake_of_the_program() {
        Memory ada = contract.ada();

        for (String text : List.of("party \ud83c", "x".repeat(SizeLimits.MESSAGE_TEXT + 1))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ada.session("s1").remember(Message.user(text)))
                    .isInstanceOf(RefusedTextException.class);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ada.recall(text))
                    .isInstanceOf(RefusedTextException.class);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ada.session("s1").context(text))
                    .isInstanceOf(RefusedTextException.class);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ada.session(" ").remember(Message.user("hello")))
                .isNotInstanceOf(RefusedTextException.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ada.session("s\ud83c").remember(Message.user("hello")))
                .isNotInstanceOf(RefusedTextException.class);
    }

    @Test
    void a_secret_is_refused_wherever_it_is_written() {
        secrets(Secrets.REJECT);
        List<Runnable> writes = writesOfSecret();

        assertThat(writes)
                .allSatisfy(write -> assertThatIllegalArgumentException()
                        .isThrownBy(write::run)
                        .isInstanceOf(RefusedTextException.class)
                        .withMessageContaining("password or a key")
                        .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain(KEY)));

        assertThat(contract.ada().archive().exportAll()).isEmpty();
        assertThat(contract.ada().sessions()).isEmpty();
        assertThat(contract.daybook()
                        .space(Space.DEFAULT.id())
                        .shared()
                        .archive()
                        .exportAll())
                .isEmpty();
    }

    @Test
    void a_secret_is_redacted_wherever_it_is_written() {
        secrets(Secrets.REDACT);
        writesOfSecret().forEach(Runnable::run);

        assertThat(all(contract.ada())).contains("[redacted]").doesNotContain(KEY);
        assertThat(all(contract.daybook().space(Space.DEFAULT.id()).shared()))
                .contains("[redacted]")
                .doesNotContain(KEY);
    }

    @Test
    void a_marked_secret_is_not_shown_to_others_in_any_field() {
        contract.daybook()
                .space("default")
                .settings(SpaceSettings.DEFAULTS.bank(
                        SpaceSettings.Bank.OFF.enabled(true).maxTokens(2_000)));
        writesOfSecret().forEach(Runnable::run);
        contract.daybook().space(Space.DEFAULT.id()).shared().blocks().remember("rules", "Be kind.");
        Memory bob = contract.daybook().user("bob");

        assertThat(contract.ada().session("s9").context("ada has key").text()).contains(KEY);
        assertThat(bob.session("s9").context("ada has key").text())
                .contains("Be kind.")
                .doesNotContain(KEY);
        assertThat(bob.recall(Query.of("ada has key " + KEY).shared(true)))
                .noneMatch(hit -> hit.text().contains(KEY));
        assertThat(contract.daybook().space(Space.DEFAULT.id()).shared().facts().list(FactQuery.all()))
                .hasSize(1);
    }
}
