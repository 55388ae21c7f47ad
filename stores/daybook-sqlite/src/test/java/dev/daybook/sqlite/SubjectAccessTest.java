package dev.daybook.sqlite;

import static dev.daybook.model.Message.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.internal.interchange.InterchangeReader;
import dev.daybook.model.Entry;
import dev.daybook.model.NewFact;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An embedded program writes a scope as lines of the interchange format, and reads them into another memory. */
class SubjectAccessTest {

    @TempDir
    private Path folder;

    @Test
    void the_lines_of_a_scope_hold_everything_of_it_and_nothing_of_another() throws IOException {
        Path file = folder.resolve("ada.jsonl");
        try (Daybook daybook = Daybook.open(folder.resolve("memory"))) {
            fill(daybook);

            try (Stream<String> lines = daybook.user("ada").archive().exportLines()) {
                Files.write(file, (Iterable<String>) lines::iterator);
            }
        }

        assertThat(Files.readAllLines(file)).hasSize(2).allMatch(line -> line.contains("\"user\":\"ada\""));
        assertThat(Files.readString(file)).contains("I moved to Lisbon.", "lives_in");
    }

    @Test
    void the_lines_read_again_give_the_same_lines() {
        List<String> before;
        try (Daybook daybook = Daybook.open(folder.resolve("memory"))) {
            fill(daybook);
            before = lines(daybook.user("ada"));
        }
        try (Daybook daybook = Daybook.open(folder.resolve("other"))) {
            Memory memory = daybook.user("ada");
            InterchangeReader reader = new InterchangeReader(memory.scope());
            OffsetDateTime now = OffsetDateTime.now();
            List<Entry> entries = before.stream()
                    .flatMap(line -> reader.read(line).entryAt(now).stream())
                    .toList();

            memory.archive().importAll(entries);

            assertThat(lines(memory)).hasSize(2).isSubsetOf(before);
        }
    }

    private static void fill(Daybook daybook) {
        Memory ada = daybook.user("ada");
        ada.session("s1").remember(user("I moved to Lisbon."));
        ada.facts().remember(NewFact.of("ada", "lives_in", "Lisbon"));
        daybook.user("bob").session("s1").remember(user("I stay in Oslo."));
    }

    private static List<String> lines(Memory memory) {
        try (Stream<String> lines = memory.archive().exportLines()) {
            return lines.toList();
        }
    }
}
