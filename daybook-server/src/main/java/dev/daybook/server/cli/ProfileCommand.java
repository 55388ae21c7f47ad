package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.data.Profile;
import dev.daybook.server.json.Answers;
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
        try (Daybook open = daybook.openWhatIsThere()) {
            Profile profile = daybook.memory(open).profile();
            if (daybook.json()) {
                daybook.print(Answers.profile(profile));
            } else {
                print(profile);
            }
        }
        return Exit.DONE;
    }

    private void print(Profile profile) {
        PrintStream out = daybook.terminal.out();
        out.println(Shown.scope(profile.scope()) + ": " + Shown.counts(profile.counts()) + " in "
                + Shown.count(profile.sessions(), "session"));
        if (profile.firstSeen() != null && profile.lastSeen() != null) {
            out.println("from " + Shown.time(profile.firstSeen()) + " to " + Shown.time(profile.lastSeen()));
        }
        profile.recentSessions().forEach(session -> out.println("  " + SessionsCommand.line(session)));
        if (!profile.sampleFacts().isEmpty()) {
            out.println("recorded last:");
        }
        profile.sampleFacts()
                .forEach(fact -> out.println("  " + Shown.line(fact.text(), daybook.terminal.width() - 2)));
    }
}
