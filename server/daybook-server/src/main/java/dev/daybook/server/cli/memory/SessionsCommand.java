package dev.daybook.server.cli.memory;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.SessionInfo;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.DisplayText;
import dev.daybook.server.cli.terminal.ExitCode;
import dev.daybook.server.json.AnswerJson;
import dev.daybook.server.problem.NotFoundException;
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
        root.options().scope();
        try (Daybook opened = root.opener().openExisting()) {
            Memory memory = root.options().memory(opened);
            List<SessionInfo> sessions = memory.sessions();
            String marked = hidden == null ? shown : hidden;
            if (marked != null) {
                require(sessions, marked);
                sessions = List.of(memory.session(marked).change(options -> options.isPrivate(hidden != null)));
            }
            if (named != null) {
                require(sessions, root.options().session());
                sessions = List.of(memory.session(root.options().session()).change(options -> options.name(named)));
            }
            if (retention != null) {
                require(sessions, root.options().session());
                sessions = List.of(
                        memory.session(root.options().session()).change(options -> options.retentionDays(retention)));
            }
            if (root.output().isJson()) {
                root.output().print(AnswerJson.sessions(sessions));
            } else if (sessions.isEmpty()) {
                root.output()
                        .note("No sessions in "
                                + DisplayText.scope(root.options().scope()) + ".");
            } else {
                sessions.forEach(session -> root.output().println(line(session)));
            }
        }
        return ExitCode.DONE;
    }

    /** Refuses an unknown session: a mistyped one would stay in the bank unnoticed. */
    private void require(List<SessionInfo> sessions, String id) {
        if (sessions.stream().noneMatch(session -> session.id().equals(id))) {
            throw new NotFoundException("session '" + DisplayText.line(id, 60) + "' is not in "
                    + DisplayText.scope(root.options().scope()) + "; 'daybook sessions' lists the sessions");
        }
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
