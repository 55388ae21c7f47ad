package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.data.Hit;
import dev.daybook.data.Note;
import dev.daybook.data.Outcome;
import dev.daybook.data.Receipt;
import dev.daybook.server.json.Answers;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "notes",
        header = "Adds, lists and searches free texts that stand for themselves.",
        description = "Without a language model they are kept as they are; one that says nearly the same as an earlier"
                + " one takes its place.",
        sortOptions = false)
final class NotesCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand daybook;

    @Override
    public Integer call() {
        throw daybook.wrongUsage("notes needs a word; use add, latest or search");
    }

    @Command(
            name = "add",
            description = "Adds texts that each stand for themselves, and answers the id of what was written down."
                    + " One alone is split into memories first, if there is a language model.",
            sortOptions = false)
    int add(
            @Parameters(arity = "1..*", paramLabel = "TEXT", description = "What to keep; one - reads it from stdin.")
                    List<String> texts,
            @Option(
                            names = "--wait",
                            description = "Do all that is due then, as 'daybook consolidate' does; without it a"
                                    + " configured model makes the notes at the next 'daybook consolidate'.")
                    boolean wait) {
        String only = texts.size() > 1 ? null : texts.get(0).equals("-") ? daybook.terminal.readAll() : texts.get(0);
        if (only == null ? texts.stream().allMatch(String::isBlank) : only.isBlank()) {
            throw daybook.wrongUsage("TEXT is blank; give what is to be kept");
        }
        daybook.scope();
        try (Daybook open = daybook.openToDerive()) {
            Memory memory = daybook.memory(open);
            Optional<Receipt> receipt =
                    only == null ? memory.notes().add(texts) : memory.notes().add(only);
            receipt.ifPresent(this::print);
            List<Outcome> outcomes = wait ? memory.consolidate() : List.of();
            outcomes.forEach(outcome -> daybook.terminal.note(Shown.outcome(outcome)));
            boolean failed = outcomes.stream().anyMatch(outcome -> outcome.result() == Outcome.Result.FAILED);
            return failed ? Exit.FAILED : Exit.DONE;
        }
    }

    @Command(name = "latest", description = "Shows the notes, the one written last first.", sortOptions = false)
    int latest(
            @Option(
                            names = "--begin",
                            defaultValue = "1",
                            paramLabel = "N",
                            description = "The place of the first, counted from 1 (default 1).")
                    int begin,
            @Option(names = "--count", defaultValue = "5", paramLabel = "N", description = "How many (default 5).")
                    int count) {
        daybook.scope();
        try (Daybook open = daybook.openWhatIsThere()) {
            return print(daybook.memory(open).notes().latest(begin, count));
        }
    }

    @Command(name = "search", description = "Finds the notes that fit a text best.", sortOptions = false)
    int search(
            @Parameters(index = "0", paramLabel = "TEXT", description = "What they should be about.") String text,
            @Option(
                            names = "--limit",
                            defaultValue = "10",
                            paramLabel = "N",
                            description = "How many at the most (default 10).")
                    int limit) {
        daybook.scope();
        try (Daybook open = daybook.openToSearch()) {
            List<Hit> hits = daybook.memory(open).notes().search(text, limit);
            if (daybook.json()) {
                daybook.print(Answers.hits(hits, false));
            } else if (hits.isEmpty()) {
                nothing();
            } else {
                new ShownHits(daybook.terminal, false).print(hits);
            }
            return Exit.DONE;
        }
    }

    private void print(Receipt receipt) {
        if (daybook.json()) {
            daybook.print(Answers.receipt(receipt));
        } else {
            daybook.terminal.out().println(receipt.id());
        }
    }

    private int print(List<Note> notes) {
        if (daybook.json()) {
            daybook.print(Answers.entries("notes", daybook.scope(), notes));
        } else if (notes.isEmpty()) {
            nothing();
        } else {
            notes.forEach(note -> daybook.terminal
                    .out()
                    .println(daybook.terminal.dim(Shown.time(note.occurredAt())) + "  "
                            + Shown.line(note.text(), daybook.terminal.width())));
        }
        return Exit.DONE;
    }

    private void nothing() {
        daybook.terminal.note("No such notes in " + Shown.scope(daybook.scope()) + ".");
    }
}
