package dev.daybook.bench.quality.confidence;

import dev.daybook.bench.quality.EmbedderChoice;
import dev.daybook.bench.quality.EvalEmbedderOption;
import dev.daybook.bench.quality.EvalMain;
import dev.daybook.bench.quality.EvalProgress;
import dev.daybook.bench.quality.RememberedConversation;
import dev.daybook.bench.quality.ScratchDaybook;
import dev.daybook.bench.quality.TextTable;
import dev.daybook.bench.quality.data.DataConversation;
import dev.daybook.bench.quality.data.DataQuestion;
import dev.daybook.bench.quality.data.EvaluationSet;
import dev.daybook.bench.speed.MeasurementSetup;
import dev.daybook.query.Query;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * Candidates for the confidence of a recall, on questions with and without an answer in the memory: AUROC and the curve of
 * risk and coverage. Questions of other conversations of the set are a third, easier kind without an answer. Run by
 * {@code quality/confidence.sh}.
 */
@Command(
        name = "confidence.sh",
        header = "Measures how well a recall could tell that nothing answers a question.",
        description = "Each FOLDER holds conversations.jsonl and questions.jsonl.",
        sortOptions = false)
public final class ConfidenceComparison implements Callable<Integer> {

    private static final Set<String> UNANSWERABLE = Set.of("abstention", "adversarial");

    private static final String FOREIGN = "other conversations";

    /** Questions of other conversations, as if the people of this one were asked about: an unknown name tells too much. */
    private static final String RENAMED = "other conversations, names of this one";

    /** The confidence of even odds in the fit. */
    private static final double EVEN = 0.5;

    private static final int TOP = 10;

    private static final List<Double> COVERAGES = List.of(1.0, 0.8, 0.6, 0.4, 0.2);

    private final PrintStream out;
    private final EvalProgress progress;

    @Parameters(arity = "1..*", paramLabel = "FOLDER", description = "The data sets.")
    private List<Path> folders;

    @Mixin
    private final EvalEmbedderOption embedder = new EvalEmbedderOption();

    ConfidenceComparison(PrintStream out, PrintStream err) {
        this.out = out;
        this.progress = new EvalProgress(err);
    }

    public static void main(String[] arguments) {
        EvalMain.exit(ConfidenceComparison::new, arguments);
    }

    @Override
    public Integer call() {
        EmbedderChoice choice = embedder.choice();
        TextTable table = new TextTable(4, heading());
        for (Path folder : folders) {
            EvaluationSet set = EvaluationSet.read(folder);
            measure(set.conversations(), set.questions(), choice)
                    .forEach((kind, bySignal) -> bySignal.forEach((signal, scores) ->
                            table.add(row(List.of(set.name(), choice.label(), kind, signal.label()), signal, scores))));
        }
        MeasurementSetup.print(out, "AUROC (50 is chance), and the risk at each coverage, in percent");
        out.print(table);
        return EvalMain.DONE;
    }

    /** Returns for each kind of question without an answer the confidences of these, and of all questions with one. */
    private Map<String, Map<ConfidenceSignal, AnswerableScores>> measure(
            Map<String, DataConversation> conversations, List<DataQuestion> questions, EmbedderChoice choice) {
        Map<String, Map<ConfidenceSignal, AnswerableScores>> byKind = new TreeMap<>();
        byKind.put(FOREIGN, new EnumMap<>(ConfidenceSignal.class));
        if (conversations.values().stream()
                .anyMatch(conversation -> !conversation.names().isEmpty())) {
            byKind.put(RENAMED, new EnumMap<>(ConfidenceSignal.class));
        }
        questions.stream()
                .filter(question -> UNANSWERABLE.contains(question.category()))
                .forEach(question -> byKind.put(question.category(), new EnumMap<>(ConfidenceSignal.class)));
        try (ScratchDaybook scratch = ScratchDaybook.open(choice)) {
            for (DataConversation conversation : conversations.values()) {
                RememberedConversation remembered = new RememberedConversation(
                        scratch.daybook(), conversation, new RememberedConversation.Layout(false, false));
                remembered.writeUntil(null);
                remembered.awaitVectors(progress);
                for (ConfidenceSignal signal : ConfidenceSignal.values()) {
                    if (choice != EmbedderChoice.NONE || !signal.needsVectors()) {
                        ask(remembered, conversation, questions, signal, byKind);
                    }
                }
            }
        }
        return byKind;
    }

    private void ask(
            RememberedConversation remembered,
            DataConversation conversation,
            List<DataQuestion> questions,
            ConfidenceSignal signal,
            Map<String, Map<ConfidenceSignal, AnswerableScores>> byKind) {
        ConfidenceSignal.ProbeScores probes = ConfidenceSignal.ProbeScores.of(remembered.memory());
        for (DataQuestion question : questions) {
            boolean own = question.conversation() == conversation;
            boolean unanswerable = UNANSWERABLE.contains(question.category());
            if (!own && unanswerable) {
                continue;
            }
            String renamed = question.conversation().renamed(question.text(), conversation);
            if (!own && !renamed.equals(question.text())) {
                scores(Objects.requireNonNull(byKind.get(RENAMED)), signal)
                        .add(signal.of(remembered.memory(), renamed, probes), false, false);
            }
            double confidence = signal.of(remembered.memory(), question.text(), probes);
            boolean answerable = own && !unanswerable && question.isScored();
            if (answerable) {
                boolean found = found(remembered, question);
                byKind.values().forEach(bySignal -> scores(bySignal, signal).add(confidence, true, found));
            } else if (!own || unanswerable) {
                Map<ConfidenceSignal, AnswerableScores> bySignal = byKind.get(own ? question.category() : FOREIGN);
                if (bySignal != null) {
                    scores(bySignal, signal).add(confidence, false, false);
                }
            }
            progress.at("asking " + remembered.memory().scope().code() + ", " + signal.label());
        }
    }

    private static AnswerableScores scores(Map<ConfidenceSignal, AnswerableScores> bySignal, ConfidenceSignal signal) {
        return bySignal.computeIfAbsent(signal, unused -> new AnswerableScores());
    }

    private static boolean found(RememberedConversation remembered, DataQuestion question) {
        return remembered
                .ranked(remembered.memory().recall(Query.of(question.text()).limit(TOP)), TOP)
                .stream()
                .anyMatch(turn -> question.evidence().contains(turn.id()));
    }

    private static List<String> heading() {
        List<String> heading =
                new ArrayList<>(List.of("data", "embedder", "without an answer", "signal", "with", "without", "AUROC"));
        COVERAGES.forEach(coverage -> heading.add("risk@" + Math.round(100 * coverage)));
        heading.addAll(List.of("with >= " + EVEN, "without >= " + EVEN));
        return heading;
    }

    private static List<String> row(List<String> names, ConfidenceSignal signal, AnswerableScores scores) {
        List<String> row = new ArrayList<>(names);
        row.add(String.valueOf(scores.questions(true)));
        row.add(String.valueOf(scores.questions(false)));
        row.add(TextTable.percent(scores.auroc()));
        COVERAGES.forEach(coverage -> row.add(TextTable.percent(scores.risk(coverage))));
        for (boolean answerable : new boolean[] {true, false}) {
            // The other signals have no scale of their own.
            boolean fitted = signal == ConfidenceSignal.MINIMUM_CONFIDENCE;
            row.add(fitted ? TextTable.percent(scores.share(answerable, EVEN)) : "");
        }
        return row;
    }
}
