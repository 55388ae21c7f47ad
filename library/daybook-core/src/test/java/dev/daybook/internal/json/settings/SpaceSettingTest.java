package dev.daybook.internal.json.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.query.SpaceSettings;
import dev.daybook.query.SpaceSettings.Derivation;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SpaceSettingTest {

    /** Each setting with another value than its default. */
    private static final SpaceSettings CHANGED = SpaceSettings.DEFAULTS
            .secrets(SpaceSettings.Secrets.REJECT)
            .bank(SpaceSettings.Bank.OFF.enabled(true).maxTokens(300))
            .models(SpaceSettings.Models.UNLIMITED.tokensPerDay(60L))
            .off(Set.of(Derivation.FACTS, Derivation.CORE))
            .lowTrust(SpaceSettings.LowTrust.LEAVE_OUT)
            .retentionDays(90)
            .refuseForgotten(true)
            .legalHold("case 17");

    @Test
    void the_table_has_every_setting() {
        assertThat(lines(SpaceSettings.DEFAULTS))
                .containsExactly(
                        "secrets=mark",
                        "bank.enabled=false",
                        "bank.maxTokens=2000",
                        "models.tokensPerDay=1000000",
                        "derivations.off=none",
                        "lowTrust=show",
                        "retention.days=none",
                        "refuseForgotten=false",
                        "legalHold=none");
        assertThat(lines(CHANGED)).doesNotContainAnyElementsOf(lines(SpaceSettings.DEFAULTS));
        assertThat(copied(SpaceSettings.DEFAULTS, CHANGED)).isEqualTo(CHANGED);
    }

    @Test
    void a_text_is_read_as_it_was_written() {
        assertThat(copied(CHANGED, SpaceSettings.DEFAULTS)).isEqualTo(SpaceSettings.DEFAULTS);
    }

    @Test
    void json_leaves_out_later_settings_with_their_default() {
        assertThat(PlainJson.write(SettingsLines.fieldsOf(SpaceSettings.DEFAULTS)))
                .isEqualTo("{\"secrets\":\"mark\",\"bank\":{\"enabled\":false,\"maxTokens\":2000},"
                        + "\"models\":{\"tokensPerDay\":1000000}}");
        assertThat(PlainJson.write(SettingsLines.fieldsOf(CHANGED)))
                .isEqualTo(
                        "{\"secrets\":\"reject\",\"bank\":{\"enabled\":true,\"maxTokens\":300},"
                                + "\"models\":{\"tokensPerDay\":60},\"derivations\":{\"off\":[\"facts\",\"core\"]},"
                                + "\"lowTrust\":\"leaveOut\",\"retention\":{\"days\":90},\"refuseForgotten\":true,\"legalHold\":\"case 17\"}");
    }

    @Test
    void a_change_in_json_keeps_the_settings_that_it_does_not_name() {
        assertThat(SettingsLines.read(fields("{}")).apply(CHANGED)).isEqualTo(CHANGED);
        assertThat(SettingsLines.read(fields("{\"bank\":{\"enabled\":false}}")).apply(CHANGED))
                .isEqualTo(CHANGED.bank(CHANGED.bank().enabled(false)));
    }

    @Test
    void null_in_json_resets_only_what_can_be_absent() {
        String nulls =
                "{\"secrets\":null,\"bank\":{\"enabled\":null,\"maxTokens\":null},\"models\":{\"tokensPerDay\":null},"
                        + "\"derivations\":{\"off\":null},\"lowTrust\":null,\"retention\":{\"days\":null},\"refuseForgotten\":null,\"legalHold\":null}";

        assertThat(SettingsLines.read(fields(nulls)).apply(CHANGED))
                .isEqualTo(CHANGED.models(SpaceSettings.Models.UNLIMITED)
                        .off(Set.of())
                        .retentionDays(null)
                        .legalHold(null));
    }

    @Test
    void all_fields_reset_every_setting() {
        assertThat(SettingsLines.read(fields(PlainJson.write(SettingsLines.allFieldsOf(SpaceSettings.DEFAULTS))))
                        .apply(CHANGED))
                .isEqualTo(SpaceSettings.DEFAULTS);
    }

    @Test
    void an_impossible_text_is_refused_with_the_remedy() {
        refused("bank.enabled", "yes", "bank.enabled is 'yes'; use true or false");
        refused("bank.maxTokens", "many", "bank.maxTokens is 'many'; use a whole number of tokens");
        refused(
                "models.tokensPerDay",
                "none",
                "models.tokensPerDay is 'none'; use a whole number of tokens, or unlimited");
        refused("retention.days", "1.5", "retention.days is '1.5'; use a whole number of days, or none");
        refused("derivations.off", "facts,all", "derivations.off is 'all'; use one of facts, gists, core");
        refused("secrets", "keep", "secrets is 'keep'; use one of mark, redact, reject");
    }

    private static void refused(String name, String text, String message) {
        SpaceSetting<?> setting = SpaceSetting.ALL.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> setting.changed(SpaceSettings.DEFAULTS, text))
                .withMessage(message);
    }

    private static List<String> lines(SpaceSettings settings) {
        return SpaceSetting.ALL.stream().map(setting -> setting.line(settings)).collect(Collectors.toList());
    }

    /** Returns the settings of {@code into} with all values of {@code from}, by their texts. */
    private static SpaceSettings copied(SpaceSettings into, SpaceSettings from) {
        SpaceSettings copy = into;
        for (SpaceSetting<?> setting : SpaceSetting.ALL) {
            copy = setting.changed(copy, setting.text(from));
        }
        return copy;
    }

    private static JsonFields fields(String json) {
        return new JsonFields(PlainJson.readObject(json));
    }
}
