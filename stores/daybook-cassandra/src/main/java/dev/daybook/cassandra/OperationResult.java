package dev.daybook.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.daybook.model.Kind;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EraseResult;
import dev.daybook.store.WriteBatch;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of an operation as numbers. Its row is written by the batch itself, so it settles a batch whose answer was
 * lost: it is there exactly if the batch was applied.
 */
final class OperationResult {

    /** Longer than any repetition, in seconds: a day. */
    static final int KEPT = 86_400;

    private OperationResult() {}

    /** Returns the result of an operation, or null if it has none, after finishing the batches that are under way. */
    static @Nullable List<Long> find(CassandraDatabase database, ByteBuffer key, String operation) {
        Row row = database.readSettled(
                        "SELECT result FROM daybook_memory WHERE scope = ? AND life = 0 AND shelf = "
                                + RowShelf.OPERATION + " AND name = ? AND n = 0 AND m = 0",
                        key,
                        operation)
                .one();
        return row == null ? null : row.getList("result", Long.class);
    }

    static List<Long> encode(CommitResult result) {
        List<Long> numbers = new ArrayList<>();
        numbers.add(result.revision());
        for (CommitResult.Placed placed : result.placed()) {
            numbers.add(placed.position());
            numbers.add(placed.revision());
        }
        return numbers;
    }

    static CommitResult commit(WriteBatch batch, List<Long> numbers) {
        List<CommitResult.Placed> placed = new ArrayList<>();
        for (int i = 0; i < batch.puts().size(); i++) {
            placed.add(
                    new CommitResult.Placed(batch.puts().get(i).key(), numbers.get(2 * i + 1), numbers.get(2 * i + 2)));
        }
        return new CommitResult(numbers.get(0), placed);
    }

    static List<Long> encode(EraseResult result) {
        List<Long> numbers = new ArrayList<>(List.of(result.number()));
        for (Kind kind : ERASED) {
            numbers.add(result.counts().getOrDefault(kind, 0L));
        }
        return numbers;
    }

    static EraseResult erased(List<Long> numbers) {
        Map<Kind, Long> counts = new EnumMap<>(Kind.class);
        for (int i = 1; i < numbers.size(); i++) {
            if (numbers.get(i) != 0) {
                counts.put(ERASED.get(i - 1), numbers.get(i));
            }
        }
        return new EraseResult(numbers.get(0), counts);
    }

    /** The order of the counts; a new kind comes last. */
    private static final List<Kind> ERASED = List.of(Kind.EPISODE, Kind.BLOCK, Kind.FACT, Kind.NOTE, Kind.SUMMARY);
}
