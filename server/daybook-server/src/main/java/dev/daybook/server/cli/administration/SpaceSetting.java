package dev.daybook.server.cli.administration;

import dev.daybook.query.SpaceSettings;
import dev.daybook.server.cli.terminal.DisplayText;
import java.util.Arrays;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The settings of a space, by their names on the command line. */
@SuppressWarnings("ImmutableEnumChecker") // The functions are stateless.
enum SpaceSetting {
    SECRETS(
            "secrets",
            settings -> settings.secrets().label(),
            (settings, value) -> settings.secrets(SpaceSettings.Secrets.of(value))),
    BANK_ENABLED(
            "bank.enabled",
            settings -> String.valueOf(settings.bank().enabled()),
            (settings, value) -> settings.bank(settings.bank().enabled(truth("bank.enabled", value)))),
    BANK_MAX_TOKENS(
            "bank.maxTokens",
            settings -> String.valueOf(settings.bank().maxTokens()),
            (settings, value) -> settings.bank(settings.bank().maxTokens(number(value)))),
    MODEL_TOKENS(
            "models.tokensPerDay",
            settings -> settings.models().tokensPerDay() == null
                    ? SpaceSetting.UNLIMITED
                    : String.valueOf(settings.models().tokensPerDay()),
            (settings, value) -> settings.models(settings.models().tokensPerDay(tokens(value)))),
    DERIVATIONS_OFF(
            "derivations.off",
            settings -> settings.off().isEmpty()
                    ? SpaceSetting.NONE
                    : settings.off().stream()
                            .map(SpaceSettings.Derivation::label)
                            .collect(Collectors.joining(",")),
            (settings, value) -> settings.off(derivations(value))),
    LOW_TRUST(
            "lowTrust",
            settings -> settings.lowTrust().label(),
            (settings, value) -> settings.lowTrust(SpaceSettings.LowTrust.of(value))),
    RETENTION_DAYS(
            "retention.days",
            settings -> settings.retentionDays() == null ? SpaceSetting.NONE : String.valueOf(settings.retentionDays()),
            (settings, value) -> settings.retentionDays(days(value))),
    REFUSE_FORGOTTEN(
            "refuseForgotten",
            settings -> String.valueOf(settings.refuseForgotten()),
            (settings, value) -> settings.refuseForgotten(truth("refuseForgotten", value)));

    private static final String UNLIMITED = "unlimited";
    private static final String NONE = "none";

    private final String key;
    private final Function<SpaceSettings, String> reader;
    private final BiFunction<SpaceSettings, String, SpaceSettings> changer;

    SpaceSetting(
            String key,
            Function<SpaceSettings, String> reader,
            BiFunction<SpaceSettings, String, SpaceSettings> changer) {
        this.key = key;
        this.reader = reader;
        this.changer = changer;
    }

    static SpaceSetting of(String key) {
        return Arrays.stream(values())
                .filter(setting -> setting.key.equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("setting is '" + DisplayText.line(key, 40)
                        + "'; use one of "
                        + Arrays.stream(values()).map(setting -> setting.key).collect(Collectors.joining(", "))));
    }

    String value(SpaceSettings settings) {
        return reader.apply(settings);
    }

    /** Returns the settings with another value. */
    SpaceSettings changed(SpaceSettings settings, String value) {
        return changer.apply(settings, value);
    }

    /** Formats key and value as typed to change it. */
    String line(SpaceSettings settings) {
        return key + "=" + value(settings);
    }

    private static boolean truth(String key, String value) {
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new IllegalArgumentException(
                        key + " is '" + DisplayText.line(value, 40) + "'; use true or false");
        };
    }

    private static Set<SpaceSettings.Derivation> derivations(String value) {
        return value.equals(NONE)
                ? Set.of()
                : Arrays.stream(value.split(","))
                        .map(SpaceSettings.Derivation::of)
                        .collect(Collectors.toSet());
    }

    private static @Nullable Long tokens(String value) {
        try {
            return value.equals(UNLIMITED) ? null : Long.valueOf(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "models.tokensPerDay is '" + DisplayText.line(value, 40) + "'; use a whole number of tokens, or "
                            + UNLIMITED,
                    e);
        }
    }

    private static @Nullable Integer days(String value) {
        try {
            return value.equals(NONE) ? null : Integer.valueOf(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "retention.days is '" + DisplayText.line(value, 40) + "'; use a whole number of days, or " + NONE,
                    e);
        }
    }

    private static int number(String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "bank.maxTokens is '" + DisplayText.line(value, 40) + "'; use a whole number of tokens", e);
        }
    }
}
