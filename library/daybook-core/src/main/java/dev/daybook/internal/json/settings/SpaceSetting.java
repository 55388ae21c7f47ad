package dev.daybook.internal.json.settings;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.query.SpaceSettings;
import dev.daybook.query.SpaceSettings.Derivation;
import dev.daybook.query.SpaceSettings.LowTrust;
import dev.daybook.query.SpaceSettings.Secrets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A setting of a space: its name, its text in the store and on the command line, and its field in JSON. {@link #ALL} is
 * the table of them. A new setting is a part of {@link SpaceSettings}, which has its default and its limits, and a row.
 */
public final class SpaceSetting<V extends @Nullable Object> {

    public static final SpaceSetting<Boolean> BANK_ENABLED = always(
            "bank.enabled",
            SettingForm.truth(),
            settings -> settings.bank().enabled(),
            (settings, enabled) -> settings.bank(settings.bank().enabled(enabled)));

    public static final SpaceSetting<Boolean> REFUSE_FORGOTTEN = ifChanged(
            "refuseForgotten", SettingForm.truth(), SpaceSettings::refuseForgotten, SpaceSettings::refuseForgotten);

    /** All settings, in the order of the command line and of JSON. */
    public static final List<SpaceSetting<?>> ALL = List.of(
            always(
                    "secrets",
                    SettingForm.label(Secrets::label, Secrets::of),
                    SpaceSettings::secrets,
                    SpaceSettings::secrets),
            BANK_ENABLED,
            always(
                    "bank.maxTokens",
                    SettingForm.number("tokens"),
                    settings -> settings.bank().maxTokens(),
                    (settings, tokens) -> settings.bank(settings.bank().maxTokens(tokens))),
            always(
                    "models.tokensPerDay",
                    SettingForm.optionalNumber("tokens", "unlimited", Long::valueOf, JsonFields::optionalCount),
                    settings -> settings.models().tokensPerDay(),
                    (settings, tokens) -> settings.models(settings.models().tokensPerDay(tokens))),
            ifChanged(
                    "derivations.off",
                    SettingForm.labels(Derivation::label, Derivation::of),
                    SpaceSettings::off,
                    SpaceSettings::off),
            ifChanged(
                    "lowTrust",
                    SettingForm.label(LowTrust::label, LowTrust::of),
                    SpaceSettings::lowTrust,
                    SpaceSettings::lowTrust),
            ifChanged(
                    "retention.days",
                    SettingForm.optionalNumber("days", "none", Integer::valueOf, JsonFields::optionalNumber),
                    SpaceSettings::retentionDays,
                    SpaceSettings::retentionDays),
            REFUSE_FORGOTTEN,
            ifChanged("legalHold", SettingForm.optionalText(), SpaceSettings::legalHold, SpaceSettings::legalHold));

    private final String name;
    private final @Nullable String object;
    private final String field;
    private final SettingForm<V> form;
    private final Function<SpaceSettings, V> getter;
    private final BiFunction<SpaceSettings, V, SpaceSettings> setter;
    private final boolean isAlwaysShown;

    private SpaceSetting(
            String name,
            SettingForm<V> form,
            Function<SpaceSettings, V> getter,
            BiFunction<SpaceSettings, V, SpaceSettings> setter,
            boolean isAlwaysShown) {
        int dot = name.indexOf('.');
        this.name = name;
        this.object = dot < 0 ? null : name.substring(0, dot);
        this.field = name.substring(dot + 1);
        this.form = form;
        this.getter = getter;
        this.setter = setter;
        this.isAlwaysShown = isAlwaysShown;
    }

    /** A setting that JSON always shows. */
    private static <V extends @Nullable Object> SpaceSetting<V> always(
            String name,
            SettingForm<V> form,
            Function<SpaceSettings, V> getter,
            BiFunction<SpaceSettings, V, SpaceSettings> setter) {
        return new SpaceSetting<>(name, form, getter, setter, true);
    }

    /** A setting that JSON shows unless it has its default. */
    private static <V extends @Nullable Object> SpaceSetting<V> ifChanged(
            String name,
            SettingForm<V> form,
            Function<SpaceSettings, V> getter,
            BiFunction<SpaceSettings, V, SpaceSettings> setter) {
        return new SpaceSetting<>(name, form, getter, setter, false);
    }

    /** Returns the name on the command line: that of its field in JSON, after the name of its object and a dot. */
    public String name() {
        return name;
    }

    /** Formats the value, as {@link #changed} reads it. */
    public String text(SpaceSettings settings) {
        return form.text().apply(getter.apply(settings));
    }

    /** Formats name and value as typed to change it. */
    public String line(SpaceSettings settings) {
        return name + "=" + text(settings);
    }

    /**
     * Returns the settings with another value.
     *
     * @throws IllegalArgumentException if the text is no value of the setting
     */
    public SpaceSettings changed(SpaceSettings settings, String text) {
        return setter.apply(settings, form.parser().apply(name, text));
    }

    boolean isShown(SpaceSettings settings) {
        return isAlwaysShown || !Objects.equals(getter.apply(settings), getter.apply(SpaceSettings.DEFAULTS));
    }

    /** Puts the value into the fields of settings. */
    void write(SpaceSettings settings, Map<String, @Nullable Object> fields) {
        Map<String, @Nullable Object> place = fields;
        if (object != null) {
            @SuppressWarnings("unchecked") // this method alone puts objects
            Map<String, @Nullable Object> inner = (Map<String, @Nullable Object>)
                    Objects.requireNonNull(fields.computeIfAbsent(object, name -> new LinkedHashMap<>()));
            place = inner;
        }
        place.put(field, form.json().apply(getter.apply(settings)));
    }

    /**
     * Reads a change to the value of the field; no change if it is missing.
     *
     * @param objects returns the fields of an object, the same ones each time
     */
    UnaryOperator<SpaceSettings> read(JsonFields fields, Function<String, JsonFields> objects) {
        JsonFields place = object == null ? fields : objects.apply(object);
        if (form.isNullable() ? !place.has(field) : place.get(field) == null) {
            return UnaryOperator.identity();
        }
        V value = form.reader().apply(place, field);
        return settings -> setter.apply(settings, value);
    }
}
