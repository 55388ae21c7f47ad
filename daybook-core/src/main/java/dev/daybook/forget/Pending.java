package dev.daybook.forget;

import dev.daybook.codec.ByteReader;
import dev.daybook.codec.ByteWriter;
import dev.daybook.data.Kind;
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
 * @param upTo the last revision of the scope when it was forgotten: what was written later is not meant
 */
record Pending(Scope scope, Selection selection, long upTo) {

    static final String PREFIX = "forget/";

    private static final int PLAIN = 1;

    static String name(String operation) {
        return PREFIX + operation;
    }

    Blob encode() {
        OffsetDateTime before = selection.before();
        Kind kind = selection.kind();
        return new ByteWriter()
                .octet(PLAIN)
                .text(scope.code())
                .optionalText(selection.session())
                .optionalText(before == null ? null : before.toString())
                .optionalText(kind == null ? null : kind.label())
                .optionalText(selection.id())
                .number(upTo)
                .toBlob();
    }

    static Pending decode(Space space, State state) {
        ByteReader in = new ByteReader(state.bytes());
        in.octet();
        Scope scope = Scope.of(space, in.text());
        String session = in.optionalText();
        String before = in.optionalText();
        String kind = in.optionalText();
        Selection selection = new Selection(
                session,
                before == null ? null : OffsetDateTime.parse(before),
                kind == null ? null : Kind.of(kind),
                in.optionalText());
        return new Pending(scope, selection, in.number());
    }
}
