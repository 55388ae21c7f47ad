package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.outcome.Profile;
import dev.daybook.server.json.AnswerJson;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

@Command(name = "profile", description = "Shows an overview of the scope.", sortOptions = false)
final class ProfileCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand daybook;

    @Override
    public Integer call() {
        daybook.scope();
        try (Daybook open = daybook.openExisting()) {
            Profile profile = daybook.memory(open).archive().profile();
            if (daybook.json()) {
                daybook.print(AnswerJson.profile(profile));
            } else {
                print(profile);
            }
        }
        return ExitCode.DONE;
    }

    private void print(Profile profile) {
        PrintStream out = daybook.terminal.out();
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
                .forEach(fact -> out.println("  " + DisplayText.line(fact.text(), daybook.terminal.width() - 2)));
    }
}
