package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.Scopes;
import dev.daybook.data.Settings;
import dev.daybook.server.json.Answers;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "settings",
        header = "Shows or changes what holds for the whole space.",
        description = {
            "secrets: what to do with a text that looks like it holds a password or a key:",
            "mark (keep it and mark it), redact (write [redacted] in its place), reject (refuse the write)."
        },
        sortOptions = false)
final class SettingsCommand implements Callable<Integer> {

    private static final String SECRETS = "secrets";

    @ParentCommand
    private DaybookCommand daybook;

    @Parameters(
            arity = "0..1",
            paramLabel = "KEY[=VALUE]",
            description = "A setting to show or to change; none: show all.")
    private @Nullable String setting;

    @Override
    public Integer call() {
        String[] keyAndValue = setting == null ? new String[] {SECRETS} : setting.split("=", 2);
        String key = keyAndValue[0];
        if (!key.equals(SECRETS)) {
            throw daybook.wrongUsage("setting is '" + Shown.line(key, 40) + "'; use secrets");
        }
        Settings.Secrets secrets = keyAndValue.length == 2 ? Settings.Secrets.of(keyAndValue[1]) : null;
        try (Daybook open = daybook.open()) {
            Scopes space = daybook.scopes(open);
            if (secrets != null) {
                space.settings(space.settings().secrets(secrets));
            }
            Settings settings = space.settings();
            if (daybook.json()) {
                daybook.print(Answers.settings(settings));
            } else {
                String value = settings.secrets().label();
                daybook.terminal.out().println(setting == null || secrets != null ? SECRETS + "=" + value : value);
            }
        }
        return Exit.DONE;
    }
}
