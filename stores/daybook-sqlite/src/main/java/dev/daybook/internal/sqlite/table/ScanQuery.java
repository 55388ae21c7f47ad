package dev.daybook.internal.sqlite.table;

import dev.daybook.internal.sqlite.database.DamagedRecord;
import dev.daybook.internal.sqlite.database.OrderKeys;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.model.Kind;
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
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A scan as one SQL statement. A scan by position walks the table from its cursor, past the rows of other sessions if the
 * session is large and a large part of the scope, or the scan names a range of positions. Any other scan of current
 * versions selects the keys of its page from a covering index first. Both read only the bodies they return, and a scan by
 * position of a large session costs its rows once and not once a page.
 */
public final class ScanQuery {

    /** The bodies of a page; a caller holds one page with the texts of its entries, and many callers read at once. */
    private static final long MAX_BYTES = 2_000_000;

    /** A session with this part of the entries of a scope is walked: its keys would be sorted for each page. */
    private static final long LARGE_PART = 16;

    /** The keys of a smaller session are on a few pages, and a walk past as many rows of others reads a page for each. */
    private static final long FEW = 256;

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

    /** @param sizes receives the size of each entry before it is read */
    public static Page<StoredEntry> page(SqlConnection sql, ScopeRecord scope, EntryScan scan, LongConsumer sizes)
            throws SQLException {
        ScanQuery query = new ScanQuery(scope, scan);
        PageBytes read = new PageBytes(MAX_BYTES);
        List<StoredEntry> found = new ArrayList<>();
        sql.eachWhile(
                query.statement(sql),
                row -> query.isEnough(found, read)
                        ? read.leave()
                        : found.add(read.counted(EntryRecord.stored(row, sql.cipher(), sizes))),
                query.arguments());
        if (read.isLeft()) {
            return query.early(found, found.size());
        }
        query.requireAll(found.size());
        return new Page<>(found, null);
    }

    /**
     * Returns a page without damaged records, which are reported. It is repeated with a higher limit, because a cursor
     * must not come from a damaged record.
     */
    public static Page<StoredEntry> page(
            SqlConnection sql, ScopeRecord scope, EntryScan scan, Consumer<EntryKey> damaged, LongConsumer sizes)
            throws SQLException {
        int skipped = 0;
        while (true) {
            ScanQuery query = new ScanQuery(scope, scan);
            query.skipped = skipped;
            List<EntryKey> bad = new ArrayList<>();
            List<StoredEntry> found = new ArrayList<>();
            PageBytes read = new PageBytes(MAX_BYTES);
            int[] badBefore = new int[1];
            sql.eachWhile(
                    query.statement(sql),
                    row -> {
                        if (query.isEnough(found, read)) {
                            return read.leave();
                        }
                        try {
                            found.add(read.counted(EntryRecord.stored(row, sql.cipher(), sizes)));
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
            if (bad.size() <= skipped) {
                query.requireAll(found.size() + bad.size());
                bad.forEach(damaged);
                return new Page<>(found, null);
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
        boolean alongPlaces =
                scan.isByPosition() && (scan.session() == null || isRange() || isLargeSession(connection));
        walks = current && alongPlaces;
        if (walks) {
            walk();
        } else if (current) {
            pick();
        } else {
            history(alongPlaces);
        }
        return sql.toString();
    }

    /** Counts the entries of the session in the index, up to the number that decides. */
    private boolean isLargeSession(SqlConnection connection) throws SQLException {
        long entries = record.head().entries();
        // Without a range of places, a page of history reads the earlier versions of the whole scope.
        long few = scan.versions().equals(EntryScan.Versions.CURRENT) ? FEW : 0;
        if (entries <= few) {
            return false;
        }
        long enough = 1 + Math.max(entries / LARGE_PART, few);
        return connection.number(
                        "SELECT count(*) FROM (SELECT 1 FROM entry INDEXED BY entry_by_session WHERE scope = ?"
                                + " AND session = ? LIMIT ?)",
                        scope,
                        sessionHash,
                        enough)
                == enough;
    }

    /** Returns whether a page has all its entries. The row behind them tells that there are more; its content is not read. */
    private boolean isEnough(List<StoredEntry> found, PageBytes read) {
        return read.isFull() || found.size() == scan.limit();
    }

    /** Returns a page with entries behind it. */
    private Page<StoredEntry> early(List<StoredEntry> found, int read) {
        return new Page<>(found, cursor(found.get(found.size() - 1), read));
    }

    private String cursor(StoredEntry last, int read) {
        long seen = (after == null ? 0 : after.seen()) + read;
        // The epoch of the first page: entries erased since were counted, so counts are not compared again.
        long epoch = after == null ? record.head().epoch() : after.epoch();
        return ScanCursor.of(last, seen, epoch).text();
    }

    /** A damaged page of the tree can hide entries; after a walk from the first one they can be counted. */
    private void requireAll(int found) throws SQLException {
        boolean unfiltered = scan.from() == null
                && scan.to() == null
                && scan.statuses().isEmpty()
                && scan.session() == null
                && !isRange();
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

    private boolean isRange() {
        return !scan.positions().equals(EntryScan.Positions.ALL);
    }

    private void walk() throws SQLException {
        add("SELECT " + EntryRow.SIZED_COLUMNS + " FROM entry WHERE ");
        places(1);
        selectSession();
        selectTimeAndStatus();
        add(" ORDER BY place " + (scan.isOldestFirst() ? "ASC" : "DESC"));
        limit();
    }

    /**
     * Selects the places of the one kind of a scan by position, from its cursor on.
     *
     * @param behind 1 to begin behind the entry of the cursor, 0 to begin with it
     */
    private void places(int behind) throws SQLException {
        Kind kind = scan.kinds().iterator().next();
        long first = firstPosition();
        long last = lastPosition();
        if (after != null && scan.isOldestFirst()) {
            first = Math.max(first, after.position() + behind);
        } else if (after != null) {
            last = Math.min(last, after.position() - behind);
        }
        add("place BETWEEN ? AND ?", OrderKeys.entry(scope, kind, first), OrderKeys.entry(scope, kind, last));
    }

    /**
     * Selects the places of the page in its order, then the row of each. The join has an order of its tables and the inner
     * query a limit, so SQLite reads the rows in the order of the places; with an order of its own, it would sort their
     * contents.
     */
    private void pick() {
        add("SELECT " + EntryRow.SIZED_COLUMNS + " FROM (SELECT place AS picked FROM entry");
        add(" INDEXED BY entry_by_session WHERE scope = ?", scope);
        select();
        after(false);
        order(false);
        limit();
        add(") CROSS JOIN entry ON place = picked");
    }

    /** Selects every version of an entry, or the one current at a time: recorded by then and not yet replaced. */
    private void history(boolean alongPlaces) throws SQLException {
        add("SELECT " + EntryRow.SIZED_COLUMNS + " FROM (SELECT * FROM (SELECT " + EntryRow.COLUMNS
                + " FROM entry WHERE ");
        if (alongPlaces) {
            places(0);
        } else {
            add("scope = ?", scope);
        }
        pageOfHistory(alongPlaces);
        add(") UNION ALL SELECT * FROM (SELECT " + EntryRow.COLUMNS + " FROM version WHERE ");
        if (alongPlaces) {
            places(0);
        } else {
            add("place BETWEEN ? AND ?", OrderKeys.first(scope), OrderKeys.last(scope));
        }
        recordedBy("replaced > ?");
        pageOfHistory(alongPlaces);
        add("))");
        order(true);
        limit();
    }

    /** Each table gives the page alone, so that the bodies of the others are not sorted. */
    private void pageOfHistory(boolean alongPlaces) {
        select();
        recordedBy("recorded <= ?");
        after(true);
        if (alongPlaces) {
            String direction = scan.isOldestFirst() ? " ASC" : " DESC";
            add(" ORDER BY place" + direction + ", content_revision ASC");
        } else {
            order(true);
        }
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
        selectSession();
        selectTimeAndStatus();
        if (isRange()) {
            add(" AND position BETWEEN ? AND ?", firstPosition(), lastPosition());
        }
    }

    private void selectSession() {
        if (scan.session() != null) {
            add(" AND session = ?", sessionHash);
        }
    }

    private long firstPosition() {
        return Math.max(0, Math.min(scan.positions().first(), OrderKeys.MAX_POSITION));
    }

    private long lastPosition() {
        return Math.max(0, Math.min(scan.positions().last(), OrderKeys.MAX_POSITION));
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
        String place = scan.isByPosition() ? "(position, kind)" : "(time, position, kind)";
        String marks = scan.isByPosition() ? "(?, ?)" : "(?, ?, ?)";
        List<Object> values = scan.isByPosition()
                ? List.of(after.position(), after.kind())
                : List.of(after.time(), after.position(), after.kind());
        add(" AND (" + place + (scan.isOldestFirst() ? " > " : " < ") + marks, values.toArray());
        if (versions) {
            add(" OR " + place + " = " + marks, values.toArray());
            add(" AND content_revision > ?", after.contentRevision());
        }
        add(")");
    }

    private void order(boolean versions) {
        String direction = scan.isOldestFirst() ? " ASC" : " DESC";
        add(" ORDER BY " + (scan.isByPosition() ? "" : "time" + direction + ", ") + "position" + direction + ", kind"
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
