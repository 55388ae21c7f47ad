package dev.daybook.server.doors;

import dev.daybook.internal.settings.ProtectedOperation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The table "Rights and trust of operations" of SECURITY.md. */
public final class OperationTable {

    /** The right of operations that only the owner of the data folder can do. */
    static final String OWNER = "owner";

    private static final String HEADER = "| operation | right | trust | calls |";
    private static final Pattern CALL = Pattern.compile("`([^`]+)`");

    /** A row: an operation, what it needs, and the calls that do it. */
    public record Row(String operation, String right, String trust, List<String> calls) {

        Optional<ProtectedOperation> known() {
            return Stream.of(ProtectedOperation.values())
                    .filter(each -> each.label().equals(operation))
                    .findFirst();
        }
    }

    private final List<Row> rows;

    private OperationTable(List<Row> rows) {
        this.rows = rows;
    }

    public static OperationTable read() {
        List<Row> rows = new ArrayList<>();
        try {
            String page = Files.readString(Path.of("..", "..", "SECURITY.md"));
            page.substring(page.indexOf(HEADER))
                    .lines()
                    .skip(2)
                    .takeWhile(line -> line.startsWith("|"))
                    .forEach(line -> {
                        String[] cells = line.substring(2, line.length() - 2).split(" \\| ");
                        List<String> calls = CALL.matcher(cells[3])
                                .results()
                                .map(call -> call.group(1))
                                .toList();
                        rows.add(new Row(cells[0], cells[1], cells[2], calls));
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new OperationTable(rows);
    }

    public List<Row> rows() {
        return rows;
    }

    /** Returns all calls that begin in this way. */
    public TreeSet<String> calls(String pattern) {
        TreeSet<String> calls = new TreeSet<>();
        rows.forEach(row ->
                row.calls().stream().filter(call -> call.matches(pattern)).forEach(calls::add));
        return calls;
    }

    /** Returns the operations that a call does. */
    public List<ProtectedOperation> operations(String call) {
        return rows.stream()
                .filter(row -> row.calls().contains(call))
                .flatMap(row -> row.known().stream())
                .toList();
    }
}
