package dev.daybook.server.cli.administration;

import dev.daybook.Daybook;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.DisplayText;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "spaces",
        description = "Lists the spaces that hold entries; with --scopes also their scopes.",
        sortOptions = false)
final class SpacesCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand root;

    @Option(
            names = "--scopes",
            description =
                    "List the scopes: the users, the anonymous and the shared scope, of all spaces or of the space"
                            + " given by --space.")
    private boolean scopes;

    @Override
    public Integer call() {
        root.options().scope();
        return scopes ? scopes() : spaces();
    }

    private int scopes() {
        try (Daybook daybook = root.opener().openExisting();
                Stream<Space> spaces = daybook.spaces()) {
            Space only = root.options().namedSpace();
            List<Scope> all = spaces.filter(space -> only == null || space.equals(only))
                    .sorted(Comparator.comparing(Space::id))
                    .flatMap(space -> daybook.space(space.id()).scopes().sorted(Comparator.comparing(Scope::code)))
                    .toList();
            return root.list(
                    () -> PlainJson.object(
                            "scopes", all.stream().map(SpacesCommand::place).toList()),
                    all,
                    "No scope holds entries yet.",
                    scope -> DisplayText.harmless(scope.space().id() + "  " + scope.code()));
        }
    }

    private static Map<String, @Nullable Object> place(Scope scope) {
        Map<String, @Nullable Object> place =
                PlainJson.object("space", scope.space().id());
        place.put("scope", scope.code());
        return place;
    }

    private int spaces() {
        try (Daybook daybook = root.opener().openExisting();
                Stream<Space> listed = daybook.spaces()) {
            List<String> spaces = listed.map(Space::id).sorted().toList();
            return root.list(
                    () -> PlainJson.object("spaces", spaces),
                    spaces,
                    "No space holds entries yet.",
                    DisplayText::harmless);
        }
    }
}
