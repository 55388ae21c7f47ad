package dev.daybook.internal.window;

import dev.daybook.fuzz.FuzzTarget;
import java.util.List;

/** The parser of the windows in the metadata of episodes, which any caller can write. */
public final class WindowTargets {

    private WindowTargets() {}

    public static List<FuzzTarget> all() {
        return List.of(FuzzTarget.ofText(
                "window-record", text -> WindowRecord.read(text, 7), "17:0-23:0 +0", "+0 +1 1:0-1:2 3:0-999:1 +2"));
    }
}
