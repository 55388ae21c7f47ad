package dev.daybook.server.cli.memory;

import dev.daybook.Memory;
import dev.daybook.outcome.SessionInfo;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.DisplayText;
import dev.daybook.server.json.AnswerJson;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "sessions",
        header = "Lists the sessions, latest activity first, or changes one.",
        description = "The bank leaves private sessions out: other users see no summary of them.",
        sortOptions = false)
final class SessionsCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand root;

    @Option(names = "--private", paramLabel = "ID", description = "Mark this session as private.")
    private @Nullable String hidden;

    @Option(names = "--public", paramLabel = "ID", description = "Mark this session as not private.")
    private @Nullable String shown;

    @Option(
            names = "--retention",
            paramLabel = "DAYS",
            description = "Retention period of the session given by --session: entries from before it are forgotten"
                    + " by the clock; 0: none.")
    private @Nullable Integer retention;

    @Option(names = "--name", paramLabel = "NAME", description = "Name of the session given by --session.")
    private @Nullable String name;

    @Override
    public Integer call() {
        if (hidden != null && shown != null) {
            throw root.options().wrongUsage("--private and --public exclude each other; give one");
        }
        String named = name;
        if (named != null && (hidden != null || shown != null)) {
            throw root.options().wrongUsage("--name excludes --private and --public; give one of them");
        }
        if (retention != null && (named != null || hidden != null || shown != null)) {
            throw root.options().wrongUsage("--retention excludes --name, --private and --public; give one of them");
        }
        return root.withExisting(memory -> {
            List<SessionInfo> sessions = changed(memory, memory.sessions());
            return root.list(
                    () -> AnswerJson.sessions(sessions),
                    sessions,
                    "No sessions in " + root.scope() + ".",
                    SessionsCommand::line);
        });
    }

    /** Refuses an unknown session: a mistyped one would stay in the bank unnoticed. */
    private List<SessionInfo> changed(Memory memory, List<SessionInfo> sessions) {
        String marked = hidden == null ? shown : hidden;
        if (marked == null && name == null && retention == null) {
            return sessions;
        }
        String id = marked == null ? root.options().session() : marked;
        if (sessions.stream().noneMatch(session -> session.id().equals(id))) {
            throw root.notThere("session", id, "daybook sessions");
        }
        return List.of(memory.session(id)
                .change(options -> marked != null
                        ? options.isPrivate(hidden != null)
                        : name != null ? options.name(name) : options.retentionDays(retention)));
    }

    static String line(SessionInfo session) {
        String name = session.name() == null ? "" : "  " + DisplayText.line(session.name(), 40);
        return DisplayText.time(session.lastActivity()) + "  " + DisplayText.line(session.id(), 60) + name + "  "
                + DisplayText.count(session.episodes(), "episode") + (session.isPrivate() ? "  private" : "")
                + (session.retentionDays() == null
                        ? ""
                        : "  kept for " + DisplayText.count(session.retentionDays(), "day"));
    }
}
