package dev.daybook.server.cli.memory;

import dev.daybook.internal.checks.EnumLabels;
import dev.daybook.internal.checks.TimeText;
import dev.daybook.internal.json.EntryAnswers;
import dev.daybook.internal.json.IsoTimes;
import dev.daybook.internal.json.OutcomeCodec;
import dev.daybook.internal.json.ReceiptCodec;
import dev.daybook.internal.json.StatementCodec;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.FactAssessment;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.RejectedStatement;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Selection;
import dev.daybook.server.cli.erasure.ErasureCommands;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.DisplayText;
import dev.daybook.server.json.AnswerJson;
import dev.daybook.server.problem.NotFoundException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "facts",
        header = "Shows and changes facts: statements of subject, predicate and object with a period of validity.",
        sortOptions = false)
final class FactsCommand implements Callable<Integer> {

    private static final int NEAREST = 10;

    @ParentCommand
    private DaybookCommand root;

    @Override
    public Integer call() {
        throw root.options()
                .wrongUsage("the subcommand of facts is missing; use add, list, assess, rejected, end or remove");
    }

    @Command(
            name = "add",
            description =
                    "Adds a fact and prints its id. The fact ends an earlier one with the same subject and predicate,"
                            + " unless --many.",
            sortOptions = false)
    int add(
            @Parameters(index = "0", paramLabel = "SUBJECT", description = "Subject of the fact.") String subject,
            @Parameters(index = "1", paramLabel = "PREDICATE", description = "Predicate, such as lives_in.")
                    String predicate,
            @Parameters(index = "2", paramLabel = "OBJECT", description = "Object, such as Lisbon.") String object,
            @Option(
                            names = "--id",
                            description =
                                    "Id of the fact (default: a new one); adding the same id twice adds one fact.")
                    @Nullable
                    String id,
            @Option(names = "--many", description = "Allow several objects of this predicate at a time.") boolean many,
            @Option(
                            names = "--confidence",
                            defaultValue = "1",
                            paramLabel = "P",
                            description = "Confidence, 0 to 1 (default 1).")
                    double confidence,
            @Option(names = "--from", paramLabel = "TIME", description = "Start of the fact's validity (default now).")
                    @Nullable
                    String from,
            @Option(names = "--until", paramLabel = "TIME", description = "End of the fact's validity.") @Nullable
                    String until,
            @Option(
                            names = "--expires",
                            paramLabel = "TIME",
                            description = "End of the fact: from then on nothing shows it, and it is erased.")
                    @Nullable
                    String expires) {
        NewFact fact = NewFact.of(subject, predicate, object)
                .id(id)
                .confidence(confidence)
                .validFrom(time("--from", from))
                .validUntil(time("--until", until))
                .expiresAt(IsoTimes.instantOrDay("--expires", expires));
        return root.withMemory(memory -> {
            Receipt receipt = memory.facts().remember(fact.singleValued(!many));
            return root.answer(() -> ReceiptCodec.RECEIPT.write(receipt), receipt.id());
        });
    }

    @Command(
            name = "list",
            description = "Lists the facts, the one recorded last first, or searches them.",
            sortOptions = false)
    int list(
            @Option(
                            names = "--query",
                            paramLabel = "TEXT",
                            description = "Search facts by this text, 10 unless --limit is given; combines with"
                                    + " --valid-at only.")
                    @Nullable
                    String question,
            @Option(names = "--subject", description = "Only facts with this subject.") @Nullable String subject,
            @Option(names = "--predicate", description = "Only facts with this predicate.") @Nullable String predicate,
            @Option(names = "--object", description = "Only facts with this object.") @Nullable String object,
            @Option(names = "--valid-at", paramLabel = "TIME", description = "Only facts valid at this time.") @Nullable
                    String validAt,
            @Option(
                            names = "--as-of",
                            paramLabel = "TIME",
                            description = "The facts as recorded at this time (point-in-time query).")
                    @Nullable
                    String asOf,
            @Option(names = "--limit", paramLabel = "N", description = "Maximum number of facts (default all).")
                    @Nullable
                    Integer limit) {
        if (question != null) {
            if (subject != null || predicate != null || object != null || asOf != null) {
                throw root.options()
                        .wrongUsage("--query combines with --valid-at and --limit only; leave the other options out");
            }
            FactQuery near = FactQuery.all()
                    .validAt(IsoTimes.instantOrDay("--valid-at", validAt))
                    .limit(limit == null ? NEAREST : limit);
            return root.withExisting(memory -> print(memory.facts().recall(question, near)));
        }
        FactQuery query = FactQuery.all()
                .subject(subject)
                .predicate(predicate)
                .object(object)
                .validAt(IsoTimes.instantOrDay("--valid-at", validAt))
                .asOf(IsoTimes.instantOrDay("--as-of", asOf))
                .limit(limit == null ? Integer.MAX_VALUE : limit);
        return root.withExisting(memory -> print(memory.facts().list(query)));
    }

    @Command(
            name = "assess",
            description = "Says what a text of the user would repeat, refine, end or contradict, and writes nothing.",
            sortOptions = false)
    int assess(@Parameters(index = "0", paramLabel = "TEXT", description = "What the user says.") String text) {
        if (text.isBlank()) {
            throw root.options().wrongUsage("TEXT is blank; give the text to assess");
        }
        return root.withExisting(memory -> {
            FactAssessment assessment = memory.facts().assess(NewEpisode.of(Message.user(text)));
            return root.list(
                    () -> OutcomeCodec.ASSESSMENT.write(
                            assessment, root.options().scope()),
                    assessment.effects(),
                    "The text states no fact.",
                    this::line);
        });
    }

    @Command(
            name = "rejected",
            description =
                    "Lists what a model stated and a check rejected, the newest 200 statements, each with its reason.",
            sortOptions = false)
    int rejected() {
        return root.withExisting(memory -> {
            List<RejectedStatement> rejected = memory.facts().rejected();
            return root.list(
                    () -> StatementCodec.REJECTED.writeList(
                            "rejected", rejected, root.options().scope()),
                    rejected,
                    "No rejected statements in " + root.scope() + ".",
                    each -> DisplayText.time(each.rejectedAt()) + "  "
                            + shortened(each.sentence() + " [" + each.reason() + ": "
                                    + String.join(", ", each.missing()) + "]"));
        });
    }

    private String line(FactAssessment.Effect effect) {
        Fact present = effect.present();
        return EnumLabels.label(effect.kind()) + "  " + (present == null ? shortened(effect.text()) : line(present));
    }

    private String line(Fact fact) {
        return root.terminal().dim(DisplayText.line(fact.id(), 60)) + "  " + text(fact);
    }

    /** Returns the text of a fact, with its start if it was ahead, in the width of the terminal. */
    private String text(Fact fact) {
        String start = start(fact);
        return DisplayText.line(fact.text(), Math.max(1, root.terminal().width() - start.length())) + start;
    }

    /** Returns the start of a fact that was ahead when it was recorded; any other fact is read as valid at once. */
    private static String start(Fact fact) {
        boolean isAhead = fact.validFrom().toInstant().isAfter(fact.recordedAt().toInstant());
        return isAhead ? " (from " + TimeText.text(fact.validFrom()) + ")" : "";
    }

    private String shortened(String text) {
        return DisplayText.line(text, root.terminal().width());
    }

    @Command(
            name = "end",
            description = "Ends a fact without a successor: it stays in the history and in lists of earlier times.",
            sortOptions = false)
    int end(
            @Parameters(index = "0", paramLabel = "ID", description = "Id of the fact.") String id,
            @Option(names = "--at", paramLabel = "TIME", description = "End of the fact's validity (default now).")
                    @Nullable
                    String at) {
        OffsetDateTime time = time("--at", at);
        return root.withExisting(memory -> {
            Optional<Fact> ended =
                    time == null ? memory.facts().end(id) : memory.facts().end(id, time);
            Fact fact = ended.orElseThrow(() -> notThere(id));
            return root.answer(
                    () -> EntryAnswers.write(root.options().scope(), fact),
                    () -> root.output().note("Ended " + shortened(fact.text()) + "."));
        });
    }

    private NotFoundException notThere(String id) {
        return root.notThere("fact", id, "daybook facts list");
    }

    @Command(
            name = "remove",
            description = "Erases a fact and waits until its bytes are gone. A fact that it had ended is valid again.",
            sortOptions = false)
    int remove(@Parameters(index = "0", paramLabel = "ID", description = "Id of the fact.") String id) {
        return root.withExisting(memory -> {
            ErasureReceipt erasure = memory.forget(Selection.entry(Kind.FACT, id));
            if (erasure.count() == 0) {
                throw notThere(id);
            }
            ErasureReceipt awaited = memory.operations().await(erasure, ErasureCommands.MAX_WAIT);
            return root.answer(
                    () -> AnswerJson.erasure(awaited, false),
                    () -> root.output().note("Forgot " + DisplayText.counts(awaited.counts()) + "."));
        });
    }

    private int print(List<Fact> facts) {
        return root.list(
                () -> AnswerJson.entries("facts", root.options().scope(), facts),
                facts,
                "No such facts in " + root.scope() + ".",
                this::line);
    }

    private static @Nullable OffsetDateTime time(String option, @Nullable String text) {
        return text == null ? null : IsoTimes.parseTimeOrDay(option, text);
    }
}
