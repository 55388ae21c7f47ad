package dev.daybook.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * File calls fail one after the other, with a failing disk, a full one, too many open files and writes of half the bytes. The
 * error is clear, nothing acknowledged is lost, reads go on, and the store is writable again once the disk is.
 */
class FailingDiskTest {

    /** Distance between two failing writes or reads; {@code .ci/run} asks for 5, {@code .ci/nightly} for 1, each call. */
    private static final int STRIDE = Integer.getInteger("daybook.faults.stride", 150);

    private static final int MIN_FAILURES = 40;

    @TempDir
    Path folder;

    @Test
    void no_failing_file_call_loses_an_acknowledged_write_or_the_store() throws Exception {
        FileCalls.assumePossible();
        long seed = Long.getLong("daybook.seed", System.nanoTime());
        Path stores = FileCalls.inMemory();
        try {
            Process disk = FileCalls.start(
                    FailingDisk.class,
                    stores,
                    folder,
                    false,
                    stores.toRealPath().toString(),
                    "" + STRIDE,
                    "" + new Random(seed).nextInt(STRIDE));
            List<String> lines = new String(disk.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            assertThat(disk.waitFor()).isZero();
            lines.forEach(System.out::println);
            assertThat(lines).as("seed %d", seed).noneMatch(line -> line.startsWith("BAD"));
            String last = lines.get(lines.size() - 1);
            assertThat(last).startsWith("failed calls: ");
            assertThat(Integer.parseInt(last.substring(last.lastIndexOf(' ') + 1)))
                    .isGreaterThan(MIN_FAILURES);
        } finally {
            Files.deleteIfExists(stores);
        }
    }
}
