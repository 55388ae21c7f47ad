package dev.daybook.postgres;

import dev.daybook.model.Kind;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EraseResult;
import dev.daybook.store.WriteBatch;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The results of the operations of the last day. The row is committed with its batch, so it settles a commit whose
 * answer was lost: under the lock of the scope it is either there, or the batch was not and will not be applied.
 */
final class OperationRows {

    /** Selects two rows that are older than any repetition. Each write removes two, so the table does not grow. */
    private static final String OLD = "(SELECT ctid FROM daybook_operation WHERE at < now() - interval '1 day'"
            + " ORDER BY at LIMIT 2 FOR UPDATE SKIP LOCKED)";

    private OperationRows() {}

    /** Returns the result of an operation, or null if it has none. Call it under the lock of the scope. */
    static Long @Nullable [] find(SqlSession sql, byte[] scope, WriteBatch batch) throws SQLException {
        return sql.first(
                "SELECT result FROM daybook_operation WHERE scope = ? AND operation = ?",
                row -> KindNumbers.read(row, 1),
                scope,
                batch.operation());
    }

    static void keep(SqlSession sql, byte[] scope, WriteBatch batch, Long[] result) throws SQLException {
        sql.update(
                "WITH old AS (DELETE FROM daybook_operation WHERE ctid = ANY (ARRAY" + OLD + "))"
                        + " INSERT INTO daybook_operation (scope, operation, result) VALUES (?, ?, ?)",
                scope,
                batch.operation(),
                sql.array("int8", result));
    }

    static Long[] encode(CommitResult result) {
        List<Long> numbers = new ArrayList<>();
        numbers.add(result.revision());
        for (CommitResult.Placed placed : result.placed()) {
            numbers.add(placed.position());
            numbers.add(placed.revision());
        }
        return numbers.toArray(Long[]::new);
    }

    static CommitResult commitResult(WriteBatch batch, Long[] numbers) {
        if (numbers.length != 1 + 2 * batch.puts().size()) {
            throw new IllegalArgumentException("operation is '" + batch.operation()
                    + "', which has written another batch; give each batch an operation of its own");
        }
        List<CommitResult.Placed> placed = new ArrayList<>();
        for (int i = 0; i < batch.puts().size(); i++) {
            placed.add(new CommitResult.Placed(batch.puts().get(i).key(), numbers[2 * i + 1], numbers[2 * i + 2]));
        }
        return new CommitResult(numbers[0], placed);
    }

    static Long[] encode(EraseResult result) {
        List<Long> numbers = new ArrayList<>(List.of(result.number()));
        numbers.addAll(List.of(KindNumbers.toArray(result.counts())));
        return numbers.toArray(Long[]::new);
    }

    static EraseResult eraseResult(Long[] numbers) {
        Map<Kind, Long> counts = KindNumbers.ofArray(numbers, 1);
        return new EraseResult(numbers[0], counts);
    }
}
