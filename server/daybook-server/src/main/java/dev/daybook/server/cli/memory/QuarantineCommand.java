package dev.daybook.server.cli.memory;

import dev.daybook.Memory;
import dev.daybook.internal.json.IsoTimes;
import dev.daybook.internal.json.ReceiptCodec;
import dev.daybook.internal.json.SelectionCodec;
import dev.daybook.model.Entry;
import dev.daybook.outcome.QuarantineReceipt;
import dev.daybook.query.Selection;
import dev.daybook.server.cli.options.ConfirmationPrompt;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.options.EntryOption;
import dev.daybook.server.cli.terminal.DisplayText;
import dev.daybook.server.cli.terminal.ExitCode;
import dev.daybook.server.json.AnswerJson;
import dev.daybook.server.problem.NotFoundException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "quarantine",
        header = "Hides the entries of a writer, key or session until they have been reviewed.",
        description = {
            "Quarantined entries, and entries derived from them, appear in no query and no context; 'list' and 'show'"
                    + " list them, 'release' restores them, and 'forget' erases them. The options combine with"
                    + " AND."
        },
        sortOptions = false)
final class QuarantineCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand root;

    @Option(names = "--writer", paramLabel = "NAME", description = "Entries of this writer, as named in their origin.")
    private @Nullable String writer;

    @Option(names = "--key", paramLabel = "ID", description = "Entries written with this key of a server.")
    private @Nullable String key;

    @Option(
            names = "--origin",
            paramLabel = "KIND",
            description = "Entries written by a user, assistant, tool or import.")
    private @Nullable String origin;

    @Option(names = "--since", paramLabel = "TIME", description = "Entries recorded at this time or later.")
    private @Nullable String since;

    @Mixin
    private EntryOption entryOption;

    @Mixin
    private ConfirmationPrompt confirmationPrompt;

    @Override
    public Integer call() {
        Selection.Matching selection = selection();
        root.options().scope();
        confirmationPrompt.mustBePossible(root, "put it in quarantine");
        // Another process may not use the folder while it is open, and a person takes time to answer.
        QuarantineReceipt preview =
                root.withExisting(memory -> memory.quarantine().preview(selection));
        if (confirmationPrompt.isDryRun()) {
            return answer(preview);
        }
        if (!confirmationPrompt.isGiven(root.terminal(), "This hides " + counted(preview) + ". It can be released.")) {
            root.output().note("Nothing was put in quarantine.");
            return ExitCode.FAILED;
        }
        return answer(root.withExisting(memory -> memory.quarantine().hide(selection)));
    }

    private Selection.Matching selection() {
        entryOption.check(root);
        return SelectionCodec.of(
                        null,
                        root.options().namedSession(),
                        entryOption.kind(),
                        null,
                        entryOption.ids().isEmpty() ? null : entryOption.ids(),
                        writer,
                        origin,
                        IsoTimes.instantOrDay("--since", since),
                        key)
                .orElseThrow(
                        () -> root.options()
                                .wrongUsage(
                                        "the selection is missing; give --writer, --key, --origin, --since, --session, or --kind with --id"));
    }

    private String counted(QuarantineReceipt quarantineReceipt) {
        return DisplayText.counts(quarantineReceipt.counts()) + " of "
                + root.scope() + ", and " + DisplayText.counts(quarantineReceipt.derived())
                + " derived from that";
    }

    private int answer(QuarantineReceipt quarantineReceipt) {
        boolean dryRun = confirmationPrompt.isDryRun();
        String text = quarantineReceipt.count() == 0
                ? "No matching entries in " + root.scope() + "."
                : dryRun
                        ? "Would hide " + counted(quarantineReceipt) + "."
                        : "Hid " + counted(quarantineReceipt) + "." + System.lineSeparator()
                                + "Release them with: daybook quarantine release " + quarantineReceipt.operation();
        return root.answer(() -> AnswerJson.quarantined(quarantineReceipt, dryRun), text);
    }

    @Command(name = "list", description = "Lists the quarantine operations.", sortOptions = false)
    int list() {
        return root.withExisting(memory -> {
            List<QuarantineReceipt> all = memory.quarantine().list();
            return root.list(
                    () -> ReceiptCodec.RELEASED.writeList("quarantine", all),
                    all,
                    "No entries are in quarantine in " + root.scope() + ".",
                    each -> each.operation() + "  " + DisplayText.time(each.at()) + "  "
                            + DisplayText.counts(each.counts()) + proposer(each));
        });
    }

    private static String proposer(QuarantineReceipt each) {
        String key = each.proposer();
        return each.isProposal() ? "  proposed" + (key == null ? "" : " with key " + DisplayText.line(key, 60)) : "";
    }

    @Command(name = "show", description = "Lists the entries that an operation quarantined.", sortOptions = false)
    int show(
            @Parameters(paramLabel = "OPERATION", description = "Id of the operation, as shown by 'list'.")
                    String operation) {
        return root.withExisting(memory -> {
            List<Entry> entries = entries(memory, operation);
            return root.list(
                    () -> AnswerJson.quarantined(operation, root.options().scope(), entries),
                    entries,
                    "",
                    each -> each.kind().label() + " "
                            + root.terminal().dim(DisplayText.line(each.id(), 60)) + "  "
                            + DisplayText.line(each.text(), root.terminal().width()));
        });
    }

    @Command(name = "release", description = "Restores the entries that an operation quarantined.", sortOptions = false)
    int release(
            @Parameters(paramLabel = "OPERATION", description = "Id of the operation, as shown by 'list'.")
                    String operation) {
        return root.withExisting(memory -> {
            entries(memory, operation);
            QuarantineReceipt released = memory.quarantine().release(operation);
            return root.answer(
                    () -> ReceiptCodec.RELEASED.write(released),
                    "Released " + DisplayText.counts(released.counts()) + ".");
        });
    }

    private List<Entry> entries(Memory memory, String operation) {
        try (Stream<Entry> entries = memory.quarantine().entries(operation)) {
            List<Entry> all = entries.toList();
            if (all.isEmpty()) {
                throw new NotFoundException("no entries are in quarantine in "
                        + root.scope()
                        + " by the operation '" + DisplayText.line(operation, 60)
                        + "'; 'daybook quarantine list' lists the operations");
            }
            return all;
        }
    }
}
