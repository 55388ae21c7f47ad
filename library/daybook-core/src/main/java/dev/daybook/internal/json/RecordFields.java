package dev.daybook.internal.json;

import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The fields of one record for a {@link RecordCodec}: of an object to be read, or of a record to be written. */
public final class RecordFields<T> {

    /** The scope of references in a record that has none. */
    static final Scope NO_SCOPE = new Scope.Shared(Space.DEFAULT);

    private final Scope scope;
    private final @Nullable JsonFields read;
    private final @Nullable T record;
    private final Map<String, @Nullable Object> written = new LinkedHashMap<>();

    private RecordFields(Scope scope, @Nullable JsonFields read, @Nullable T record) {
        this.scope = scope;
        this.read = read;
        this.record = record;
    }

    static <T> RecordFields<T> reading(JsonFields fields, Scope scope) {
        return new RecordFields<>(scope, fields, null);
    }

    static <T> RecordFields<T> writing(T record, Scope scope) {
        return new RecordFields<>(scope, null, record);
    }

    Map<String, @Nullable Object> written() {
        return written;
    }

    /** Returns the scope of references that name none. */
    Scope scope() {
        return scope;
    }

    Space space() {
        return scope.space();
    }

    /** Visits a field that an object may leave out, as null is left out. */
    public <V> @Nullable V optional(String name, FieldType<V> type, Function<T, ? extends @Nullable V> getter) {
        if (read != null) {
            return type.read(read, name);
        }
        V value = getter.apply(record());
        if (value != null) {
            written.put(name, type.writing().apply(value));
        }
        return value;
    }

    /** Visits a field that an object may leave out; null is written. */
    public <V> @Nullable V nullable(String name, FieldType<V> type, Function<T, ? extends @Nullable V> getter) {
        V value = optional(name, type, getter);
        written.putIfAbsent(name, null);
        return value;
    }

    /** Visits a field that every object has. */
    public <V> V required(String name, FieldType<V> type, Function<T, ? extends V> getter) {
        V value = optional(name, type, getter);
        if (value == null) {
            throw Objects.requireNonNull(read, "a record has the field").missing(name, type.remedy());
        }
        return value;
    }

    /** Visits a field that is always written, and has a value for objects without it. */
    public <V> V with(String name, FieldType<V> type, V otherwise, Function<T, ? extends V> getter) {
        V value = optional(name, type, getter);
        return value == null ? otherwise : value;
    }

    /** Visits a field that is left out with one value. */
    public <V> V unless(V left, String name, FieldType<V> type, Function<T, ? extends V> getter) {
        V value = optional(name, type, record -> different(left, getter.apply(record)));
        return value == null ? left : value;
    }

    private static <V> @Nullable V different(V left, V value) {
        return left.equals(value) ? null : value;
    }

    /** Visits a field that is only written. */
    void shown(String name, Function<T, @Nullable Object> getter) {
        if (read == null) {
            written.put(name, getter.apply(record()));
        }
    }

    /** Visits a field that is only written. */
    <V> void shown(String name, FieldType<V> type, Function<T, V> getter) {
        shown(name, record -> type.writing().apply(getter.apply(record)));
    }

    /** Visits the fields of a part that stand among those of the record. */
    <V> V inline(RecordCodec<V> codec, Function<T, ? extends V> getter) {
        if (read != null) {
            return codec.read(read, scope);
        }
        V value = getter.apply(record());
        written.putAll(codec.write(value, scope));
        return value;
    }

    /** Checks that an object has no other field. */
    T done(T result) {
        if (read != null) {
            read.done();
        }
        return result;
    }

    private T record() {
        return Objects.requireNonNull(record, "a record is written");
    }
}
