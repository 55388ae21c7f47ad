package dev.daybook.internal.forget;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.codec.ByteReader;
import dev.daybook.internal.codec.ByteWriter;
import dev.daybook.model.Kind;
import dev.daybook.model.Origin;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.query.Selection;
import dev.daybook.store.Blob;
import dev.daybook.store.ScopeState;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A forget between its two commits: the shared entries are erased, the scope's own are not. It is a state of the shared
 * scope, because the commit that erases the citing entries writes it there, and one read per space finds it.
 *
 * @param keeping whether this is a quarantine, which keeps the selected entries
 * @param upTo the scope's revision at the time of the forget; later entries are not selected
 */
record PendingErasure(Scope scope, Selection selection, boolean keeping, long upTo) {

    static final String PREFIX = "forget/";

    /** Session, time, kind and id only; the form before there was a quarantine. */
    private static final int PLAIN = 1;

    /** Without the key; the form before origins had keys. */
    private static final int KEEPING_OR_NOT = 2;

    private static final int WITH_KEY = 3;

    /** With several ids at the end, which an earlier version could not resume. */
    private static final int WITH_IDS = 4;

    static String name(String operation) {
        return PREFIX + operation;
    }

    static String operation(ScopeState state) {
        return state.name().substring(PREFIX.length());
    }

    Blob encode() {
        Set<String> ids =
                selection instanceof Selection.Matching matching && matching.id() == null ? matching.ids() : Set.of();
        ByteWriter writer = new ByteWriter()
                .octet(ids.isEmpty() ? WITH_KEY : WITH_IDS)
                .text(scope.code())
                .optionalText(written(Selection.Matching::session, Function.identity()))
                .optionalText(written(Selection.Matching::before, Instant::toString))
                .optionalText(written(Selection.Matching::kind, Kind::label))
                .optionalText(written(Selection.Matching::id, Function.identity()))
                .number(upTo)
                .octet(keeping ? 1 : 0)
                .optionalText(written(Selection.Matching::writer, Function.identity()))
                .optionalText(written(Selection.Matching::source, Origin.Source::label))
                .optionalText(written(Selection.Matching::since, Instant::toString))
                .optionalText(written(Selection.Matching::key, Function.identity()));
        if (!ids.isEmpty()) {
            writer.number(ids.size());
            ids.forEach(writer::text);
        }
        return writer.toBlob();
    }

    private <T> @Nullable String written(
            Function<Selection.Matching, @Nullable T> condition, Function<T, String> form) {
        T value = selection instanceof Selection.Matching matching ? condition.apply(matching) : null;
        return value == null ? null : form.apply(value);
    }

    static PendingErasure decode(Space space, ScopeState state) {
        return ByteReader.decode(state.bytes(), in -> read(in, space));
    }

    private static PendingErasure read(ByteReader in, Space space) {
        int form = in.octet();
        if (form < PLAIN || form > WITH_IDS) {
            throw ByteReader.damaged("a forget that is under way is written in an unknown form");
        }
        Scope scope = Scope.of(space, in.text());
        Stream<Selection.Matching> first = Stream.of(
                        condition(in, Selection::session), condition(in, before -> Selection.before(time(before))))
                .flatMap(Function.identity());
        String kind = in.optionalText();
        String id = in.optionalText();
        Stream<Selection.Matching> plain = form == WITH_IDS ? first : Stream.concat(first, entry(kind, id));
        long upTo = in.number();
        if (form == PLAIN) {
            return new PendingErasure(scope, selection(plain), false, upTo);
        }
        boolean keeping = in.octet() == 1;
        Stream<Selection.Matching> origins = Stream.of(
                        condition(in, Selection::writer),
                        condition(in, source -> Selection.source(Origin.Source.of(source))),
                        condition(in, since -> Selection.since(time(since))),
                        form == KEEPING_OR_NOT ? Stream.<Selection.Matching>empty() : condition(in, Selection::key),
                        form == WITH_IDS ? entries(in, kind, id) : Stream.<Selection.Matching>empty())
                .flatMap(Function.identity());
        return new PendingErasure(scope, selection(Stream.concat(plain, origins)), keeping, upTo);
    }

    private static Stream<Selection.Matching> condition(ByteReader in, Function<String, Selection.Matching> read) {
        return Stream.ofNullable(in.optionalText()).map(read);
    }

    private static Stream<Selection.Matching> entry(@Nullable String kind, @Nullable String id) {
        if ((kind == null) != (id == null)) {
            throw ByteReader.damaged("a forget that is under way names a kind without an id, or an id without a kind");
        }
        return Stream.ofNullable(id).map(given -> Selection.entry(Kind.of(Objects.requireNonNull(kind)), given));
    }

    private static Stream<Selection.Matching> entries(ByteReader in, @Nullable String kind, @Nullable String id) {
        if (kind == null || id != null) {
            throw ByteReader.damaged(
                    "a forget that is under way names several ids without a kind, or one id beside them");
        }
        int count = in.count();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add(in.text());
        }
        return Stream.of(Selection.entries(Kind.of(kind), ids));
    }

    private static Selection selection(Stream<Selection.Matching> conditions) {
        Optional<Selection.Matching> all = conditions.reduce(Selection.Matching::and);
        return all.isPresent() ? all.get() : Selection.everything();
    }

    /** Reads a time with any offset and year, as earlier versions wrote it. */
    private static Instant time(String written) {
        return ArgumentChecks.nearest(OffsetDateTime.parse(written).toInstant());
    }
}
