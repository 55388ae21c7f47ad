package dev.daybook.postgres;

import static dev.daybook.testkit.store.BatchFixture.batch;
import static dev.daybook.testkit.store.BatchFixture.put;

import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.CommitResult;
import java.util.UUID;
import java.util.stream.IntStream;

/** A process that writes to a store until it is killed, and prints each write after its return. */
final class PostgresWriterProcess {

    static final Scope TOGETHER = new Scope.User(Space.DEFAULT, "together");

    private PostgresWriterProcess() {}

    /** Writer 0 of each process has a scope of its own, the others write to the same one. */
    static Scope scope(int writer) {
        return writer == 0 ? new Scope.User(Space.DEFAULT, "own " + UUID.randomUUID()) : TOGETHER;
    }

    /** @param arguments the JDBC address and the number of writers */
    public static void main(String[] arguments) {
        PostgresStore store = PostgresStore.connect(arguments[0], "daybook", "");
        IntStream.range(0, Integer.parseInt(arguments[1]))
                .forEach(writer -> new Thread(() -> write(store, scope(writer))).start());
    }

    private static void write(PostgresStore store, Scope scope) {
        while (true) {
            String id = UUID.randomUUID().toString();
            CommitResult.Placed placed = AcknowledgedWrite.repeat(store, batch(scope, put(id)))
                    .placed()
                    .get(0);
            System.out.println(String.join(
                    ";", scope.code(), id, Long.toString(placed.position()), Long.toString(placed.revision()), "end"));
        }
    }
}
