package dev.daybook.forget;

import dev.daybook.codec.ByteReader;
import dev.daybook.codec.ByteWriter;
import dev.daybook.data.Kind;
import dev.daybook.data.Origin;
import dev.daybook.data.Scope;
import dev.daybook.data.Selection;
import dev.daybook.data.Space;
import dev.daybook.spi.Blob;
import dev.daybook.spi.State;
import java.time.OffsetDateTime;

/**
 * A forget that has erased what is shared, and not yet the scope's own. It is a state of what is shared, because there
 * it is written in the same step in which the citing entries go, and one look per space finds it.
 *
 * @param keeping whether it is no forget, but a quarantine: what is meant is kept
 * @param upTo the last revision of the scope when it was forgotten: what was written later is not meant
 */
record Pending(Scope scope, Selection selection, boolean keeping, long upTo) {

    static final String PREFIX = "forget/";

    /** With a session, a time, a kind and an id only; as every forget was written before there was a quarantine. */
    private static final int PLAIN = 1;

    /** Without a key, as before there were keys in origins. */
    private static final int KEEPING_OR_NOT = 2;

    private static final int WITH_KEY = 3;

    static String name(String operation) {
        return PREFIX + operation;
    }

    static String operation(State state) {
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

    static Pending decode(Space space, State state) {
        ByteReader in = new ByteReader(state.bytes());
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
            return new Pending(scope, selection, false, upTo);
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
        return new Pending(scope, more, keeping, upTo);
    }
}
