package dev.daybook.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.error.StoreException;
import dev.daybook.model.Entry;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.outcome.HealthReport;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One bit of a closed store is flipped: data that cannot be rebuilt is reported by its key, and all else goes on. */
class FlippedBitTest {

    private static final int ENTRIES = 60;

    @TempDir
    Path folder;

    @BeforeEach
    void fill() {
        try (Daybook daybook = open()) {
            Memory memory = daybook.user("u");
            for (int i = 0; i < ENTRIES; i++) {
                memory.remember(NewEpisode.of(Message.user("The thing number " + i + " is uniquetext" + i + "x."))
                        .id("e" + i)
                        .session("s" + i % 5));
            }
        }
    }

    private LocalDaybook open() {
        return Daybook.builder(folder).noEmbedder().open();
    }

    /** Flips a bit in the encrypted content of the episode "e25". */
    private void flip(int place) throws SQLException {
        RawDatabase.flip(folder, "kind = 0 AND position = 26", place);
    }

    private static List<String> found(Memory memory, String word) {
        return memory.recall(word).stream().map(hit -> hit.entry().id()).toList();
    }

    @Test
    void in_an_index_row_nothing_is_lost_and_the_row_is_made_again() throws SQLException {
        // The sidecars are at the end, before their tag.
        flip(-40);
        for (int i = 0; i < 2; i++) {
            try (LocalDaybook daybook = open()) {
                Memory memory = daybook.user("u");
                try (Stream<Entry> all = memory.archive().exportAll()) {
                    assertThat(all).hasSize(ENTRIES);
                }
                assertThat(found(memory, "uniquetext30x")).startsWith("e30");
                assertThat(found(memory, "uniquetext25x")).startsWith("e25");
                assertThat(daybook.maintenance().check(false).ok()).isTrue();
            }
        }
    }

    @Test
    void in_an_entry_that_entry_is_named_and_all_others_are_answered() throws SQLException {
        // The body is behind the id and the session.
        flip(RawDatabase.ID + 7 + 6 + 4 + 30);
        try (LocalDaybook daybook = open()) {
            Memory memory = daybook.user("u");
            List<String> ids = new ArrayList<>();
            assertThatThrownBy(() -> {
                        try (Stream<Entry> all = memory.archive().exportAll()) {
                            all.forEach(entry -> ids.add(entry.id()));
                        }
                    })
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("'e25'")
                    .hasMessageContaining("all other entries are in it");
            assertThat(ids).hasSize(ENTRIES - 1).doesNotContain("e25");

            assertThat(found(memory, "uniquetext30x")).startsWith("e30");
            assertThat(found(memory, "uniquetext25x")).doesNotContain("e25");
            assertThat(memory.session("s0").turns(100)).hasSize(ENTRIES / 5 - 1);
            assertThat(memory.session("s1").context("where is number 30?").text())
                    .contains("uniquetext30x");
            assertThat(memory.session("s1").remember(Message.user("new thing")).durable())
                    .isTrue();
            assertThat(daybook.maintenance().check(false).findings())
                    .filteredOn(finding -> finding.level() == HealthReport.Level.FAIL)
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.detail()).contains("\"e25\""));
        }
    }
}
