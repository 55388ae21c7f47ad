package dev.daybook.internal.feed;

import dev.daybook.error.GoneException;
import dev.daybook.error.StoreException;
import dev.daybook.internal.codec.ByteReader;
import dev.daybook.internal.codec.ByteWriter;
import dev.daybook.internal.codec.HmacSha256;
import dev.daybook.model.Scope;
import dev.daybook.store.Blob;
import dev.daybook.store.Head;
import dev.daybook.store.IndexRow;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * A place in the changes of a scope, as numbers that each store keeps through a restart and a copy.
 *
 * <p>An index row moves to a later revision when a vector is written beside its entry, so the rows after a revision
 * include entries that were reported before. Their content revisions tell them apart: all up to {@code settled} were
 * reported when the rows had been read to their end.
 *
 * @param revision all index rows up to this revision were reported
 * @param pageEnd the revision of the last row of a page that was reported in part; else {@code revision}
 * @param reported the last content revision that was reported of that page
 * @param settled all contents up to this revision were reported
 * @param epoch the erasures of the scope that were reported
 * @param audits the number of audit entries that were searched for them
 */
record ChangeCursor(long revision, long pageEnd, long reported, long settled, long epoch, long audits) {

    private static final int FORM = 1;

    /** Detects a cursor of another scope and a changed one; the numbers are no secret. */
    private static final int CHECK_BYTES = 6;

    static final String WRONG =
            "is no cursor of this scope: it is of another scope, or was changed; give the cursor of a"
                    + " change or the next of a page of the same scope, or leave it out to begin with the first change";

    /** Returns the place after all changes up to a revision, of which the rows up to it were read. */
    ChangeCursor after(long last, boolean isEnd) {
        return new ChangeCursor(last, last, 0, isEnd ? Math.max(last, settled) : settled, epoch, audits);
    }

    /** Returns the place within a page, whose contents are in the order of their revisions. */
    ChangeCursor within(long end, long content) {
        return new ChangeCursor(revision, end, content, settled, epoch, audits);
    }

    /** Returns the place after an audit entry. */
    ChangeCursor searched(long audits, long epoch) {
        return new ChangeCursor(revision, pageEnd, reported, settled, epoch, audits);
    }

    /** Returns whether the content of a row after {@link #revision} is to be reported. */
    boolean precedes(IndexRow row) {
        long content = row.contentRevision();
        return content > settled && (row.revision() > pageEnd || content > reported);
    }

    /**
     * Returns this place, if the scope has been there.
     *
     * @throws GoneException if it has not: an earlier state of the store came back
     */
    ChangeCursor requireReached(Head head) {
        if (pageEnd > head.revision() || epoch > head.epoch()) {
            throw ahead();
        }
        return this;
    }

    static GoneException ahead() {
        return new GoneException(
                "the cursor is ahead of the scope, whose store was restored or emptied since; leave it out"
                        + " to begin with the first change, and drop what does not come again");
    }

    String text(Scope scope) {
        Blob numbers = new ByteWriter()
                .octet(FORM)
                .number(revision)
                .number(pageEnd - revision)
                .number(reported)
                .number(settled)
                .number(epoch)
                .number(audits)
                .toBlob();
        byte[] plain = numbers.toArray();
        byte[] all = Arrays.copyOf(plain, plain.length + CHECK_BYTES);
        System.arraycopy(check(scope, plain), 0, all, plain.length, CHECK_BYTES);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(all);
    }

    /**
     * Reads a cursor.
     *
     * @throws IllegalArgumentException if it is not a {@link #text} of this scope
     */
    static ChangeCursor read(Scope scope, String text) {
        try {
            byte[] all = Base64.getUrlDecoder().decode(text);
            byte[] plain = Arrays.copyOf(all, Math.max(0, all.length - CHECK_BYTES));
            byte[] check = Arrays.copyOf(check(scope, plain), CHECK_BYTES);
            if (Arrays.equals(check, Arrays.copyOfRange(all, plain.length, all.length))) {
                return ByteReader.decode(Blob.of(plain), ChangeCursor::read);
            }
        } catch (IllegalArgumentException | StoreException noCursor) {
            // Refused below, like a wrong check.
        }
        throw new IllegalArgumentException("since " + WRONG);
    }

    private static ChangeCursor read(ByteReader in) {
        if (in.octet() != FORM) {
            throw ByteReader.damaged("a cursor has an unknown form");
        }
        long revision = in.number();
        return new ChangeCursor(revision, revision + in.number(), in.number(), in.number(), in.number(), in.number());
    }

    private static byte[] check(Scope scope, byte[] plain) {
        String name = scope.space().id() + '\n' + scope.code();
        return HmacSha256.of(name.getBytes(StandardCharsets.UTF_8), plain);
    }
}
