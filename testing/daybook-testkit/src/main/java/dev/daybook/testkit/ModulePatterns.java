package dev.daybook.testkit;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** The patterns in the static fields of a class and of those inside it, also in collections, maps, arrays and objects of the project. */
final class ModulePatterns {

    private final Map<String, Pattern> found = new LinkedHashMap<>();

    private ModulePatterns() {}

    static Map<String, Pattern> of(Class<?> type) throws IllegalAccessException {
        ModulePatterns patterns = new ModulePatterns();
        patterns.readType(type);
        return patterns.found;
    }

    private void readType(Class<?> type) throws IllegalAccessException {
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && mayHold(field.getType())) {
                field.setAccessible(true);
                read(type.getName() + "." + field.getName(), field.get(null));
            }
        }
        for (Class<?> inner : type.getDeclaredClasses()) {
            readType(inner);
        }
    }

    private static boolean mayHold(Class<?> type) {
        return type == Pattern.class
                || Collection.class.isAssignableFrom(type)
                || Map.class.isAssignableFrom(type)
                || type.isArray() && !type.getComponentType().isPrimitive()
                || isOurs(type);
    }

    private static boolean isOurs(Class<?> type) {
        return type.getName().startsWith("dev.daybook.");
    }

    private void read(String name, Object value) throws IllegalAccessException {
        if (value instanceof Pattern pattern) {
            found.put(name, pattern);
        } else if (value instanceof Collection<?> many) {
            readAll(name, many.toArray());
        } else if (value instanceof Map<?, ?> map) {
            readAll(name, map.keySet().toArray());
            readAll(name + ".values", map.values().toArray());
        } else if (value instanceof Object[] many) {
            readAll(name, many);
        } else if (value != null && isOurs(value.getClass())) {
            for (Field field : value.getClass().getDeclaredFields()) {
                if (field.getType() == Pattern.class && !Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    read(name + "." + field.getName(), field.get(value));
                }
            }
        }
    }

    private void readAll(String name, Object[] values) throws IllegalAccessException {
        for (int i = 0; i < values.length; i++) {
            read(name + "[" + i + "]", values[i]);
        }
    }
}
