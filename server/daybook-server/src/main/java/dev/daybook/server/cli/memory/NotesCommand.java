package dev.daybook.server.cli.memory;

import dev.daybook.Memory;
import dev.daybook.internal.checks.NotePlaces;
import dev.daybook.internal.json.IsoTimes;
import dev.daybook.internal.json.ReceiptCodec;
import dev.daybook.model.NewNote;
import dev.daybook.model.Note;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.Receipt;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.DisplayText;
import dev.daybook.server.json.AnswerJson;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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
    private DaybookCommand root;

    @Override
    public Integer call() {
        throw root.options().wrongUsage("the subcommand of notes is missing; use add, latest, due or search");
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
                    boolean wait,
            @Option(
                            names = "--expires",
                            paramLabel = "TIME",
                            description = "End of the note: from then on nothing shows it, and it is erased.")
                    @Nullable
                    String expires,
            @Option(names = "--due", paramLabel = "TIME", description = "Time from which each context shows the note.")
                    @Nullable
                    String due) {
        if (texts.size() > 1 && (expires != null || due != null)) {
            throw root.options().wrongUsage("--expires and --due are of one note; give one TEXT");
        }
        boolean isTimed = expires != null || due != null;
        Instant end = IsoTimes.instantOrDay("--expires", expires);
        OffsetDateTime dueAt = due == null ? null : IsoTimes.parseTimeOrDay("--due", due);
        String only = texts.size() > 1
                ? null
                : texts.get(0).equals("-") ? root.terminal().readAll() : texts.get(0);
        if (only == null ? texts.stream().allMatch(String::isBlank) : only.isBlank()) {
            throw root.options().wrongUsage("TEXT is blank; give the text of the note");
        }
        return root.working(root.opener()::openToAddNotes, daybook -> {
            Memory memory = root.options().memory(daybook);
            Optional<Receipt> receipt = only == null
                    ? memory.notes().remember(texts)
                    : isTimed
                            ? memory.notes()
                                    .remember(NewNote.of(only).expiresAt(end).dueAt(dueAt))
                            : memory.notes().remember(only);
            receipt.ifPresent(stored -> root.answer(() -> ReceiptCodec.RECEIPT.write(stored), stored.id()));
            List<DerivationOutcome> outcomes = wait ? memory.consolidate() : List.of();
            outcomes.forEach(outcome -> root.output().note(DisplayText.outcome(outcome)));
            return DaybookCommand.exitOf(outcomes);
        });
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
        return root.withExisting(memory -> {
            List<Note> notes = memory.notes().latest(NotePlaces.before(begin), count);
            return root.list(
                    () -> AnswerJson.entries("notes", root.options().scope(), notes),
                    notes,
                    none(),
                    note -> root.terminal().dim(DisplayText.time(note.occurredAt())) + "  "
                            + DisplayText.line(note.text(), root.terminal().width()));
        });
    }

    @Command(name = "due", description = "Lists the notes that are due, the earliest first.", sortOptions = false)
    int due(
            @Option(names = "--until", paramLabel = "TIME", description = "Latest due time (default now).") @Nullable
                    String until,
            @Option(
                            names = "--count",
                            defaultValue = "20",
                            paramLabel = "N",
                            description = "Maximum number of notes (default 20).")
                    int count) {
        Instant latest = until == null ? Instant.now() : IsoTimes.instantOrDay("--until", until);
        return root.withExisting(memory -> {
            List<Note> notes = memory.notes().due(Objects.requireNonNull(latest), count);
            return root.list(
                    () -> AnswerJson.entries("notes", root.options().scope(), notes),
                    notes,
                    none(),
                    note -> root.terminal().dim(DisplayText.time(Objects.requireNonNull(note.dueAt()))) + "  "
                            + DisplayText.line(note.text(), root.terminal().width()));
        });
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
        return root.searching(
                memory -> ShownHits.answer(root, false, false, memory.notes().recall(text, limit), none()));
    }

    private String none() {
        return "No such notes in " + root.scope() + ".";
    }
}
