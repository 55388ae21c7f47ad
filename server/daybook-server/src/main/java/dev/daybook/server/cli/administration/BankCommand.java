package dev.daybook.server.cli.administration;

import dev.daybook.Bank;
import dev.daybook.Daybook;
import dev.daybook.MemorySpace;
import dev.daybook.internal.json.BankCodec;
import dev.daybook.internal.json.IsoTimes;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.internal.json.settings.SettingsLines;
import dev.daybook.internal.json.settings.SpaceSetting;
import dev.daybook.model.Scope;
import dev.daybook.model.Summary;
import dev.daybook.outcome.BankContents;
import dev.daybook.outcome.BankText;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.query.SpaceSettings;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.DisplayText;
import dev.daybook.server.cli.terminal.ExitCode;
import dev.daybook.server.json.AnswerJson;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "bank",
        header = "Manages the bank: session summaries that all users of the space share.",
        description = "The bank is off until 'daybook bank on'. It belongs to the space; --user and --session select"
                + " a session.",
        subcommands = {BankAddCommand.class, BankDueCommand.class, BankSummarizeCommand.class},
        sortOptions = false)
final class BankCommand implements Callable<Integer> {

    /** The privacy notice for the users of a space; see {@link SpaceSettings.Bank}. */
    static final String PRIVACY = """
            The bank is on. Conversations of every user of this space are summed up, and every other user of it
            is shown these summaries, also of what was said before. Tell your users. Left out are conversations
            marked private, and what looks like a password or a key. 'daybook bank off' stops it; 'daybook bank
            clear' erases what is there.""";

    @ParentCommand
    DaybookCommand root;

    @Override
    public Integer call() {
        throw root.options()
                .wrongUsage(
                        "the subcommand of bank is missing; use on, off, list, add, due, summarize, compress, preview or clear");
    }

    @Command(
            name = "on",
            description = "Switches the bank on and prints a privacy notice for its users.",
            sortOptions = false)
    int on() {
        return switched(true);
    }

    @Command(
            name = "off",
            description = "Switches the bank off. Its summaries are kept, but no context shows them.",
            sortOptions = false)
    int off() {
        return switched(false);
    }

    private int switched(boolean enabled) {
        return writing(space -> {
            space.changeSettings(settings -> settings.bank(settings.bank().enabled(enabled)));
            if (enabled) {
                root.output().note(PRIVACY);
            }
            return root.answer(
                    () -> SettingsLines.fieldsOf(space.settings()), SpaceSetting.BANK_ENABLED.line(space.settings()));
        });
    }

    @Command(name = "list", description = "Lists the current summaries, newest first.", sortOptions = false)
    int list(
            @Option(
                            names = "--archive",
                            description = "List the archived summaries: folded into a digest, or over the budget.")
                    boolean archive) {
        return with(space -> {
            BankContents contents = space.bank().list();
            List<Summary> summaries = archive ? space.bank().archive() : contents.summaries();
            Supplier<Map<String, @Nullable Object>> json = () -> archive
                    ? AnswerJson.entries("summaries", scope(), summaries)
                    : BankCodec.CONTENTS.write(contents, scope());
            return root.answer(json, () -> {
                summaries.forEach(summary -> root.output().println(line(summary)));
                String size = contents.tokens() + " of " + contents.maxTokens() + " tokens are used.";
                root.output().note(size + (space.settings().bank().enabled() ? "" : " The bank is off."));
            });
        });
    }

    private String line(Summary summary) {
        String head = Stream.of(summary.level().label(), summary.period(), summary.session())
                .filter(part -> part != null && !part.isEmpty())
                .map(part -> DisplayText.line(part, 40) + "  ")
                .collect(Collectors.joining());
        return head
                + DisplayText.line(summary.text(), Math.max(20, root.terminal().width() - head.length()));
    }

    @Command(
            name = "compress",
            description = "Fits the bank into its token budget: folds older summaries into digests, drops the oldest.",
            sortOptions = false)
    int compress(
            @Option(
                            names = "--max-tokens",
                            paramLabel = "N",
                            description = "Token budget to use instead of the setting.")
                    @Nullable
                    Integer maxTokens) {
        return deriving(space -> {
            int most = maxTokens == null ? space.settings().bank().maxTokens() : maxTokens;
            return outcomes(space.bank().compress(most), "The bank fits its budget already.");
        });
    }

    @Command(name = "preview", description = "Prints the bank section as it appears in a context.", sortOptions = false)
    int preview(
            @Option(
                            names = "--max-tokens",
                            paramLabel = "N",
                            description = "Token budget to use instead of the setting.")
                    @Nullable
                    Integer maxTokens,
            @Option(
                            names = "--as-of",
                            paramLabel = "TIME",
                            description =
                                    "The bank as of this time (point-in-time query), ISO 8601 with an offset, or a day.")
                    @Nullable
                    String asOf) {
        return with(space -> {
            int most = maxTokens == null ? space.settings().bank().maxTokens() : maxTokens;
            BankText text = space.bank().preview(most, IsoTimes.instantOrDay("--as-of", asOf));
            return root.answer(() -> BankCodec.SECTION.write(text), () -> {
                if (!text.text().isEmpty()) {
                    root.output().println(DisplayText.harmless(text.text()));
                }
                root.output()
                        .note(text.tokens() + " of " + text.maxTokens() + " tokens; left out: "
                                + summaries(text.leftOut().size()) + ".");
            });
        });
    }

    @Command(
            name = "clear",
            description = "Erases all summaries of the bank. This cannot be undone.",
            sortOptions = false)
    int clear(@Option(names = "--yes", description = "Do not ask for confirmation.") boolean yes) {
        if (!(root.options().scope() instanceof Scope.Anonymous)) {
            throw root.options()
                    .wrongUsage("bank clear erases the bank of the whole space; leave --user and --shared out");
        }
        if (!yes && !root.terminal().canAsk()) {
            throw root.options()
                    .wrongUsage(
                            "bank clear asks for confirmation, and there is no terminal; add --yes, or list the bank with 'bank list'");
        }
        return with(space -> {
            Bank bank = space.bank();
            if (!yes
                    && !confirmed(
                            bank.list().summaries().size() + bank.archive().size())) {
                root.output().note("Nothing was cleared.");
                return ExitCode.FAILED;
            }
            int cleared = bank.forget();
            return root.answer(() -> PlainJson.object("cleared", cleared), "Cleared " + summaries(cleared) + ".");
        });
    }

    private boolean confirmed(int count) {
        root.output().note("This clears " + summaries(count) + " of all users. This cannot be undone.");
        return root.terminal().confirmed();
    }

    private static String summaries(int count) {
        return DisplayText.count(count, "summary", "summaries");
    }

    int outcomes(List<DerivationOutcome> outcomes, String ifNone) {
        return root.outcomes(outcomes, ifNone, DisplayText::outcome);
    }

    /** Returns the scope that holds the bank. */
    Scope scope() {
        return new Scope.Shared(root.options().space());
    }

    /** Runs an action on an existing bank. */
    int with(Function<MemorySpace, Integer> work) {
        return working(root.opener()::openExisting, work);
    }

    /** Runs a write on a bank; it may create the memory. */
    int writing(Function<MemorySpace, Integer> work) {
        return working(root.opener()::open, work);
    }

    /** Runs a write with the configured language model, if any. */
    int deriving(Function<MemorySpace, Integer> work) {
        return working(root.opener()::openToDeriveExisting, work);
    }

    private int working(Supplier<? extends Daybook> opening, Function<MemorySpace, Integer> work) {
        return root.working(opening, daybook -> work.apply(root.options().memorySpace(daybook)));
    }
}
