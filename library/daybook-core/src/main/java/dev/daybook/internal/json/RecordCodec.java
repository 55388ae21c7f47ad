package dev.daybook.internal.json;

import dev.daybook.model.Scope;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JSON form of a record as one list of fields, which reads and writes it. Reading takes each field from an object;
 * writing takes each field from a record, and builds the record once more by the way.
 */
@FunctionalInterface
public interface RecordCodec<T> {

    /** Visits each field in its order, and returns the record of them. */
    T visit(RecordFields<T> fields);

    /**
     * Reads a record. An unknown field is left to the caller.
     *
     * @param scope the scope of references without one; its space is that of all scopes
     */
    default T read(JsonFields fields, Scope scope) {
        return visit(RecordFields.reading(fields, scope));
    }

    /** Reads a record that refers to no scope. */
    default T read(JsonFields fields) {
        return read(fields, RecordFields.NO_SCOPE);
    }

    /**
     * Writes a record, as a mutable object.
     *
     * @param scope the scope that references leave out
     */
    default Map<String, @Nullable Object> write(T record, Scope scope) {
        RecordFields<T> fields = RecordFields.writing(record, scope);
        visit(fields);
        return fields.written();
    }

    /** Writes a record whose references all name their scopes. */
    default Map<String, @Nullable Object> write(T record) {
        return write(record, RecordFields.NO_SCOPE);
    }

    /** Reads the records of a list. */
    default List<T> readList(JsonFields fields, String name, Scope scope) {
        return fields.list(name).stream().map(each -> read(each, scope)).toList();
    }

    /** Writes records whose references all name their scopes: {@code {"name":[…]}}. */
    default Map<String, @Nullable Object> writeList(String name, List<T> records) {
        return writeList(name, records, RecordFields.NO_SCOPE);
    }

    /** Writes records: {@code {"name":[…]}}. */
    default Map<String, @Nullable Object> writeList(String name, List<T> records, Scope scope) {
        return PlainJson.object(
                name, records.stream().map(record -> write(record, scope)).toList());
    }

    /** Returns the form of a field with a record. */
    default FieldType<T> in(Scope scope) {
        return new FieldType<>(
                (fields, name) -> fields.get(name) == null ? null : read(fields.fields(name), scope),
                record -> write(record, scope),
                "give an object");
    }

    /** Returns the form of a field with a record that refuses an unknown field. */
    default FieldType<T> strict(Scope scope) {
        RecordCodec<T> strict = fields -> fields.done(visit(fields));
        return strict.in(scope);
    }

    /** Returns the form of a field with records; without it, there are none. */
    default FieldType<List<T>> list(Scope scope) {
        return new FieldType<>(
                (fields, name) -> readList(fields, name, scope),
                records -> records.stream().map(record -> write(record, scope)).toList(),
                "give a list");
    }
}
