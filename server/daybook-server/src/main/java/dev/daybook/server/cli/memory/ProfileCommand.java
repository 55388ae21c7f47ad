package dev.daybook.server.cli.memory;

import dev.daybook.outcome.Profile;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.DisplayText;
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
        return root.withExisting(memory -> {
            Profile profile = memory.archive().profile();
            return root.answer(() -> AnswerJson.profile(profile), () -> print(profile));
        });
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
