package dev.daybook.sqlite;

import dev.daybook.data.Kind;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Page;
import dev.daybook.store.StoredEntry;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A scan as one SQL statement. A scan of current versions by position walks the table; any other selects the keys of
 * its page from a covering index first, so that it reads only the bodies it returns.
 */
final class ScanQuery {

    /** The bodies of a page; a caller holds one page with the texts of its entries, and many callers read at once. */
    private static final long MOST_BYTES = 2_000_000;

    private final EntryScan scan;
    private final ScopeRecord record;

    /** The number of damaged records expected in the result. */
    private int skipped;

    private boolean walks;
    private @Nullable Long sessionHash;
    private final long scope;
    private final @Nullable ScanCursor after;
    private final StringBuilder sql = new StringBuilder();
    private final List<@Nullable Object> arguments = new ArrayList<>();

    private ScanQuery(ScopeRecord record, EntryScan scan) {
        this.record = record;
        scope = record.number;
        this.scan = scan;
        String cursor = scan.cursor();
        after = cursor == null ? null : ScanCursor.parse(cursor);
    }

    static Page<StoredEntry> page(SqlConnection sql, ScopeRecord scope, EntryScan scan) throws SQLException {
        ScanQuery query = new ScanQuery(scope, scan);
        PageBytes read = new PageBytes(MOST_BYTES);
        List<StoredEntry> found = new ArrayList<>();
        sql.each(
                query.statement(sql),
                row -> read.isFull() ? read.leave() : found.add(read.counted(EntryRecord.stored(row, sql.cipher()))),
                query.arguments());
        if (read.isLeft()) {
            return query.early(found, found.size());
        }
        query.requireAll(found.size());
        return query.cut(found);
    }

    /**
     * Returns a page without damaged records, which are reported. It is repeated with a higher limit, because a cursor
     * must not come from a damaged record.
     */
    static Page<StoredEntry> page(SqlConnection sql, ScopeRecord scope, EntryScan scan, Consumer<EntryKey> damaged)
            throws SQLException {
        int skipped = 0;
        while (true) {
            ScanQuery query = new ScanQuery(scope, scan);
            query.skipped = skipped;
            List<EntryKey> bad = new ArrayList<>();
            List<StoredEntry> found = new ArrayList<>();
            PageBytes read = new PageBytes(MOST_BYTES);
            int[] badBefore = new int[1];
            sql.each(
                    query.statement(sql),
                    row -> {
                        if (read.isFull()) {
                            return read.leave();
                        }
                        try {
                            found.add(read.counted(EntryRecord.stored(row, sql.cipher())));
                            badBefore[0] = bad.size();
                            return true;
                        } catch (DamagedEntry e) {
                            return bad.add(e.key());
                        }
                    },
                    query.arguments());
            if (read.isLeft()) {
                bad.subList(0, badBefore[0]).forEach(damaged);
                return query.early(found, found.size() + badBefore[0]);
            }
            if (bad.size() <= skipped || found.size() > scan.limit()) {
                query.requireAll(found.size() + bad.size());
                bad.forEach(damaged);
                return query.cut(found);
            }
            skipped = bad.size();
        }
    }

    private @Nullable Object[] arguments() {
        return arguments.toArray();
    }

    private String statement(SqlConnection connection) throws SQLException {
        sessionHash = record.hasName() ? EntryTable.sessionHash(connection, record, scan.session()) : null;
        boolean current = scan.versions().equals(EntryScan.Versions.CURRENT);
        walks = current && byPosition() && scan.session() == null;
        if (walks) {
            walk();
        } else if (current) {
            pick();
        } else {
            history();
        }
        return sql.toString();
    }

    /** Returns a page that ends before its limit because its entries are large. */
    private Page<StoredEntry> early(List<StoredEntry> found, int read) {
        return new Page<>(found, cursor(found.get(found.size() - 1), read));
    }

    private String cursor(StoredEntry last, int read) {
        long seen = (after == null ? 0 : after.seen()) + read;
        // The epoch of the first page: entries erased since were counted, so counts are not compared again.
        long epoch = after == null ? record.head().epoch() : after.epoch();
        return ScanCursor.of(last, seen, epoch).text();
    }

    private Page<StoredEntry> cut(List<StoredEntry> found) {
        return Page.cut(found, scan.limit(), last -> cursor(last, scan.limit()));
    }

    /** A damaged page of the tree can hide entries; after a walk from the first one they can be counted. */
    private void requireAll(int found) throws SQLException {
        boolean unfiltered =
                scan.from() == null && scan.to() == null && scan.statuses().isEmpty();
        boolean fromTheFirst = after == null
                || scan.order() == EntryScan.Order.OLDEST_POSITION
                        && after.epoch() == record.head().epoch();
        if (walks && skipped == 0 && unfiltered && fromTheFirst && found <= scan.limit()) {
            Kind kind = scan.kinds().iterator().next();
            long seen = found + (after == null ? 0 : after.seen());
            long living = record.tallies.counts().getOrDefault(kind, 0L);
            if (seen != living) {
                throw new DamagedRecord("scope " + scope + " has " + living + " entries of the kind " + kind.label()
                        + ", of which " + seen + " can be read");
            }
        }
    }

    private boolean byPosition() {
        return scan.order() == EntryScan.Order.OLDEST_POSITION || scan.order() == EntryScan.Order.NEWEST_POSITION;
    }

    private boolean oldestFirst() {
        return scan.order() == EntryScan.Order.OLDEST_POSITION || scan.order() == EntryScan.Order.OLDEST_TIME;
    }

    private void walk() throws SQLException {
        Kind kind = scan.kinds().iterator().next();
        long first = OrderKeys.entry(scope, kind, after != null && oldestFirst() ? after.position() + 1 : 0);
        long last = OrderKeys.entry(
                scope, kind, after != null && !oldestFirst() ? after.position() - 1 : OrderKeys.MAX_POSITION);
        add("SELECT " + EntryRow.SIZED_COLUMNS + " FROM entry WHERE place BETWEEN ? AND ?", first, last);
        selectTimeAndStatus();
        add(" ORDER BY place " + (oldestFirst() ? "ASC" : "DESC"));
        limit();
    }

    private void pick() {
        add("SELECT " + EntryRow.SIZED_COLUMNS + " FROM entry WHERE place IN (SELECT place FROM entry");
        add(" INDEXED BY entry_by_session WHERE scope = ?", scope);
        select();
        after(false);
        order(false);
        limit();
        add(")");
        order(false);
    }

    /** Selects every version of an entry, or the one current at a time: recorded by then and not yet replaced. */
    private void history() {
        add("SELECT " + EntryRow.SIZED_COLUMNS + " FROM (SELECT " + EntryRow.COLUMNS + " FROM entry");
        add(" WHERE scope = ?", scope);
        select();
        recordedBy("recorded <= ?");
        add(
                " UNION ALL SELECT " + EntryRow.COLUMNS + " FROM version WHERE place BETWEEN ? AND ?",
                OrderKeys.first(scope),
                OrderKeys.last(scope));
        select();
        recordedBy("recorded <= ?");
        recordedBy("replaced > ?");
        add(") WHERE true");
        after(true);
        order(true);
        limit();
    }

    private void recordedBy(String condition) {
        Instant asOf = scan.versions().asOf();
        if (asOf != null) {
            add(" AND " + condition, EpochMicros.micros(asOf));
        }
    }

    private void select() {
        addIn(
                " AND kind IN ",
                scan.kinds().stream().<Object>map(OrderKeys::number).toList());
        if (scan.session() != null) {
            add(" AND session = ?", sessionHash);
        }
        selectTimeAndStatus();
    }

    private void selectTimeAndStatus() {
        if (scan.from() != null) {
            add(" AND time >= ?", EpochMicros.micros(scan.from()));
        }
        if (scan.to() != null) {
            add(" AND time <= ?", EpochMicros.micros(scan.to()));
        }
        if (!scan.statuses().isEmpty()) {
            addIn(" AND status IN ", List.copyOf(scan.statuses()));
        }
    }

    /** Kinds are part of the scan order too; versions of one entry are always oldest first. */
    private void after(boolean versions) {
        if (after == null) {
            return;
        }
        String place = byPosition() ? "(position, kind)" : "(time, position, kind)";
        String marks = byPosition() ? "(?, ?)" : "(?, ?, ?)";
        List<Object> values = byPosition()
                ? List.of(after.position(), after.kind())
                : List.of(after.time(), after.position(), after.kind());
        add(" AND (" + place + (oldestFirst() ? " > " : " < ") + marks, values.toArray());
        if (versions) {
            add(" OR " + place + " = " + marks, values.toArray());
            add(" AND content_revision > ?", after.contentRevision());
        }
        add(")");
    }

    private void order(boolean versions) {
        String direction = oldestFirst() ? " ASC" : " DESC";
        add(" ORDER BY " + (byPosition() ? "" : "time" + direction + ", ") + "position" + direction + ", kind"
                + direction + (versions ? ", content_revision ASC" : ""));
    }

    private void limit() {
        add(" LIMIT ?", Page.oneMore(scan.limit()) + skipped);
    }

    private void addIn(String condition, List<Object> values) {
        add(condition + "(" + String.join(", ", Collections.nCopies(values.size(), "?")) + ")", values.toArray());
    }

    private void add(String text, @Nullable Object... values) {
        sql.append(text);
        Collections.addAll(arguments, values);
    }
}
