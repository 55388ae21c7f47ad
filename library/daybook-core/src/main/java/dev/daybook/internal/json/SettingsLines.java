package dev.daybook.internal.json;

import dev.daybook.query.SpaceSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The settings of a space as a line of the interchange format, as a request and as an answer. */
public final class SettingsLines {

    private static final String LOW_TRUST = "lowTrust";
    private static final String REFUSE_FORGOTTEN = "refuseForgotten";

    private SettingsLines() {}

    /** Returns the fields of settings. */
    public static Map<String, @Nullable Object> fieldsOf(SpaceSettings settings) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("secrets", settings.secrets().label());
        Map<String, @Nullable Object> bank = new LinkedHashMap<>();
        bank.put("enabled", settings.bank().enabled());
        bank.put("maxTokens", settings.bank().maxTokens());
        line.put("bank", bank);
        Map<String, @Nullable Object> models = new LinkedHashMap<>();
        models.put("tokensPerDay", settings.models().tokensPerDay());
        line.put("models", models);
        if (!settings.off().isEmpty()) {
            List<String> off =
                    settings.off().stream().map(SpaceSettings.Derivation::label).toList();
            Map<String, @Nullable Object> derivations = new LinkedHashMap<>();
            derivations.put("off", off);
            line.put("derivations", derivations);
        }
        if (settings.lowTrust() != SpaceSettings.LowTrust.SHOW) {
            line.put(LOW_TRUST, settings.lowTrust().label());
        }
        if (settings.retentionDays() != null) {
            Map<String, @Nullable Object> retention = new LinkedHashMap<>();
            retention.put("days", settings.retentionDays());
            line.put("retention", retention);
        }
        if (settings.refuseForgotten()) {
            line.put(REFUSE_FORGOTTEN, true);
        }
        return line;
    }

    /**
     * Reads a change of settings, which sets the present fields and keeps the others. Applying it throws an
     * {@link IllegalArgumentException} if a number is out of range.
     */
    public static UnaryOperator<SpaceSettings> read(JsonFields fields) {
        String secrets = fields.optionalText("secrets");
        String lowTrust = fields.optionalText(LOW_TRUST);
        JsonFields bank = fields.fields("bank");
        JsonFields models = fields.fields("models");
        JsonFields derivations = fields.fields("derivations");
        JsonFields retention = fields.fields("retention");
        Change change = new Change(
                secrets == null ? null : SpaceSettings.Secrets.of(secrets),
                bank.optionalTruth("enabled"),
                bank.get("maxTokens") == null ? null : bank.count("maxTokens"),
                models.has("tokensPerDay")
                        ? SpaceSettings.Models.UNLIMITED.tokensPerDay(models.optionalCount("tokensPerDay"))
                        : null,
                derivations.has("off")
                        ? derivations.texts("off").stream()
                                .map(SpaceSettings.Derivation::of)
                                .collect(Collectors.toSet())
                        : null,
                lowTrust == null ? null : SpaceSettings.LowTrust.of(lowTrust),
                retention.has("days"),
                retention.optionalNumber("days"),
                fields.optionalTruth(REFUSE_FORGOTTEN));
        retention.done();
        derivations.done();
        bank.done();
        models.done();
        return change;
    }

    /** New values; null keeps the value, but for the retention period, which null ends. */
    private record Change(
            SpaceSettings.@Nullable Secrets secrets,
            @Nullable Boolean bankEnabled,
            @Nullable Integer bankMaxTokens,
            SpaceSettings.@Nullable Models models,
            @Nullable Set<SpaceSettings.Derivation> off,
            SpaceSettings.@Nullable LowTrust lowTrust,
            boolean setsRetention,
            @Nullable Integer retentionDays,
            @Nullable Boolean refuseForgotten)
            implements UnaryOperator<SpaceSettings> {

        @Override
        public SpaceSettings apply(SpaceSettings settings) {
            SpaceSettings.Bank bank = settings.bank();
            bank = bankEnabled == null ? bank : bank.enabled(bankEnabled);
            bank = bankMaxTokens == null ? bank : bank.maxTokens(bankMaxTokens);
            return (secrets == null ? settings : settings.secrets(secrets))
                    .bank(bank)
                    .models(models == null ? settings.models() : models)
                    .off(off == null ? settings.off() : off)
                    .lowTrust(lowTrust == null ? settings.lowTrust() : lowTrust)
                    .retentionDays(setsRetention ? retentionDays : settings.retentionDays())
                    .refuseForgotten(refuseForgotten == null ? settings.refuseForgotten() : refuseForgotten);
        }
    }
}
