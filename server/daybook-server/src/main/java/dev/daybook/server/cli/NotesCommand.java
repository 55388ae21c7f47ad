package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.internal.checks.NotePlaces;
import dev.daybook.internal.json.HitCodec;
import dev.daybook.internal.json.ReceiptCodec;
import dev.daybook.model.Note;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Receipt;
import dev.daybook.server.json.AnswerJson;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "notes",
        header = "Adds, lists and searches notes: short texts that are complete without their context.",
        description = "Without a language model notes are stored unchanged; a note nearly the same as an earlier one"
                + " replaces it.",
        sortOptions = false)
final class NotesCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand daybook;

    @Override
    public Integer call() {
        throw daybook.wrongUsage("the subcommand of notes is missing; use add, latest or search");
    }

    @Command(
            name = "add",
            description = "Adds texts as notes and prints the id of the stored entry."
                    + " A language model first splits a single text into several notes.",
            sortOptions = false)
    int add(
            @Parameters(
                            arity = "1..*",
                            paramLabel = "TEXT",
                            description = "Text of a note; a single - reads it from stdin.")
                    List<String> texts,
            @Option(
                            names = "--wait",
                            description = "Run all due derivations, as 'daybook consolidate' does; without --wait a"
                                    + " configured model makes the notes at the next 'daybook consolidate'.")
                    boolean wait) {
        String only = texts.size() > 1 ? null : texts.get(0).equals("-") ? daybook.terminal.readAll() : texts.get(0);
        if (only == null ? texts.stream().allMatch(String::isBlank) : only.isBlank()) {
            throw daybook.wrongUsage("TEXT is blank; give the text of the note");
        }
        daybook.scope();
        try (Daybook open = daybook.openToDerive()) {
            Memory memory = daybook.memory(open);
            Optional<Receipt> receipt = only == null
                    ? memory.notes().remember(texts)
                    : memory.notes().remember(only);
            receipt.ifPresent(this::print);
            List<DerivationOutcome> outcomes = wait ? memory.consolidate() : List.of();
            outcomes.forEach(outcome -> daybook.terminal.note(DisplayText.outcome(outcome)));
            boolean failed = outcomes.stream().anyMatch(outcome -> outcome.result() == DerivationOutcome.Result.FAILED);
            return failed ? ExitCode.FAILED : ExitCode.DONE;
        }
    }

    @Command(name = "latest", description = "Lists the notes, newest first.", sortOptions = false)
    int latest(
            @Option(
                            names = "--begin",
                            defaultValue = "1",
                            paramLabel = "N",
                            description = "Number of the first note to list, counted from 1 (default 1).")
                    int begin,
            @Option(
                            names = "--count",
                            defaultValue = "5",
                            paramLabel = "N",
                            description = "Maximum number of notes (default 5).")
                    int count) {
        daybook.scope();
        try (Daybook open = daybook.openExisting()) {
            return print(daybook.memory(open).notes().latest(NotePlaces.before(begin), count));
        }
    }

    @Command(name = "search", description = "Searches the notes.", sortOptions = false)
    int search(
            @Parameters(index = "0", paramLabel = "TEXT", description = "Text to search for.") String text,
            @Option(
                            names = "--limit",
                            defaultValue = "10",
                            paramLabel = "N",
                            description = "Maximum number of notes (default 10).")
                    int limit) {
        daybook.scope();
        try (Daybook open = daybook.openToSearch()) {
            List<Hit> hits = daybook.memory(open).notes().recall(text, limit);
            if (daybook.json()) {
                daybook.print(new HitCodec(false, false).write(hits));
            } else if (hits.isEmpty()) {
                nothing();
            } else {
                new ShownHits(daybook.terminal, false).print(hits);
            }
            return ExitCode.DONE;
        }
    }

    private void print(Receipt receipt) {
        if (daybook.json()) {
            daybook.print(ReceiptCodec.RECEIPT.write(receipt));
        } else {
            daybook.terminal.out().println(receipt.id());
        }
    }

    private int print(List<Note> notes) {
        if (daybook.json()) {
            daybook.print(AnswerJson.entries("notes", daybook.scope(), notes));
        } else if (notes.isEmpty()) {
            nothing();
        } else {
            notes.forEach(note -> daybook.terminal
                    .out()
                    .println(daybook.terminal.dim(DisplayText.time(note.occurredAt())) + "  "
                            + DisplayText.line(note.text(), daybook.terminal.width())));
        }
        return ExitCode.DONE;
    }

    private void nothing() {
        daybook.terminal.note("No such notes in " + DisplayText.scope(daybook.scope()) + ".");
    }
}
