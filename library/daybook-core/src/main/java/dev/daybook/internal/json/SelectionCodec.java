package dev.daybook.internal.json;

import static dev.daybook.internal.json.FieldType.INSTANT;
import static dev.daybook.internal.json.FieldType.TEXT;
import static dev.daybook.internal.json.FieldType.TEXTS;

import dev.daybook.model.Kind;
import dev.daybook.model.Origin;
import dev.daybook.query.Selection;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The JSON form of selections: an object with their conditions. */
public final class SelectionCodec {

    private SelectionCodec() {}

    /** Reads the conditions of a selection. Empty if none is given. */
    public static Optional<Selection.Matching> read(JsonFields fields) {
        return visit(RecordFields.reading(fields, RecordFields.NO_SCOPE));
    }

    /**
     * Reads a selection with a condition.
     *
     * @param remedy what to give if there is no condition, for the message
     */
    public static Selection.Matching condition(JsonFields fields, String remedy) {
        return read(fields)
                .orElseThrow(() -> new IllegalArgumentException(
                        "none of 'session', 'before', 'kind' with 'id' or 'ids', 'writer', 'origin', 'since' and 'key' is given; "
                                + remedy));
    }

    /** Reads the selections of entries to leave out. */
    public static List<Selection> leftOut(JsonFields fields) {
        return fields.list("leftOut").stream()
                .<Selection>map(each -> {
                    Selection.Matching selection = read(each)
                            .orElseThrow(() -> new IllegalArgumentException("a selection to leave out has no condition;"
                                    + " name an entry, a writer, an origin, a time or a session"));
                    each.done();
                    return selection;
                })
                .toList();
    }

    /** Writes a selection; {@code all} stands for everything. */
    public static Map<String, @Nullable Object> write(Selection selection) {
        if (selection instanceof Selection.Matching matching) {
            RecordFields<Selection.Matching> fields = RecordFields.writing(matching, RecordFields.NO_SCOPE);
            visit(fields);
            return fields.written();
        }
        return PlainJson.object("all", true);
    }

    private static Optional<Selection.Matching> visit(RecordFields<Selection.Matching> fields) {
        return of(
                fields.optional("before", INSTANT, Selection.Matching::before),
                fields.optional("session", TEXT, Selection.Matching::session),
                fields.optional(
                        "kind",
                        TEXT,
                        each -> each.kind() == null ? null : each.kind().label()),
                fields.optional("id", TEXT, Selection.Matching::id),
                // One id has the form that servers of earlier versions read.
                fields.optional("ids", TEXTS, each -> each.ids().size() > 1 ? each.ids() : null),
                fields.optional("writer", TEXT, Selection.Matching::writer),
                fields.optional(
                        "origin",
                        TEXT,
                        each -> each.source() == null ? null : each.source().label()),
                fields.optional("since", INSTANT, Selection.Matching::since),
                fields.optional("key", TEXT, Selection.Matching::key));
    }

    /** Builds a selection from the given conditions. Empty if none is given. */
    public static Optional<Selection.Matching> of(
            @Nullable Instant before,
            @Nullable String session,
            @Nullable String kind,
            @Nullable String id,
            @Nullable Collection<String> ids,
            @Nullable String writer,
            @Nullable String origin,
            @Nullable Instant since,
            @Nullable String key) {
        if (id != null && ids != null) {
            throw new IllegalArgumentException("id and ids are both given; give all ids in ids");
        }
        if ((kind == null) != (id == null && ids == null)) {
            throw new IllegalArgumentException((kind == null ? "kind is null with an id" : "id is null with a kind")
                    + "; ids are unique per kind, so give both or none");
        }
        return Stream.of(
                        Stream.ofNullable(before).map(Selection::before),
                        Stream.ofNullable(session).map(Selection::session),
                        Stream.ofNullable(kind).map(given -> entries(Kind.of(given), id, ids)),
                        Stream.ofNullable(writer).map(Selection::writer),
                        Stream.ofNullable(origin).map(given -> Selection.source(Origin.Source.of(given))),
                        Stream.ofNullable(since).map(Selection::since),
                        Stream.ofNullable(key).map(Selection::key))
                .flatMap(Function.identity())
                .reduce(Selection.Matching::and);
    }

    private static Selection.Matching entries(Kind kind, @Nullable String id, @Nullable Collection<String> ids) {
        return ids == null ? Selection.entry(kind, Objects.requireNonNull(id)) : Selection.entries(kind, ids);
    }
}
