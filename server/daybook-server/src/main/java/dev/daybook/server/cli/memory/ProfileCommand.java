package dev.daybook.server.cli.memory;

import dev.daybook.Daybook;
import dev.daybook.outcome.Profile;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.DisplayText;
import dev.daybook.server.cli.terminal.ExitCode;
import dev.daybook.server.json.AnswerJson;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

@Command(name = "profile", description = "Shows an overview of the scope.", sortOptions = false)
final class ProfileCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand root;

    @Override
    public Integer call() {
        root.options().scope();
        try (Daybook daybook = root.opener().openExisting()) {
            Profile profile = root.options().memory(daybook).archive().profile();
            if (root.output().isJson()) {
                root.output().print(AnswerJson.profile(profile));
            } else {
                print(profile);
            }
        }
        return ExitCode.DONE;
    }

    private void print(Profile profile) {
        PrintStream out = root.terminal().out();
        out.println(DisplayText.scope(profile.scope()) + ": " + DisplayText.counts(profile.counts()) + " in "
                + DisplayText.count(profile.sessions(), "session"));
        if (profile.firstSeen() != null && profile.lastSeen() != null) {
            out.println(
                    "from " + DisplayText.time(profile.firstSeen()) + " to " + DisplayText.time(profile.lastSeen()));
        }
        profile.recentSessions().forEach(session -> out.println("  " + SessionsCommand.line(session)));
        if (!profile.sampleFacts().isEmpty()) {
            out.println("recorded last:");
        }
        profile.sampleFacts()
                .forEach(fact -> out.println(
                        "  " + DisplayText.line(fact.text(), root.terminal().width() - 2)));
    }
}
