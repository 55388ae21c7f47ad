package dev.daybook.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.daybook.store.Page;
import dev.daybook.store.ScopeState;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the states of one life of a scope. */
final class PartitionStates {

    private static final String FROM =
            " FROM daybook_memory WHERE scope = ? AND life = ? AND shelf = " + RowShelf.STATE + " AND name ";

    private PartitionStates() {}

    /** Returns the versions of those of some states that are present. */
    static Map<String, Long> versions(CassandraDatabase database, ByteBuffer key, int life, Collection<String> names) {
        Map<String, Long> versions = new HashMap<>();
        database.readEach(
                "SELECT name, version" + FROM + "IN ?",
                names,
                row -> versions.put(row.getString("name"), row.getLong("version")),
                key,
                life);
        return versions;
    }

    /** The order of names is that of their UTF-8 bytes, which is that of the code points. */
    static Page<ScopeState> page(
            CassandraDatabase database, ByteBuffer key, int life, String prefix, @Nullable String cursor, int limit) {
        List<ScopeState> read = new ArrayList<>();
        String begin = cursor == null ? ">= ?" : "> ?";
        for (Row row : database.read(
                "SELECT name, version, body" + FROM + begin + " LIMIT ?",
                key,
                life,
                cursor == null ? prefix : cursor,
                CassandraDatabase.oneMore(limit))) {
            String name = RowValues.text(row, "name");
            if (!name.startsWith(prefix)) {
                break;
            }
            read.add(new ScopeState(name, row.getLong("version"), RowValues.blob(row, "body")));
        }
        return Page.cut(read, limit, ScopeState::name);
    }
}
