package dev.daybook.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The tables of a keyspace as text, a statement for each row. */
final class TableDump {

    /** A column without a value. A quote inside a value is escaped, so no value has a match. */
    private static final Pattern ABSENT = Pattern.compile("\"\\w+\": null(, )?");

    private static final Pattern LAST_COMMA = Pattern.compile(", }$");

    private TableDump() {}

    /** Returns the tables of a keyspace in the order of their names. */
    static List<String> tables(CqlSession session) {
        return session
                .execute("SELECT table_name FROM system_schema.tables WHERE keyspace_name = ?", keyspace(session))
                .all()
                .stream()
                .map(row -> row.getString(0))
                .toList();
    }

    private static String keyspace(CqlSession session) {
        return session.getKeyspace().orElseThrow().asInternal();
    }

    static List<String> of(CqlSession session) {
        List<String> statements = new ArrayList<>();
        tables(session).forEach(table -> add(session, table, statements));
        return statements;
    }

    /** The static columns are given with the first row of each partition only. */
    private static void add(CqlSession session, String table, List<String> statements) {
        Iterator<Row> others = session.execute("SELECT JSON " + rowColumns(session, table) + " FROM " + table)
                .iterator();
        String last = "";
        for (Row row : session.execute("SELECT JSON * FROM " + table)) {
            String whole = row.getString(0);
            String other = others.next().getString(0);
            // A text key has a comma in no test.
            String partition = whole.substring(0, whole.indexOf(','));
            String json = ABSENT.matcher(partition.equals(last) ? other : whole).replaceAll("");
            json = LAST_COMMA.matcher(json).replaceAll("}");
            statements.add("INSERT INTO " + table + " JSON '" + json.replace("'", "''") + "' DEFAULT UNSET");
            last = partition;
        }
    }

    private static String rowColumns(CqlSession session, String table) {
        return session
                .execute(
                        "SELECT column_name, kind FROM system_schema.columns WHERE keyspace_name = ? AND table_name = ?",
                        keyspace(session),
                        table)
                .all()
                .stream()
                .filter(row -> !"static".equals(row.getString("kind")))
                .map(row -> row.getString("column_name"))
                .collect(Collectors.joining(", "));
    }
}
