package dev.daybook.sqlite;

import static dev.daybook.sqlite.SqliteSamples.episode;
import static dev.daybook.sqlite.SqliteSamples.nothing;

import dev.daybook.model.Scope;
import dev.daybook.store.EraseRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The process of {@link WriteCostTest} that erases one entry of each of some users, or the users, between two files that it
 * creates.
 */
final class CountedErasures {

    static final int ERASURES = 20;

    private CountedErasures() {}

    /** The second argument for users. */
    static final String WHOLE = "whole";

    /** @param arguments the folder of the store that the test has filled, and what to erase */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        try (SqliteStore store = SqliteStore.open(folder)) {
            Files.createFile(folder.resolve("begin"));
            for (int user = 0; user < ERASURES; user++) {
                Scope scope = SqliteSamples.user("user" + user);
                store.erase(
                        scope,
                        arguments[1].equals(WHOLE)
                                ? EraseRequest.EVERYTHING
                                : EraseRequest.of(List.of(episode("e" + (user * 100 + 50))), List.of()),
                        nothing(scope));
            }
            Files.createFile(folder.resolve("end"));
        }
    }
}
