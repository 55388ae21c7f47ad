package dev.daybook.server.cli.options;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a command that may select entries of one kind by their ids. */
public final class EntryOption {

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            description = "With --id: kind of the entries, such as episode or fact.")
    private @Nullable String kind;

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "With --kind: id of an entry; for a block, its name. Repeat it for several entries.")
    private List<String> ids = List.of();

    /** Requires both options or none. */
    public void check(DaybookCommand root) {
        if ((kind == null) != ids.isEmpty()) {
            throw root.options().wrongUsage("--kind and --id belong together; give both or none");
        }
    }

    public @Nullable String kind() {
        return kind;
    }

    /** Returns the ids, none if the options are not given. */
    public List<String> ids() {
        return ids;
    }
}
