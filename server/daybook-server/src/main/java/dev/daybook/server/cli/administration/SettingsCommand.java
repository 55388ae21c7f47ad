package dev.daybook.server.cli.administration;

import dev.daybook.Daybook;
import dev.daybook.MemorySpace;
import dev.daybook.internal.json.settings.SpaceSetting;
import dev.daybook.outcome.TokenUsage;
import dev.daybook.query.SpaceSettings;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.DisplayText;
import dev.daybook.server.cli.terminal.ExitCode;
import dev.daybook.server.json.AnswerJson;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "settings",
        header = "Shows or changes the settings of the space.",
        description = {
            "secrets: treatment of texts that look like a password or a key:",
            "mark (keep it and mark it), redact (write [redacted] in its place), reject (refuse the write).",
            "bank.enabled: whether sessions are summarized for all users of the space, see 'daybook bank on'.",
            "bank.maxTokens: token budget of the bank in a context, 200 to 10000; 0 means 2000.",
            "models.tokensPerDay: token limit of language model calls for a day in UTC (default 1000000), or unlimited.",
            "derivations.off: derivations to switch off: facts, gists, core with commas between, or none.",
            "lowTrust: treatment of texts with less trust than a user, in recalls and contexts:",
            "show, mark (label them), leaveOut.",
            "retention.days: older entries of all scopes are forgotten by the clock: 1 to 36525 days, or none.",
            "refuseForgotten: whether a text that was forgotten in a scope is refused there: true or false.",
            "false deletes the hashes of all forgotten texts.",
            "legalHold: the reason of a legal hold, during which every erasure is refused, or none."
        },
        sortOptions = false)
final class SettingsCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand root;

    @Parameters(
            arity = "0..1",
            paramLabel = "KEY[=VALUE]",
            description = "Setting to show or to change; without it all are shown.")
    private @Nullable String setting;

    @Override
    public Integer call() {
        String[] keyAndValue = setting == null ? new String[0] : setting.split("=", 2);
        SpaceSetting<?> named = setting == null ? null : named(keyAndValue[0]);
        String value = keyAndValue.length == 2 ? keyAndValue[1] : null;
        if (named != null && value != null) {
            // An invalid value is refused before anything is opened.
            named.changed(SpaceSettings.DEFAULTS, value);
        }
        try (Daybook daybook =
                value == null ? root.opener().openExisting() : root.opener().open()) {
            MemorySpace space = root.options().memorySpace(daybook);
            if (named != null && value != null) {
                change(space, named, value);
            }
            print(space, named, value != null);
        }
        return ExitCode.DONE;
    }

    private static SpaceSetting<?> named(String name) {
        for (SpaceSetting<?> each : SpaceSetting.ALL) {
            if (each.name().equals(name)) {
                return each;
            }
        }
        throw new IllegalArgumentException("setting is '" + DisplayText.line(name, 40) + "'; use one of "
                + SpaceSetting.ALL.stream().map(SpaceSetting::name).collect(Collectors.joining(", ")));
    }

    private void change(MemorySpace space, SpaceSetting<?> named, String value) {
        SpaceSettings before = space.settings();
        SpaceSettings after = space.changeSettings(settings -> named.changed(settings, value));
        if (after.bank().enabled() && !before.bank().enabled()) {
            root.output().note(BankCommand.PRIVACY);
        }
    }

    private void print(MemorySpace space, @Nullable SpaceSetting<?> named, boolean changed) {
        SpaceSettings settings = space.settings();
        root.answer(() -> AnswerJson.settings(settings, space.usage()), () -> {
            if (named != null) {
                root.output().println(changed ? named.line(settings) : named.text(settings));
                return;
            }
            SpaceSetting.ALL.forEach(each -> root.output().println(each.line(settings)));
            TokenUsage usage = space.usage();
            root.output()
                    .note("Language models used " + DisplayText.count(usage.tokensToday(), "token") + " today (UTC), "
                            + usage.tokens() + " in all.");
        });
    }
}
