package dev.daybook.bench.child;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForgetLatencyTest {

    @TempDir
    Path folder;

    @BeforeEach
    void makeData() throws IOException {
        SmallDataSet.write(folder, 250);
    }

    @Test
    void a_round_writes_with_and_without_a_forget_of_another_user() throws Exception {
        try (ForgetLatency latency = new ForgetLatency(folder, folder, 200, 5)) {
            List<Map<String, Object>> lines = latency.round(30, 0);

            assertThat(lines)
                    .extracting(line -> line.get("workload"))
                    .containsExactly("writes-alone", "writes-with-forget", "forget-bytes-gone");
            assertThat(lines.get(0)).containsEntry("ops", 30).containsEntry("n", 200);
            assertThat(lines.get(1)).containsEntry("ops", 30);
            assertThat(lines.get(2)).containsEntry("bytes", "GONE").containsEntry("rows_mean", 10L);
        }
    }
}
