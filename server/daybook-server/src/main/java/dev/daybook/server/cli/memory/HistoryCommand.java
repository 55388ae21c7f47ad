package dev.daybook.server.cli.memory;

import dev.daybook.model.Message;
import dev.daybook.outcome.Turn;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.CommandTerminal;
import dev.daybook.server.cli.terminal.DisplayText;
import dev.daybook.server.json.AnswerJson;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(name = "history", description = "Prints the last messages of a session, oldest first.", sortOptions = false)
final class HistoryCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand root;

    @Option(names = "--limit", paramLabel = "N", description = "Maximum number of messages (default 20).")
    private int limit = 20;

    @Override
    public Integer call() {
        return root.withExisting(memory -> {
            String session = root.options().session();
            List<Turn> turns = memory.session(session).turns(limit);
            if (turns.isEmpty() && memory.session(session).info().isEmpty()) {
                throw root.notThere("session", session, "daybook sessions");
            }
            return root.answer(() -> AnswerJson.messages(turns), () -> turns.forEach(this::print));
        });
    }

    private void print(Turn turn) {
        CommandTerminal terminal = root.terminal();
        Message message = turn.message();
        String tools = tools(message);
        String shown = message.shownText();
        String label = turn.trust().labelBeside(message.role());
        terminal.out()
                .println(terminal.dim(DisplayText.time(turn.occurredAt())) + "  "
                        + (label.isEmpty() ? "" : label + " ")
                        + terminal.bold(DisplayText.line(message.speaker(), 60) + ":")
                        + (shown.isEmpty() ? "" : " " + DisplayText.harmless(shown))
                        + (tools.isEmpty() ? "" : " " + terminal.dim(tools)));
    }

    /** The tools that a message calls and the call that it answers, or an empty text. */
    private static String tools(Message message) {
        Stream<String> calls = message.toolCalls().stream()
                .map(call -> "[calls " + DisplayText.line(call.name(), 60) + id(call.id()) + "]");
        String answeredId = message.toolCallId();
        Stream<String> answered =
                answeredId == null ? Stream.empty() : Stream.of("[answers " + DisplayText.line(answeredId, 60) + "]");
        return Stream.concat(calls, answered).collect(Collectors.joining(" "));
    }

    private static String id(@Nullable String id) {
        return id == null ? "" : ", id " + DisplayText.line(id, 60);
    }
}
