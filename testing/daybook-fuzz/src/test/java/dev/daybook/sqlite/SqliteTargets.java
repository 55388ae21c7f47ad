package dev.daybook.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.fuzz.FuzzTarget;
import dev.daybook.internal.sqlite.table.ScanCursor;
import dev.daybook.internal.sqlite.table.ValuePacker;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;

/** The parsers of the SQLite store's rows, cursors and lock files. */
public final class SqliteTargets {

    private SqliteTargets() {}

    public static List<FuzzTarget> all() {
        byte[] row = new ValuePacker()
                .add(1)
                .add(2)
                .add(3)
                .add(4)
                .add("ep_1")
                .add(null)
                .add("live")
                .add(1)
                .add("terms/english")
                .add(new byte[] {1, 2, 3})
                .bytes();
        return List.of(
                FuzzTarget.ofBytes("layout-one-row", SqliteTargets::row, List.of(row)),
                FuzzTarget.ofText("sqlite-cursor", SqliteTargets::cursor, "1 2 3 4 5 6", "-1 7 0 9 10 11")
                        .refusing(IllegalArgumentException.class),
                FuzzTarget.ofText(
                        "lock-owner",
                        text -> LockOwner.parse(text).isAnotherLivingProcess(),
                        "12\n2026-05-08T13:56:00Z\ndev.daybook.server.Main\n"));
    }

    /** With the right checksum: otherwise it hides the reader behind it. */
    private static void row(byte[] values) {
        CRC32 crc = new CRC32();
        crc.update(values);
        byte[] packed = Arrays.copyOf(values, values.length + Long.BYTES);
        ByteBuffer.wrap(packed).putLong(values.length, crc.getValue() ^ 1);
        assertThat(LayoutOneRow.sidecars(1, packed)).isNotNull();
    }

    private static void cursor(String text) {
        ScanCursor read = ScanCursor.parse(text);
        assertThat(ScanCursor.parse(read.text())).isEqualTo(read);
    }
}
