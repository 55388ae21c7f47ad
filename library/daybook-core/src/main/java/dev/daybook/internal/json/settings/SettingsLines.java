package dev.daybook.internal.json.settings;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.query.SpaceSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The settings of a space as a line of the interchange format, as a request and as an answer. */
public final class SettingsLines {

    private SettingsLines() {}

    /** Returns the fields of settings, without later settings that have their default. */
    public static Map<String, @Nullable Object> fieldsOf(SpaceSettings settings) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        SpaceSetting.ALL.stream()
                .filter(setting -> setting.isShown(settings))
                .forEach(setting -> setting.write(settings, line));
        return line;
    }

    /** Returns the fields of all settings. */
    public static Map<String, @Nullable Object> allFieldsOf(SpaceSettings settings) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        SpaceSetting.ALL.forEach(setting -> setting.write(settings, line));
        return line;
    }

    /**
     * Reads a change of settings, which sets the present fields and keeps the others. Applying it throws an
     * {@link IllegalArgumentException} if a number is out of range.
     */
    public static UnaryOperator<SpaceSettings> read(JsonFields fields) {
        Map<String, JsonFields> objects = new LinkedHashMap<>();
        List<UnaryOperator<SpaceSettings>> changes = SpaceSetting.ALL.stream()
                .map(setting -> setting.read(fields, name -> objects.computeIfAbsent(name, fields::fields)))
                .toList();
        objects.values().forEach(JsonFields::done);
        return settings -> {
            SpaceSettings changed = settings;
            for (UnaryOperator<SpaceSettings> change : changes) {
                changed = change.apply(changed);
            }
            return changed;
        };
    }
}
