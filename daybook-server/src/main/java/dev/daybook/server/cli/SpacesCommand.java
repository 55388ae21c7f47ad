package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.data.Space;
import dev.daybook.server.json.Answers;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

@Command(name = "spaces", description = "Lists the spaces that hold something.", sortOptions = false)
final class SpacesCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand daybook;

    @Override
    public Integer call() {
        daybook.scope();
        try (Daybook open = daybook.open();
                Stream<Space> listed = open.spaces()) {
            List<String> spaces = listed.map(Space::id).sorted().toList();
            if (daybook.json()) {
                daybook.print(Answers.with("spaces", spaces));
            } else if (spaces.isEmpty()) {
                daybook.terminal.note("No space holds anything yet.");
            } else {
                spaces.forEach(space -> daybook.terminal.out().println(Shown.harmless(space)));
            }
        }
        return Exit.DONE;
    }
}
