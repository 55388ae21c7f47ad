package dev.daybook.sqlite;

import static dev.daybook.sqlite.SqliteSamples.ADA;
import static dev.daybook.sqlite.SqliteSamples.batch;
import static dev.daybook.sqlite.SqliteSamples.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.sqlite.table.OldFormStore;
import dev.daybook.model.Kind;
import dev.daybook.spi.MasterKeys;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Power is cut while the records of an earlier build move, as in {@link PowerCutTest}: none is lost, and all move. */
class MovingCutTest {

    private static final int CUTS = Integer.getInteger("daybook.cuts", 30);

    private final long seed = Long.getLong("daybook.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @TempDir
    Path folder;

    private @Nullable Path stores;

    @BeforeEach
    void needs_a_compiler() throws IOException {
        FileCalls.assumePossible();
        stores = FileCalls.inMemory();
    }

    @AfterEach
    void delete_the_stores() throws IOException {
        if (stores != null) {
            delete(stores);
        }
    }

    private static List<String> everything(SqliteStore store) {
        List<String> all = new ArrayList<>();
        store.scan(
                        ADA,
                        EntryScan.of(Kind.EPISODE)
                                .versions(EntryScan.Versions.ALL)
                                .limit(1000))
                .items()
                .forEach(entry -> all.add(entry.toString() + entry.body().text()));
        store.rows(ADA, 0, 1000).items().forEach(row -> all.add(row.toString()));
        return all;
    }

    @Test
    void no_record_is_lost_by_a_power_cut_while_it_moves() throws Exception {
        Path old = folder.resolve("old");
        List<EntryPut> puts = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            puts.add(put("e" + i, ("boat number " + i + " ").repeat(i % 40)));
        }
        List<String> before;
        try (SqliteStore store = SqliteStore.open(old)) {
            store.write(batch(ADA, puts.toArray(EntryPut[]::new)));
            store.write(batch(ADA, puts.subList(0, 50).toArray(EntryPut[]::new)));
            before = everything(store);
        }
        assertThat(before).hasSize(450);
        OldFormStore.make(old);
        List<Long> slots = RawDatabase.numbers(old, "SELECT DISTINCT key_slot >> 16 FROM entry");
        List<FileCall> calls = record(old);
        int ready = 0;
        while (!calls.get(ready).path().endsWith("/" + MovingProcess.READY)) {
            ready++;
        }
        List<Integer> moments = new ArrayList<>(
                random.ints(CUTS, ready, calls.size()).sorted().boxed().toList());
        CutDisk disk = new CutDisk(random);
        for (int i = 0; !moments.isEmpty(); i++) {
            for (; !moments.isEmpty() && moments.get(0) == i; moments.remove(0)) {
                CutDisk.Cut cut = CutDisk.Cut.values()[random.nextInt(CutDisk.Cut.values().length)];
                Path image = image(disk.files(cut));
                String what = "seed " + seed + ", call " + i + " of " + calls.size() + ", " + cut;
                try (SqliteStore store = SqliteStore.open(image)) {
                    assertThat(everything(store)).as(what).isEqualTo(before);
                    MovingProcess.finish(store);
                    assertThat(everything(store)).as(what).isEqualTo(before);
                    assertThat(store.check(false).ok()).as(what).isTrue();
                }
                OldRecordPassTest.requireDestroyed(slots, image, MasterKeys.NONE);
            }
            disk.apply(calls.get(i));
        }
    }

    private List<FileCall> record(Path old) throws Exception {
        Path recorded = Files.createDirectories(Objects.requireNonNull(stores).resolve("recorded"));
        Process process = FileCalls.start(
                MovingProcess.class,
                recorded,
                folder,
                true,
                recorded.toRealPath().toString(),
                old.toString());
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return FileCall.readAll(FileCalls.trace(folder));
    }

    private Path image(Map<String, byte[]> files) throws IOException {
        Path image = Objects.requireNonNull(stores).resolve("image");
        if (Files.exists(image)) {
            delete(image);
        }
        Files.createDirectories(image);
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            if (!file.getKey().endsWith("/" + MovingProcess.READY)) {
                Files.write(image.resolve(Path.of(file.getKey()).getFileName()), file.getValue());
            }
        }
        return image;
    }

    private static void delete(Path tree) throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
