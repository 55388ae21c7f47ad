package dev.daybook.cassandra;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import dev.daybook.error.StoreException;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryNumbers;
import dev.daybook.store.EntryPut;
import dev.daybook.store.RowChange;
import dev.daybook.store.ScopeState;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The conditional batch of a turn: rows of one partition, which change all together or not at all. All its cells have one
 * timestamp, by which a deletion wins over a write of the same row, and the greater of two values of the same cell wins;
 * so each row is named once.
 */
final class TurnBatch {

    /** The protocol counts them with 16 bits. */
    private static final int MAX_STATEMENTS = 65_535;

    private static final String AT = " WHERE scope = ? AND life = ? AND shelf = ";
    private static final String INTO = "INSERT INTO daybook_memory (scope, life, shelf, name, n, m, ";
    private static final String DELETE = "DELETE FROM daybook_memory" + AT;

    private final CassandraDatabase database;
    private final ByteBuffer key;
    private final int life;
    private final StagedContents contents;
    private final List<BatchableStatement<?>> statements = new ArrayList<>();

    /** @param contents takes the contents that do not belong into the partition */
    TurnBatch(CassandraDatabase database, ByteBuffer key, int life, StagedContents contents) {
        this.database = database;
        this.key = key;
        this.life = life;
        this.contents = contents;
    }

    private void add(String cql, @Nullable Object... values) {
        statements.add(database.bind(cql, values));
    }

    /** Removes the rows of all lives before the one of this batch. */
    void removeEarlierLives() {
        add("DELETE FROM daybook_memory WHERE scope = ? AND life >= 1 AND life < ?", key, life);
    }

    /** Removes entries. An entry that comes back in the same turn has another position, but the same row of its key. */
    void remove(
            List<RowChange.Removal> removals,
            Map<EntryKey, PartitionEntries.KnownEntry> known,
            Collection<RowChange.Version> comingBack) {
        Set<EntryKey> kept = comingBack.stream().map(RowChange.Version::key).collect(Collectors.toSet());
        for (RowChange.Removal removal : removals) {
            String kind = removal.key().kind().label();
            long position = removal.before().position();
            if (!kept.contains(removal.key())) {
                add(DELETE + RowShelf.KEY + " AND name = ?", key, life, PartitionEntries.name(removal.key()));
            }
            add(DELETE + RowShelf.INDEX + " AND name = ? AND n = ?", key, life, kind, position);
            add(DELETE + RowShelf.VERSION + " AND name = ? AND n = ?", key, life, kind, position);
            removeTime(kind, Objects.requireNonNull(known.get(removal.key())), position);
        }
    }

    private void removeTime(String kind, PartitionEntries.KnownEntry known, long position) {
        add(DELETE + RowShelf.TIME + " AND name = ? AND n = ? AND m = ?", key, life, kind, known.at(), position);
    }

    /**
     * Writes versions and adds sidecars.
     *
     * @param known the entries that were found
     * @param unread the entries that were taken to be absent without a read, which is a condition of the batch
     */
    void write(
            List<RowChange.Version> versions,
            List<RowChange.Addition> additions,
            Map<EntryKey, PartitionEntries.KnownEntry> known,
            Set<EntryKey> unread) {
        Map<EntryKey, Map<String, Blob>> added = new LinkedHashMap<>();
        Map<EntryKey, EntryNumbers> last = new HashMap<>();
        for (RowChange.Addition addition : additions) {
            added.computeIfAbsent(addition.key(), first -> new HashMap<>())
                    .put(addition.sidecar().name(), addition.sidecar().bytes());
            last.put(addition.key(), addition.numbers());
        }
        for (RowChange.Version version : versions) {
            Map<String, Blob> sidecars = new HashMap<>(version.put().sidecars());
            Map<String, Blob> more = added.remove(version.key());
            if (more != null) {
                sidecars.putAll(more);
            }
            EntryNumbers numbers = last.getOrDefault(version.key(), version.numbers());
            key(version, numbers, unread.contains(version.key()));
            version(version, numbers, sidecars, version.before() == null ? null : known.get(version.key()));
        }
        added.forEach((entry, sidecars) -> addition(entry, Objects.requireNonNull(last.get(entry)), sidecars));
    }

    private void key(RowChange.Version version, EntryNumbers numbers, boolean ifAbsent) {
        add(
                INTO + "place, content, at) VALUES (?, ?, " + RowShelf.KEY + ", ?, 0, 0, ?, ?, ?)"
                        + (ifAbsent ? " IF NOT EXISTS" : ""),
                key,
                life,
                PartitionEntries.name(version.key()),
                numbers.position(),
                numbers.contentRevision(),
                RowValues.micros(version.put().time()));
    }

    private void version(
            RowChange.Version version,
            EntryNumbers numbers,
            Map<String, Blob> sidecars,
            PartitionEntries.@Nullable KnownEntry before) {
        EntryPut put = version.put();
        String kind = put.key().kind().label();
        long position = numbers.position();
        long at = RowValues.micros(put.time());
        // A new map would leave a tombstone for the one before it.
        index(
                before == null ? "sidecars = sidecars + ?" : "sidecars = ?",
                version,
                numbers,
                contents.values(put.key().kind(), position, numbers.contentRevision(), sidecars),
                before == null);
        statements.add(sessionOf(
                put,
                true,
                database.bind(
                        INTO + "session, id, at, recorded, status, body) VALUES (?, ?, " + RowShelf.VERSION
                                + ", ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        key,
                        life,
                        kind,
                        position,
                        numbers.contentRevision(),
                        put.session(),
                        put.key().id(),
                        at,
                        RowValues.micros(put.recorded()),
                        put.status(),
                        contents.value(
                                put.key().kind(), position, numbers.contentRevision(), ContentKey.BODY, put.body()))));
        if (before != null && before.at() != at) {
            removeTime(kind, before, position);
        }
        statements.add(sessionOf(
                put,
                before == null,
                database.bind(
                        INTO + "session, content, id, status) VALUES (?, ?, " + RowShelf.TIME
                                + ", ?, ?, ?, ?, ?, ?, ?)",
                        key,
                        life,
                        kind,
                        at,
                        position,
                        put.session(),
                        numbers.contentRevision(),
                        put.key().id(),
                        put.status())));
        log(numbers, kind);
    }

    private void index(
            String sidecars, RowChange.Version version, EntryNumbers numbers, Object buffers, boolean isNew) {
        EntryPut put = version.put();
        statements.add(sessionOf(
                put,
                isNew,
                database.bind(
                        "UPDATE daybook_memory SET session = ?, id = ?, changed = ?, content = ?, at = ?, status = ?, "
                                + sidecars + AT + RowShelf.INDEX + " AND name = ? AND n = ? AND m = 0",
                        put.session(),
                        put.key().id(),
                        numbers.revision(),
                        numbers.contentRevision(),
                        RowValues.micros(put.time()),
                        put.status(),
                        buffers,
                        key,
                        life,
                        put.key().kind().label(),
                        numbers.position())));
    }

    /** In a new row an absent session stays unset, because null is a tombstone. */
    private static BoundStatement sessionOf(EntryPut put, boolean isNew, BoundStatement statement) {
        return isNew && put.session() == null ? statement.unset("session") : statement;
    }

    private void addition(EntryKey entry, EntryNumbers numbers, Map<String, Blob> sidecars) {
        String kind = entry.kind().label();
        add(
                "UPDATE daybook_memory SET changed = ?, sidecars = sidecars + ?" + AT + RowShelf.INDEX
                        + " AND name = ? AND n = ? AND m = 0",
                numbers.revision(),
                contents.values(entry.kind(), numbers.position(), numbers.contentRevision(), sidecars),
                key,
                life,
                kind,
                numbers.position());
        log(numbers, kind);
    }

    private void log(EntryNumbers numbers, String kind) {
        add(
                INTO + "kind, place) VALUES (?, ?, " + RowShelf.LOG + ", '', ?, 0, ?, ?)",
                key,
                life,
                numbers.revision(),
                kind,
                numbers.position());
    }

    /** The last value of a name counts: an erasure may remove a state that the batch alongside writes again. */
    void change(List<RowChange.Value> values) {
        Map<String, RowChange.Value> last = new LinkedHashMap<>();
        values.forEach(value -> last.put(value.name(), value));
        for (RowChange.Value value : last.values()) {
            ScopeState state = value.state();
            if (state == null) {
                add(DELETE + RowShelf.STATE + " AND name = ?", key, life, value.name());
            } else {
                add(
                        INTO + "version, body) VALUES (?, ?, " + RowShelf.STATE + ", ?, 0, 0, ?, ?)",
                        key,
                        life,
                        state.name(),
                        state.version(),
                        state.bytes().read());
            }
        }
    }

    /**
     * Appends audit entries to the chain of the scope.
     *
     * @param before the number of those that it has
     * @param last the chain of the last of them
     */
    void audit(List<AuditRecord> audits, long before, ByteBuffer last) {
        long number = before;
        ByteBuffer chain = last;
        for (AuditRecord audit : audits) {
            number++;
            chain = ChainedAudits.chain(chain, number, audit);
            add(
                    INTO + "at, operation, action, detail, chain) VALUES (?, 0, " + RowShelf.AUDIT
                            + ", '', ?, 0, ?, ?, ?, ?, ?)",
                    key,
                    number,
                    RowValues.micros(audit.at()),
                    audit.operation(),
                    audit.action(),
                    audit.detail(),
                    chain);
        }
    }

    /** Keeps the result of the operation, on condition that the operation has none. */
    void operation(String operation, List<Long> result) {
        add(
                INTO + "result) VALUES (?, 0, " + RowShelf.OPERATION + ", ?, 0, 0, ?) IF NOT EXISTS USING TTL "
                        + OperationResult.KEPT,
                key,
                operation,
                result);
    }

    /** Changes the head, on condition that no other turn has come since it was read. */
    BatchStatement after(PartitionHead before, PartitionHead next, String store, String space) {
        add(
                "UPDATE daybook_memory SET turn = ?, alive = ?, revision = ?, epoch = ?, positions = ?, counts = ?,"
                        + " audited = ?, last_chain = ?, store = ?, space = ?, code = ? WHERE scope = ? IF turn = ?",
                next.turn(),
                next.life(),
                next.numbers().revision(),
                next.numbers().epoch(),
                RowValues.byLabel(next.numbers().positions()),
                RowValues.byLabel(next.numbers().counts()),
                next.audited(),
                next.chain(),
                store,
                space,
                next.code(),
                key,
                before.turn() == 0 ? null : before.turn());
        if (statements.size() > MAX_STATEMENTS) {
            throw new StoreException("a batch of " + statements.size() + " changes of rows is larger than the "
                    + MAX_STATEMENTS
                    + " that Cassandra takes in one step; nothing was changed; write or erase fewer entries at once");
        }
        return BatchStatement.newInstance(DefaultBatchType.UNLOGGED, statements);
    }
}
