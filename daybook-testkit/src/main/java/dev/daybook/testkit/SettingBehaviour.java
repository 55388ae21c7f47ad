package dev.daybook.testkit;

import static dev.daybook.testkit.Chats.by;
import static dev.daybook.testkit.Chats.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.Memory;
import dev.daybook.data.Episode;
import dev.daybook.data.NewEpisode;
import dev.daybook.data.Query.By;
import dev.daybook.data.Receipt;
import dev.daybook.data.Selection;
import dev.daybook.data.Settings;
import dev.daybook.data.Settings.Secrets;
import dev.daybook.data.ToolCall;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for a whole space. */
abstract class SettingBehaviour {

    /** Forms that the screen knows, in pieces so that no scanner takes them for real ones. */
    private static final String KEY = "AKIA" + "ABCDEFGH" + "IJKLMNOP";

    private final MemoryContract contract;

    SettingBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    /** A secret in each place where one may stand. */
    static List<NewEpisode> withSecret() {
        NewEpisode plain = said("e1", "Please sign in.");
        return List.of(
                said("e1", "Use " + KEY + " to sign in."),
                plain.withToolCalls(List.of(new ToolCall(null, "login", "{\"key\":\"" + KEY + "\"}", null))),
                plain.withToolCalls(List.of(new ToolCall(null, "login", "{}", "Your key: " + KEY + "."))));
    }

    private void secrets(Secrets secrets) {
        contract.daybook().settings(new Settings(secrets));
    }

    private Episode stored() {
        return contract.ada().episode("e1").orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("withSecret")
    void a_secret_is_kept_and_marked_unless_set_otherwise(NewEpisode episode) {
        contract.ada().remember(episode);

        assertThat(contract.daybook().settings()).isEqualTo(Settings.DEFAULTS);
        assertThat(stored().sensitive()).isTrue();
        assertThat(stored().messages()).isEqualTo(episode.messages());
        assertThat(stored().toolCalls()).isEqualTo(episode.toolCalls());
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
                    .isThrownBy(() -> ada.rememberAll(batch))
                    .withMessageContaining("password or a key")
                    .withMessageContaining("secrets")
                    .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain(KEY));
        }
        assertThat(ada.export()).hasSize(1);
        assertThat(ada.remember(said("next", "hello")).position()).isEqualTo(2);
    }

    @Test
    void what_holds_no_secret_is_left_as_it_is() {
        secrets(Secrets.REDACT);
        NewEpisode plain = said("e1", "The password was changed. My number is 42.")
                .withToolCalls(List.of(new ToolCall("c", "look", "{}", "nothing")))
                .withMetadata(Map.of("k", "v"));
        contract.ada().remember(plain);

        assertThat(stored().messages()).isEqualTo(plain.messages());
        assertThat(stored().toolCalls()).isEqualTo(plain.toolCalls());
        assertThat(stored().sensitive()).isFalse();
    }

    @Test
    void the_settings_of_one_space_do_not_touch_another() {
        contract.daybook().space("strict").settings(new Settings(Secrets.REJECT));

        assertThat(contract.daybook().settings().secrets()).isEqualTo(Secrets.MARK);
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
    void settings_outlive_the_daybook() {
        secrets(Secrets.REDACT);
        contract.closeDaybook();
        assertThat(contract.daybook().settings().secrets()).isEqualTo(Secrets.REDACT);
        secrets(Secrets.MARK);
        contract.closeDaybook();
        assertThat(contract.daybook().settings().secrets()).isEqualTo(Secrets.MARK);
    }

    @Test
    void settings_go_when_all_that_is_shared_is_forgotten() {
        secrets(Secrets.REJECT);
        contract.daybook().shared().forget(Selection.session("s1"));
        contract.ada().forget(Selection.everything());
        assertThat(contract.daybook().settings().secrets()).isEqualTo(Secrets.REJECT);

        contract.daybook().shared().forget(Selection.everything());
        assertThat(contract.daybook().settings()).isEqualTo(Settings.DEFAULTS);
        contract.ada().remember(withSecret().get(0));
        assertThat(stored().sensitive()).isTrue();
    }
}
