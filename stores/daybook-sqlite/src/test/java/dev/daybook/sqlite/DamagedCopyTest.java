package dev.daybook.sqlite;

import static dev.daybook.sqlite.SqliteSamples.ADA;
import static dev.daybook.sqlite.SqliteSamples.batch;
import static dev.daybook.sqlite.SqliteSamples.episode;
import static dev.daybook.sqlite.SqliteSamples.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.copy.CopiedScope;
import dev.daybook.internal.copy.StoreCopy;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Kind;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.testkit.copy.CopyResults;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged entries of the source are reported and not copied; the others are. */
class DamagedCopyTest {

    @TempDir
    Path folder;

    private CopiedScope copy(InMemoryStore target) {
        CopyResults results = CopyResults.silent();
        try (SqliteStore source = SqliteStore.open(folder)) {
            assertThat(new StoreCopy(source, target, "source", results).run()).isTrue();
        }
        return results.scopes().get(ADA);
    }

    @Test
    void an_entry_whose_current_version_is_damaged_is_reported_and_no_older_version_stands_for_it() throws Exception {
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(batch(ADA, put("a", "pay 100 euros"), put("b", "pay 200 euros")));
            store.write(batch(ADA, put("a", "pay 300 euros", EntryPut.ANY)));
        }
        RawDatabase.flip(folder, "position = 1", RawDatabase.BODY + 4);
        InMemoryStore target = new InMemoryStore();

        CopiedScope copied = copy(target);

        assertThat(copied.lost()).containsExactly(episode("a"));
        assertThat(target.get(ADA, List.of(episode("a"), episode("b"))))
                .singleElement()
                .satisfies(entry -> assertThat(entry.position()).isEqualTo(2));
        assertThat(target.numbers(ADA).positions()).containsEntry(Kind.EPISODE, 2L);
        assertThat(target.numbers(ADA).epoch()).isZero();
    }

    @Test
    void an_entry_without_one_of_its_earlier_versions_is_copied() throws Exception {
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(batch(ADA, put("a", "pay 100 euros")));
            store.write(batch(ADA, put("a", "pay 200 euros", EntryPut.ANY)));
        }
        RawDatabase.change(folder, "UPDATE version SET content = zeroblob(length(content))");
        InMemoryStore target = new InMemoryStore();

        CopiedScope copied = copy(target);

        assertThat(copied.lost()).isEmpty();
        assertThat(target.scan(ADA, EntryScan.of(Kind.EPISODE).versions(EntryScan.Versions.ALL))
                        .items())
                .singleElement()
                .satisfies(version -> assertThat(version.contentRevision()).isEqualTo(2));
    }
}
