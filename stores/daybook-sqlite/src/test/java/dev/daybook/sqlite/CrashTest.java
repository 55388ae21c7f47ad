package dev.daybook.sqlite;

import static dev.daybook.sqlite.SqliteSamples.ADA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Kind;
import dev.daybook.store.EntryScan;
import dev.daybook.store.StoredEntry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrashTest {

    private static final int KILLS = 5;

    /** Said before the kill; more follow until it strikes. */
    private static final int AT_LEAST = 40;

    @TempDir
    Path folder;

    @Test
    void after_kill_9_every_acknowledged_batch_is_there_and_none_is_half_there() throws Exception {
        Set<String> acknowledged = new HashSet<>();
        for (int kill = 0; kill < KILLS; kill++) {
            OtherProcess writer = OtherProcess.start("write", folder);
            for (int i = 0; i < AT_LEAST; i++) {
                acknowledged.add(writer.line());
            }
            acknowledged.addAll(writer.kill());

            Map<String, Long> batches = batches();
            assertThat(batches.keySet()).containsAll(acknowledged);
            assertThat(batches.values()).containsOnly(3L);
        }
        assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(KILLS * AT_LEAST);
    }

    private Map<String, Long> batches() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThat(store.check(false).ok()).isTrue();
            List<StoredEntry> all = new ArrayList<>();
            EntryScan scan = EntryScan.of(Kind.EPISODE);
            do {
                var page = store.scan(ADA, scan);
                all.addAll(page.items());
                scan = scan.after(page.cursor());
            } while (scan.cursor() != null);
            assertThat(all).hasSize((int) store.head(ADA).revision());
            return all.stream()
                    .collect(Collectors.groupingBy(entry -> entry.body().text(), TreeMap::new, Collectors.counting()));
        }
    }
}
