package dev.daybook.server.cli.erasure;

import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.internal.erasure.ErasureSearch;
import dev.daybook.internal.json.IsoTimes;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Kind;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.query.Selection;
import dev.daybook.server.cli.options.ConfirmationPrompt;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.options.EntryOption;
import dev.daybook.server.cli.terminal.CommandTerminal;
import dev.daybook.server.cli.terminal.DisplayText;
import dev.daybook.server.cli.terminal.ExitCode;
import dev.daybook.server.cli.terminal.ProgressLine;
import dev.daybook.server.json.AnswerJson;
import dev.daybook.server.problem.NotFoundException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "forget",
        header = "Erases entries, down to the bytes in the files, and proves it on request.",
        description = {
            "Erases a session (--session ID), all entries before a time (--before TIME), the entries of a session before"
                    + " a time (both), entries by their ids (--kind KIND --id ID --id ID), or the whole scope (--all), with"
                    + " what is derived from them, and waits until their bytes are gone from the files. An erasure cannot be undone."
        },
        sortOptions = false)
final class ForgetCommand implements Callable<Integer> {

    private static final Duration TURN = Duration.ofMillis(500);

    @ParentCommand
    private DaybookCommand root;

    @Option(
            names = "--before",
            paramLabel = "TIME",
            description = "Erase entries before this time, ISO 8601 with an offset, or a day.")
    private @Nullable String before;

    @Mixin
    private EntryOption entryOption;

    @Option(names = "--all", description = "Erase all entries of the scope.")
    private boolean all;

    @Mixin
    private ConfirmationPrompt confirmationPrompt;

    @Option(
            names = "--prove",
            description =
                    "Afterwards, search every file of the data folder for the erased texts. Exit code 1 if one is found,"
                            + " or if a file could not be searched.")
    private boolean prove;

    @Mixin
    private ProofOptions proofOptions;

    @Override
    public Integer call() {
        Selection selection = selection();
        root.options().scope();
        if (proofOptions.isGiven() && !prove) {
            throw root.options().wrongUsage("--also and --certificate belong to a proof; add --prove");
        }
        proofOptions.check(root);
        if (prove) {
            root.options().requireFolder("forget --prove", "leave --prove out, and use 'verify-erasure' afterwards");
        }
        confirmationPrompt.mustBePossible(root, "forget");
        ErasureReceipt preview;
        @Nullable ForgottenTexts texts = null;
        try (LocalDaybook daybook = root.opener().openExisting()) {
            Memory memory = root.options().memory(daybook);
            preview = memory.preview(selection).receipt();
            requirePresent(memory, selection, preview);
            if (!confirmationPrompt.isDryRun() && prove) {
                texts = new ForgottenTexts(root, ErasureSearch.of(memory, selection), proofOptions);
                texts.searchRecords(daybook);
            }
        }
        if (confirmationPrompt.isDryRun()) {
            answer(preview, null);
            return ExitCode.DONE;
        }
        if (!confirmationPrompt.isGiven(root.terminal(), consequence(preview))) {
            root.output().note("Nothing was forgotten.");
            return ExitCode.FAILED;
        }
        return forget(selection, texts);
    }

    private int forget(Selection selection, @Nullable ForgottenTexts texts) {
        if (texts != null) {
            texts.searchBefore();
        }
        ErasureReceipt erasure;
        try (LocalDaybook daybook = root.opener().openExisting()) {
            Memory memory = root.options().memory(daybook);
            erasure = waitFor(memory, memory.forget(selection));
            if (texts != null) {
                texts.exclude(daybook);
            }
        }
        Map<String, @Nullable Object> proof = texts == null ? null : texts.proof();
        if (proof != null) {
            proof.put("operation", erasure.operation());
        }
        answer(erasure, proof);
        boolean removed = erasure.bytes() == ErasureReceipt.Bytes.GONE || erasure.count() == 0;
        if (texts != null) {
            Map<String, @Nullable Object> statement =
                    PlainJson.object("scope", root.options().scope().code());
            statement.put("space", root.options().scope().space().id());
            statement.putAll(AnswerJson.erasure(erasure, false));
            statement.put("proof", proof);
            texts.certify(statement, removed);
        }
        if (!removed) {
            root.output()
                    .note(
                            erasure.bytes() == ErasureReceipt.Bytes.KEPT
                                    ? "This store cannot erase bytes: no query returns the forgotten entries, but their bytes may be in its files."
                                    : "The bytes are still in the files; close the programs that read the folder, then run 'daybook doctor'.");
        }
        return removed && (texts == null || texts.nothingFound()) ? ExitCode.DONE : ExitCode.FAILED;
    }

    private Selection selection() {
        String session = root.options().namedSession();
        entryOption.check(root);
        String kind = entryOption.kind();
        if (kind != null) {
            return entries(kind, session);
        }
        if ((session != null || before != null) == all) {
            throw root.options()
                    .wrongUsage("the selection is missing; give --session ID, --before TIME or both, --kind KIND with"
                            + " --id ID, or --all");
        }
        Optional<Selection.Matching> conditions = Stream.concat(
                        Stream.ofNullable(session).map(Selection::session),
                        Stream.ofNullable(before)
                                .map(time -> Selection.before(IsoTimes.parseTimeOrDay("--before", time)
                                        .toInstant())))
                .reduce(Selection.Matching::and);
        return conditions.isPresent() ? conditions.get() : Selection.everything();
    }

    private Selection entries(String kind, @Nullable String session) {
        if (session != null || before != null || all) {
            throw root.options()
                    .wrongUsage("--id selects entries; leave --session, --before and --all out, or leave --id out");
        }
        return Selection.entries(Kind.of(kind), entryOption.ids());
    }

    /** Requires every entry that is named, since a person would take a wrong id for an erased entry. */
    private void requirePresent(Memory memory, Selection selection, ErasureReceipt preview) {
        if (!(selection instanceof Selection.Matching matching)
                || matching.ids().isEmpty()) {
            return;
        }
        Set<String> missing = new LinkedHashSet<>(entryOption.ids());
        if (matching.ids().size() > 1) {
            memory.preview(selection).entries().stream()
                    .filter(ref -> ref.scope().equals(memory.scope()) && ref.kind() == matching.kind())
                    .forEach(ref -> missing.remove(ref.id()));
        } else if (preview.count() > 0) {
            missing.clear();
        }
        if (!missing.isEmpty()) {
            throw new NotFoundException(entryOption.kind() + " '"
                    + DisplayText.line(missing.iterator().next(), 60) + "' is not in " + root.scope()
                    + "; 'daybook export' lists the entries");
        }
    }

    private String consequence(ErasureReceipt preview) {
        return "This forgets " + DisplayText.counts(preview.counts()) + " of " + root.scope()
                + ". This cannot be undone.";
    }

    private ErasureReceipt waitFor(Memory memory, ErasureReceipt erasure) {
        return wait(root.terminal(), memory, erasure, ErasureCommands.MAX_WAIT);
    }

    /** Waits until the bytes of an erasure are gone, and shows the progress. */
    static ErasureReceipt wait(CommandTerminal terminal, Memory memory, ErasureReceipt erasure, Duration longest) {
        ProgressLine progress = new ProgressLine(terminal);
        long end = System.nanoTime() + longest.toNanos();
        ErasureReceipt now = erasure;
        while (now.bytes() == ErasureReceipt.Bytes.PENDING && System.nanoTime() - end < 0) {
            progress.at("Forgotten; waiting until the bytes are gone from the files.");
            now = memory.operations().await(now, TURN);
        }
        progress.clear();
        return now;
    }

    private void answer(ErasureReceipt erasure, @Nullable Map<String, @Nullable Object> proof) {
        if (root.output().isJson()) {
            Map<String, @Nullable Object> document = AnswerJson.erasure(erasure, confirmationPrompt.isDryRun());
            if (proof != null) {
                document.put("proof", proof);
            }
            root.output().print(document);
            return;
        }
        if (erasure.count() == 0) {
            root.output().println("Nothing to forget in " + root.scope() + ".");
            return;
        }
        String done = confirmationPrompt.isDryRun() ? "Would forget " : "Forgot ";
        root.output().println(done + DisplayText.counts(erasure.counts()) + " of " + root.scope() + ".");
        if (!confirmationPrompt.isDryRun() && erasure.bytes() == ErasureReceipt.Bytes.GONE) {
            root.output().println("The bytes are gone from the files. Operation " + erasure.operation() + ".");
        }
        if (erasure.keptHashes() > 0) {
            root.output()
                    .println("Kept " + DisplayText.count(erasure.keptHashes(), "keyed hash", "keyed hashes")
                            + " of forgotten texts, because the space refuses them (refuseForgotten).");
        }
        if (proof != null) {
            ForgottenTexts.print(root.terminal().out(), proof);
        }
    }
}
