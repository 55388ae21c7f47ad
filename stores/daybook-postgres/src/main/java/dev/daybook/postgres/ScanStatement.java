package dev.daybook.postgres;

import dev.daybook.store.EntryScan;
import dev.daybook.store.Page;
import dev.daybook.store.ScanPosition;
import dev.daybook.store.StoredEntry;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** A scan as one SQL statement. Each value is a parameter. */
final class ScanStatement {

    private final byte[] scope;
    private final EntryScan scan;
    private final @Nullable ScanPosition after;
    private final boolean current;
    private final boolean byPosition;
    private final boolean oldestFirst;
    private final StringBuilder sql = new StringBuilder();
    private final List<@Nullable Object> arguments = new ArrayList<>();

    private ScanStatement(byte[] scope, EntryScan scan) {
        this.scope = scope;
        this.scan = scan;
        String cursor = scan.cursor();
        after = cursor == null ? null : ScanPosition.ofCursor(cursor);
        current = scan.versions().equals(EntryScan.Versions.CURRENT);
        byPosition = scan.isByPosition();
        oldestFirst = scan.isOldestFirst();
    }

    static Page<StoredEntry> page(SqlSession session, byte[] scope, EntryScan scan, LongConsumer sizes)
            throws SQLException {
        ScanStatement statement = new ScanStatement(scope, scan);
        List<StoredEntry> read =
                session.list(statement.text(), row -> EntryRows.stored(row, sizes), statement.arguments.toArray());
        return Page.cut(read, scan.limit(), last -> ScanPosition.of(last).cursor());
    }

    private String text() {
        if (current) {
            select("daybook_entry");
        } else {
            history();
        }
        order();
        add(" LIMIT ?", Page.oneMore(scan.limit()));
        return sql.toString();
    }

    /** Selects every version of an entry, or the one current at a time: recorded by then and not yet replaced. */
    private void history() {
        Instant asOf = scan.versions().asOf();
        add("SELECT * FROM (");
        select("daybook_entry");
        if (asOf != null) {
            add(" AND recorded <= ?", StoredTimes.micros(asOf));
        }
        add(" UNION ALL ");
        select("daybook_version");
        if (asOf != null) {
            add(" AND recorded <= ? AND replaced > ?", StoredTimes.micros(asOf), StoredTimes.micros(asOf));
        }
        add(") AS version");
    }

    private void select(String table) {
        add("SELECT " + EntryRows.COLUMNS + " FROM " + table + " WHERE scope = ?", scope);
        addIn(
                " AND kind IN ",
                scan.kinds().stream().<Object>map(KindNumbers::number).toList());
        if (scan.session() != null) {
            add(" AND session = ?", EntryRows.bytes(scan.session()));
        }
        if (scan.from() != null) {
            add(" AND time >= ?", StoredTimes.micros(scan.from()));
        }
        if (scan.to() != null) {
            add(" AND time <= ?", StoredTimes.micros(scan.to()));
        }
        if (!scan.statuses().isEmpty()) {
            addIn(" AND status IN ", List.copyOf(scan.statuses()));
        }
        if (!scan.positions().equals(EntryScan.Positions.ALL)) {
            add(
                    " AND position BETWEEN ? AND ?",
                    scan.positions().first(),
                    scan.positions().last());
        }
        after();
    }

    /**
     * Begins behind the last version of the previous page. Versions of one entry are oldest first in every order. The
     * first condition is one range, so that an index leads to the page.
     */
    private void after() {
        if (after == null) {
            return;
        }
        List<Object> place = byPosition
                ? List.of(after.position())
                : List.of(StoredTimes.micros(after.time()), after.position(), KindNumbers.number(after.kind()));
        String columns = byPosition ? "position" : "(time, position, kind)";
        String marks = byPosition ? "?" : "(?, ?, ?)";
        String beyond = oldestFirst ? " > " : " < ";
        if (current) {
            add(" AND " + columns + beyond + marks, place.toArray());
        } else {
            add(" AND " + columns + (oldestFirst ? " >= " : " <= ") + marks, place.toArray());
            add(" AND (" + columns + beyond + marks, place.toArray());
            add(" OR content_revision > ?)", after.contentRevision());
        }
    }

    /** A scan by position has one kind. */
    private void order() {
        String direction = oldestFirst ? " ASC" : " DESC";
        add(" ORDER BY "
                + (byPosition
                        ? "position" + direction
                        : "time" + direction + ", position" + direction + ", kind" + direction)
                + ", content_revision ASC");
    }

    private void addIn(String condition, List<Object> values) {
        add(condition + "(" + String.join(", ", Collections.nCopies(values.size(), "?")) + ")", values.toArray());
    }

    private void add(String text, @Nullable Object... values) {
        sql.append(text);
        Collections.addAll(arguments, values);
    }
}
