package dev.daybook.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.bench.peers.DiskTraffic.FileGroup;
import dev.daybook.bench.peers.DiskTraffic.GroupCounts;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SystemCallTraceTest {

    private static final String TRACE = """
            11 pwrite64(45</d/s/daybook.db-wal>, ""..., 24, 4120) = 24
            11 pwrite64(45</d/s/daybook.db-wal>, ""..., 4096, 4144) = 4096
            11 fdatasync(45</d/s/daybook.db-wal>) = 0
            12 pwrite64(46</d/s/daybook.db>, ""..., 4096, 0 <unfinished ...>
            11 write(47</d/s/keys.log>, ""..., 64) = 64
            12 <... pwrite64 resumed>) = 4096
            12 fsync(46</d/s/daybook.db> <unfinished ...>
            12 <... fsync resumed>) = 0
            13 write(1<pipe:[99]>, ""..., 500) = 500
            13 write(5</elsewhere/daybook.db>, ""..., 700) = 700
            14 pwrite64(46</d/s/daybook.db>, ""..., 4096, 0) = -1 EIO (Input/output error)
            15 +++ exited with 0 +++
            """;

    @Test
    void flushes_and_bytes_are_counted_by_group_of_files() {
        DiskTraffic traffic = SystemCallTrace.read(TRACE.lines(), "/d/s");

        assertThat(traffic.of(FileGroup.LOG)).isEqualTo(new GroupCounts(1, 4120));
        assertThat(traffic.of(FileGroup.KEYS)).isEqualTo(new GroupCounts(0, 64));
        assertThat(traffic.of(FileGroup.DATABASE)).isEqualTo(new GroupCounts(1, 4096));
    }

    @Test
    void the_writes_of_a_warm_up_cancel_out() {
        DiskTraffic few = writes(50 + 10);
        DiskTraffic many = writes(50 + 210);

        Map<String, Object> figures = FlushCommand.perWrite(many.minus(few), 210 - 10);

        assertThat(figures)
                .containsEntry("ops", 200L)
                .containsEntry("flushes", 1.0)
                .containsEntry("bytes", 100L)
                .containsEntry("log_bytes", 100L);
    }

    @Test
    void the_logs_of_other_systems_are_logs_too() {
        assertThat(FileGroup.of("/d/s/pg_wal/000000010000000000000001")).isEqualTo(FileGroup.LOG);
        assertThat(FileGroup.of("/d/s/log")).isEqualTo(FileGroup.LOG);
        assertThat(FileGroup.of("/d/s/_0.cfs")).isEqualTo(FileGroup.DATABASE);
    }

    private static DiskTraffic writes(int count) {
        DiskTraffic traffic = new DiskTraffic();
        for (int i = 0; i < count; i++) {
            traffic.write("/d/s/log", 100);
            traffic.flush("/d/s/log");
        }
        return traffic;
    }
}
