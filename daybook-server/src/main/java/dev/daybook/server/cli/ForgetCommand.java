package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.data.Erasure;
import dev.daybook.data.Selection;
import dev.daybook.server.json.Answers;
import dev.daybook.server.json.Times;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "forget",
        header = "Forgets, down to the bytes, and proves it if asked.",
        description = {
            "Forgets a conversation (--session ID), what happened before a time (--before TIME), what happened in a"
                + " conversation before a time (both), or all of the scope (--all), and waits until its bytes are gone"
                + " from the files. There is no undo."
        },
        sortOptions = false)
final class ForgetCommand implements Callable<Integer> {

    /** A scrub of half a gigabyte takes some five seconds; after this long something holds the file. */
    static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

    private static final Duration TURN = Duration.ofMillis(500);

    @ParentCommand
    private DaybookCommand daybook;

    @Option(
            names = "--before",
            paramLabel = "TIME",
            description = "What happened before it, ISO 8601 with an offset, or a day.")
    private @Nullable String before;

    @Option(names = "--all", description = "Everything of the scope.")
    private boolean all;

    @Mixin
    private Consent consent;

    @Option(names = "--prove", description = "Then search every file of the data folder for the forgotten texts.")
    private boolean prove;

    @Override
    public Integer call() {
        Selection selection = selection();
        daybook.scope();
        consent.mustBePossible(daybook, "forget");
        Erasure preview;
        ForgottenTexts texts = new ForgottenTexts(daybook);
        try (Daybook open = daybook.openWhatIsThere()) {
            Memory memory = daybook.memory(open);
            preview = memory.preview(selection);
            if (!consent.isDryRun() && prove) {
                texts.collect(memory, selection);
            }
        }
        if (consent.isDryRun()) {
            answer(preview, null);
            return Exit.DONE;
        }
        if (!consent.isGiven(daybook.terminal, consequence(preview))) {
            daybook.terminal.note("Nothing was forgotten.");
            return Exit.FAILED;
        }
        return forget(selection, prove ? texts : null);
    }

    private int forget(Selection selection, @Nullable ForgottenTexts texts) {
        if (texts != null) {
            texts.searchBefore();
        }
        Erasure erasure;
        try (Daybook open = daybook.openWhatIsThere()) {
            Memory memory = daybook.memory(open);
            erasure = waitFor(memory, memory.forget(selection));
            if (texts != null) {
                texts.leaveOutWhatStays(open);
            }
        }
        Map<String, @Nullable Object> proof = texts == null ? null : texts.proof();
        if (proof != null) {
            proof.put("operation", erasure.operation());
        }
        answer(erasure, proof);
        boolean gone = erasure.bytes() == Erasure.Bytes.GONE || erasure.count() == 0;
        if (!gone) {
            daybook.terminal.note(
                    erasure.bytes() == Erasure.Bytes.KEPT
                            ? "This store cannot erase bytes: forgotten entries are in no view, but may remain in its"
                                    + " files."
                            : "The bytes are still in the files; close what reads the folder, then run 'daybook"
                                    + " doctor'.");
        }
        return gone && (texts == null || texts.nothingFound()) ? Exit.DONE : Exit.FAILED;
    }

    private Selection selection() {
        String session = daybook.namedSession();
        if ((session != null || before != null) == all) {
            throw daybook.wrongUsage("give --session ID, --before TIME or both of them, or else --all");
        }
        Selection selection = Selection.everything();
        if (session != null) {
            selection = selection.andSession(session);
        }
        return before == null ? selection : selection.andBefore(time(before));
    }

    private static OffsetDateTime time(String before) {
        return Times.parseTimeOrDay("--before", before);
    }

    private String consequence(Erasure preview) {
        return "This forgets " + Shown.counts(preview.counts()) + " of " + Shown.scope(daybook.scope())
                + ". There is no undo.";
    }

    private Erasure waitFor(Memory memory, Erasure erasure) {
        return wait(daybook.terminal, memory, erasure, LONGEST_WAIT);
    }

    /** Waits until the bytes of an erasure are gone, and says so to whoever waits. */
    static Erasure wait(Terminal terminal, Memory memory, Erasure erasure, Duration longest) {
        Progress progress = new Progress(terminal);
        long end = System.nanoTime() + longest.toNanos();
        Erasure now = erasure;
        while (now.bytes() == Erasure.Bytes.PENDING && System.nanoTime() - end < 0) {
            progress.at("Forgotten; waiting until the bytes are gone from the files.");
            now = memory.await(now, TURN);
        }
        progress.clear();
        return now;
    }

    private void answer(Erasure erasure, @Nullable Map<String, @Nullable Object> proof) {
        if (daybook.json()) {
            Map<String, @Nullable Object> document = Answers.erasure(erasure, consent.isDryRun());
            if (proof != null) {
                document.put("proof", proof);
            }
            daybook.print(document);
            return;
        }
        if (erasure.count() == 0) {
            daybook.terminal.out().println("Nothing to forget in " + Shown.scope(daybook.scope()) + ".");
            return;
        }
        String done = consent.isDryRun() ? "Would forget " : "Forgot ";
        daybook.terminal
                .out()
                .println(done + Shown.counts(erasure.counts()) + " of " + Shown.scope(daybook.scope()) + ".");
        if (!consent.isDryRun() && erasure.bytes() == Erasure.Bytes.GONE) {
            daybook.terminal.out().println("The bytes are gone from the files. Operation " + erasure.operation() + ".");
        }
        if (proof != null) {
            ForgottenTexts.print(daybook.terminal.out(), proof);
        }
    }
}
