package dev.daybook.files;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.fuzz.FuzzTarget;
import dev.daybook.local.InMemoryStore;
import java.util.List;

/** The input of the memory tool, which a model writes, and the paths and line ranges in it. */
public final class MemoryFileTargets {

    private MemoryFileTargets() {}

    public static List<FuzzTarget> all() {
        return List.of(
                FuzzTarget.ofText(
                        "memory-tool",
                        new Calls()::call,
                        "{\"command\":\"view\",\"path\":\"/memories/a.md\",\"view_range\":[1,-1]}",
                        "{\"command\":\"create\",\"path\":\"/memories/a.md\",\"file_text\":\"one\\ntwo\\n\"}",
                        "{\"command\":\"str_replace\",\"path\":\"/memories/a.md\",\"old_str\":\"one\",\"new_str\":\"1\"}",
                        "{\"command\":\"insert\",\"path\":\"/memories/a.md\",\"insert_line\":1,\"insert_text\":\"x\"}",
                        "{\"command\":\"rename\",\"old_path\":\"/memories/a.md\",\"new_path\":\"/memories/b/c.md\"}",
                        "{\"command\":\"delete\",\"path\":\"/memories/b\"}"),
                FuzzTarget.ofText(
                                "memory-path",
                                text -> MemoryPath.of(text).block(),
                                "/memories/a/b.md",
                                "a/b.md",
                                "/",
                                "/memories")
                        .refusing(IllegalArgumentException.class),
                FuzzTarget.ofText(
                                "line-range",
                                range -> NumberedLines.of("one\ntwo\nthree\n").view(range),
                                "1,50",
                                "[1, -1]",
                                "2,3")
                        .refusing(IllegalArgumentException.class));
    }

    /** Calls on one memory, which is replaced now and then: files of earlier calls are there for later ones. */
    private static final class Calls {

        private static final int LIFE = 200;

        private int left;
        private Memory memory;

        void call(String input) {
            if (left-- == 0) {
                left = LIFE;
                memory = Daybook.builder(new InMemoryStore())
                        .noEmbedder()
                        .background(false)
                        .open()
                        .user("ada");
            }
            MemoryFiles.of(memory).call(input);
        }
    }
}
