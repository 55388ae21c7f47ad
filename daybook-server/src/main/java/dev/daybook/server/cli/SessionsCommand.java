package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.data.Session;
import dev.daybook.server.json.Answers;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

@Command(name = "sessions", description = "Lists the conversations, latest activity first.", sortOptions = false)
final class SessionsCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand daybook;

    @Override
    public Integer call() {
        daybook.scope();
        try (Daybook open = daybook.open()) {
            List<Session> sessions = daybook.memory(open).sessions();
            if (daybook.json()) {
                daybook.print(Answers.sessions(sessions));
            } else if (sessions.isEmpty()) {
                daybook.terminal.note("No conversations in " + Shown.scope(daybook.scope()) + ".");
            } else {
                sessions.forEach(session -> daybook.terminal.out().println(line(session)));
            }
        }
        return Exit.DONE;
    }

    static String line(Session session) {
        String name = session.name() == null ? "" : "  " + Shown.line(session.name(), 40);
        return Shown.time(session.lastActivity()) + "  " + Shown.line(session.id(), 60) + name + "  "
                + Shown.count(session.episodes(), "episode") + (session.isPrivate() ? "  private" : "");
    }
}
