package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.data.Turn;
import dev.daybook.server.json.Answers;
import dev.daybook.server.problem.NotFound;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "history",
        description = "Shows the last messages of a conversation, oldest first.",
        sortOptions = false)
final class HistoryCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand daybook;

    @Option(names = "--limit", paramLabel = "N", description = "How many messages (default 20).")
    private int limit = 20;

    @Override
    public Integer call() {
        daybook.scope();
        try (Daybook open = daybook.openWhatIsThere()) {
            Memory memory = daybook.memory(open);
            String session = daybook.session();
            List<Turn> turns = memory.sessions().history(session, limit);
            if (turns.isEmpty() && !isThere(memory, session)) {
                throw new NotFound("session '" + session + "' is not in " + Shown.scope(daybook.scope())
                        + "; 'daybook sessions' lists those there are");
            }
            if (daybook.json()) {
                daybook.print(Answers.messages(turns));
            } else {
                turns.forEach(turn -> daybook.terminal
                        .out()
                        .println(daybook.terminal.dim(Shown.time(turn.occurredAt())) + "  "
                                + daybook.terminal.bold(
                                        Shown.line(turn.message().speaker(), 60) + ":")
                                + " " + Shown.harmless(turn.message().text())));
            }
        }
        return Exit.DONE;
    }

    private static boolean isThere(Memory memory, String session) {
        return memory.sessions().find(session).isPresent();
    }
}
