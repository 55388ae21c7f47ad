package dev.daybook.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.fuzz.FuzzTarget;
import java.util.List;

/** The parser of the cursors of scans. */
public final class CursorTargets {

    private CursorTargets() {}

    public static List<FuzzTarget> all() {
        return List.of(FuzzTarget.ofText(
                        "scan-cursor",
                        CursorTargets::cursor,
                        "2026-05-08T13:56:00.123456Z 7 EPISODE 12",
                        "2026-05-08T13:56:00Z 1 SUMMARY 1")
                .refusing(IllegalArgumentException.class));
    }

    private static void cursor(String text) {
        ScanPosition read = ScanPosition.ofCursor(text);
        assertThat(ScanPosition.ofCursor(read.cursor())).isEqualTo(read);
    }
}
