package dev.daybook.server.cli.administration;

import dev.daybook.internal.copy.CopiedScope;
import dev.daybook.internal.copy.CopyListener;
import dev.daybook.internal.copy.StoreCopy;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Scope;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.options.StoreAddress;
import dev.daybook.server.cli.options.StorePassword;
import dev.daybook.server.cli.terminal.DisplayText;
import dev.daybook.server.cli.terminal.ExitCode;
import dev.daybook.server.cli.terminal.ProgressLine;
import dev.daybook.spi.MasterKeys;
import dev.daybook.store.CopyableStore;
import dev.daybook.store.EntryKey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "copy",
        header = "Copies everything from one store into another, empty one, and compares both.",
        description = {
            "A STORE is a data folder or the address of a server, such as postgres://USER@HOST/DATABASE?schema=NAME. All"
                    + " versions, positions, revisions and audit entries are kept. The source is only read. A copy that"
                    + " stopped goes on when the same command is run again; until it is finished, the target cannot be"
                    + " used. Files of a folder beside the memory, such as keys.json, are not copied.",
            "The passwords are read from $$DAYBOOK_FROM_PASSWORD and $$DAYBOOK_TO_PASSWORD, else from"
                    + " $$DAYBOOK_STORE_PASSWORD."
        },
        sortOptions = false)
final class CopyCommand implements Callable<Integer>, CopyListener {

    @ParentCommand
    private DaybookCommand root;

    @Option(names = "--from", required = true, paramLabel = "STORE", description = "Store to copy.")
    private String from;

    @Option(names = "--to", required = true, paramLabel = "STORE", description = "Empty store to copy into.")
    private String to;

    @Option(
            names = "--from-password-file",
            paramLabel = "FILE",
            description = "File with the password of the source on one line.")
    private @Nullable Path fromPassword;

    @Option(
            names = "--to-password-file",
            paramLabel = "FILE",
            description = "File with the password of the target on one line.")
    private @Nullable Path toPassword;

    private final Map<Scope, CopiedScope> copied = new LinkedHashMap<>();
    private @Nullable ProgressLine progress;

    @Override
    public Integer call() {
        StoreAddress source = StoreAddress.of("--from", from, root.terminal());
        StoreAddress target = StoreAddress.of("--to", to, root.terminal());
        if (source.toString().equals(target.toString())) {
            throw root.options().wrongUsage("--from and --to name the same store; name two");
        }
        if (source.folder() != null
                && target.folder() != null
                && (target.folder().startsWith(source.folder())
                        || source.folder().startsWith(target.folder()))) {
            throw root.options().wrongUsage("one of --from and --to lies in the other; name folders beside each other");
        }
        root.opener().requireMemory(source);
        progress = new ProgressLine(root.terminal(), root.output().isJson());
        MasterKeys masters = root.options().masterKeys();
        boolean equal;
        try (CopyableStore fromStore = root.opener()
                        .whenFree(() -> source.openToCopyFrom(
                                () -> password("--from-password-file", fromPassword, "DAYBOOK_FROM_PASSWORD"),
                                masters));
                CopyableStore toStore = root.opener()
                        .whenFree(() -> target.openToCopy(
                                () -> password("--to-password-file", toPassword, "DAYBOOK_TO_PASSWORD"), masters))) {
            equal = new StoreCopy(fromStore, toStore, source.toString(), this).run();
        }
        progress.clear();
        print(equal);
        return equal && lost() == 0 ? ExitCode.DONE : ExitCode.FAILED;
    }

    private @Nullable String password(String option, @Nullable Path file, String variable) {
        return StorePassword.of(root.terminal(), option, file, variable, StorePassword.VARIABLE);
    }

    @Override
    public void progress(Scope scope, long rows) {
        if (progress != null && progress.isDue()) {
            progress.at("copied " + copied.size() + " scopes, and " + rows + " rows of another");
        }
    }

    @Override
    public void copied(CopiedScope scope) {
        copied.put(scope.scope(), scope);
    }

    private long lost() {
        return copied.values().stream().mapToLong(scope -> scope.lost().size()).sum();
    }

    private void print(boolean equal) {
        if (root.output().isJson()) {
            Map<String, @Nullable Object> answer = PlainJson.object(
                    "scopes", copied.values().stream().map(CopyCommand::json).toList());
            answer.put("equal", equal);
            root.output().print(answer);
            return;
        }
        copied.values().forEach(scope -> root.output().println(line(scope)));
        for (CopiedScope scope : copied.values()) {
            for (EntryKey key : scope.lost()) {
                root.output()
                        .note("Not copied, because it is damaged in the source: " + name(scope.scope()) + ", "
                                + DisplayText.harmless(key.kind().label() + " " + key.id()));
            }
        }
        root.output()
                .note(
                        equal
                                ? "Copied " + copied.size() + " scopes; both stores hold the same"
                                        + (lost() == 0 ? "." : ", without " + lost() + " damaged entries.")
                                : "The stores differ in the scopes marked DIFFERS. The copy is not finished: run it again, or"
                                        + " empty the target first.");
    }

    private static Map<String, @Nullable Object> json(CopiedScope scope) {
        Map<String, @Nullable Object> json =
                PlainJson.object("space", scope.scope().space().id());
        json.put("scope", scope.scope().code());
        json.put("entries", scope.target().rows());
        json.put("versions", scope.target().versions());
        json.put("states", scope.target().states());
        json.put("audits", scope.target().audits());
        json.put("sha256", scope.target().sha256());
        json.put("equal", scope.isEqual());
        List<Object> lost = new ArrayList<>();
        scope.lost().forEach(key -> lost.add(Map.of("kind", key.kind().label(), "id", key.id())));
        json.put("lost", lost);
        return json;
    }

    private static String line(CopiedScope scope) {
        return name(scope.scope()) + ": entries " + scope.target().rows() + ", versions "
                + scope.target().versions() + ", states " + scope.target().states() + ", audit entries "
                + scope.target().audits() + ", sha256 " + scope.target().sha256()
                + (scope.isEqual() ? "" : " DIFFERS");
    }

    private static String name(Scope scope) {
        return DisplayText.harmless(scope.space().id() + " " + scope.code());
    }
}
