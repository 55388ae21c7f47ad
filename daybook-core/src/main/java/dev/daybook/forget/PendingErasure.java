package dev.daybook.forget;

import dev.daybook.codec.ByteReader;
import dev.daybook.codec.ByteWriter;
import dev.daybook.data.Kind;
import dev.daybook.data.Origin;
import dev.daybook.data.Scope;
import dev.daybook.data.Selection;
import dev.daybook.data.Space;
import dev.daybook.store.Blob;
import dev.daybook.store.ScopeState;
import java.time.OffsetDateTime;

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

    static String name(String operation) {
        return PREFIX + operation;
    }

    static String operation(ScopeState state) {
        return state.name().substring(PREFIX.length());
    }

    Blob encode() {
        OffsetDateTime before = selection.before();
        Kind kind = selection.kind();
        Origin.Source source = selection.source();
        OffsetDateTime since = selection.since();
        return new ByteWriter()
                .octet(WITH_KEY)
                .text(scope.code())
                .optionalText(selection.session())
                .optionalText(before == null ? null : before.toString())
                .optionalText(kind == null ? null : kind.label())
                .optionalText(selection.id())
                .number(upTo)
                .octet(keeping ? 1 : 0)
                .optionalText(selection.writer())
                .optionalText(source == null ? null : source.label())
                .optionalText(since == null ? null : since.toString())
                .optionalText(selection.key())
                .toBlob();
    }

    static PendingErasure decode(Space space, ScopeState state) {
        return ByteReader.decode(state.bytes(), in -> read(in, space));
    }

    private static PendingErasure read(ByteReader in, Space space) {
        int form = in.octet();
        if (form != PLAIN && form != KEEPING_OR_NOT && form != WITH_KEY) {
            throw ByteReader.damaged("a forget that is under way is written in an unknown form");
        }
        Scope scope = Scope.of(space, in.text());
        String session = in.optionalText();
        String before = in.optionalText();
        String kind = in.optionalText();
        Selection selection = new Selection(
                session,
                before == null ? null : OffsetDateTime.parse(before),
                kind == null ? null : Kind.of(kind),
                in.optionalText());
        long upTo = in.number();
        if (form == PLAIN) {
            return new PendingErasure(scope, selection, false, upTo);
        }
        boolean keeping = in.octet() == 1;
        String writer = in.optionalText();
        String source = in.optionalText();
        String since = in.optionalText();
        Selection more = new Selection(
                session,
                selection.before(),
                selection.kind(),
                selection.id(),
                writer,
                source == null ? null : Origin.Source.of(source),
                since == null ? null : OffsetDateTime.parse(since),
                form == WITH_KEY ? in.optionalText() : null);
        return new PendingErasure(scope, more, keeping, upTo);
    }
}
