package dev.daybook.server.cli.options;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a command that may select a single entry. */
public final class EntryOption {

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            description = "With --id: kind of a single entry, such as episode or fact.")
    private @Nullable String kind;

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "With --kind: id of a single entry; for a block, its name.")
    private @Nullable String id;

    /** Requires both options or none. */
    public void check(DaybookCommand root) {
        if ((kind == null) != (id == null)) {
            throw root.options().wrongUsage("--kind and --id belong together; give both or none");
        }
    }

    public @Nullable String kind() {
        return kind;
    }

    public @Nullable String id() {
        return id;
    }
}
