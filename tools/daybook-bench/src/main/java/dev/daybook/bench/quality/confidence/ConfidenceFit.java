package dev.daybook.bench.quality.confidence;

import dev.daybook.Memory;
import dev.daybook.bench.quality.EmbedderChoice;
import dev.daybook.bench.quality.EvalMain;
import dev.daybook.bench.quality.EvalProgress;
import dev.daybook.bench.quality.RememberedConversation;
import dev.daybook.bench.quality.ScratchDaybook;
import dev.daybook.bench.quality.data.DataConversation;
import dev.daybook.bench.quality.data.DataQuestion;
import dev.daybook.bench.quality.data.EvaluationSet;
import dev.daybook.bench.speed.MeasurementSetup;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Fits the weights of the confidence of a recall to self-made conversations. Run by {@code quality/fit-confidence.sh}, by
 * words, as the confidence reads no vector.
 *
 * <p>Half of the weight is on questions with an answer, a quarter on those that name the wrong person, and a quarter on
 * those of another conversation, so 0.5 means even odds in this mixture. Questions about a detail that was never said
 * take no part: both signals are blind to it, and would only be weakened.
 */
@Command(
        name = "fit-confidence.sh",
        header = "Fits the weights of the confidence of a recall.",
        description = "FOLDER holds conversations.jsonl and questions.jsonl.",
        sortOptions = false)
public final class ConfidenceFit implements Callable<Integer> {

    private static final int SIGNALS = 2;

    private final PrintStream out;
    private final EvalProgress progress;

    @Parameters(paramLabel = "FOLDER", description = "The self-made conversations.")
    private Path folder;

    /** The kinds of examples. Each has one weight for all its examples together. */
    private enum Example {
        ANSWERED(0.5),
        WRONG_PERSON(0.25),
        FOREIGN(0.25);

        private final double weight;

        Example(double weight) {
            this.weight = weight;
        }
    }

    ConfidenceFit(PrintStream out, PrintStream err) {
        this.out = out;
        this.progress = new EvalProgress(err);
    }

    public static void main(String[] arguments) {
        EvalMain.exit(ConfidenceFit::new, arguments);
    }

    @Override
    public Integer call() {
        Map<Example, List<StatedConfidence>> examples = examples(EvaluationSet.read(folder));
        LogisticFit fit = new LogisticFit(SIGNALS);
        examples.forEach((example, stated) -> stated.forEach(each -> fit.add(
                example == Example.ANSWERED, example.weight / stated.size(), each.coverage(), each.agreement())));
        double[] coefficients = fit.coefficients();
        MeasurementSetup.print(out, "weights of the confidence of a recall, and the questions they are fitted to");
        out.printf(
                Locale.ROOT,
                "intercept %.2f, coverage %.2f, agreement %.2f%n",
                coefficients[0],
                coefficients[1],
                coefficients[2]);
        examples.forEach((example, stated) ->
                out.printf(Locale.ROOT, "%s %d%n", example.name().toLowerCase(Locale.ROOT), stated.size()));
        return EvalMain.DONE;
    }

    private Map<Example, List<StatedConfidence>> examples(EvaluationSet set) {
        Map<Example, List<StatedConfidence>> examples = new EnumMap<>(Example.class);
        for (Example example : Example.values()) {
            examples.put(example, new ArrayList<>());
        }
        List<DataConversation> conversations = List.copyOf(set.conversations().values());
        try (ScratchDaybook scratch = ScratchDaybook.open(EmbedderChoice.NONE)) {
            for (int i = 0; i < conversations.size(); i++) {
                DataConversation own = conversations.get(i);
                // The questions of one other conversation are as many as its own.
                DataConversation foreign = conversations.get((i + 1) % conversations.size());
                RememberedConversation remembered = new RememberedConversation(
                        scratch.daybook(), own, new RememberedConversation.Layout(false, false));
                remembered.writeUntil(null);
                progress.at("asking " + own.id());
                set.questions().forEach(question -> add(question, own, foreign, remembered.memory(), examples));
            }
        }
        return examples;
    }

    private static void add(
            DataQuestion question,
            DataConversation own,
            DataConversation foreign,
            Memory memory,
            Map<Example, List<StatedConfidence>> examples) {
        if (question.before() != null || !question.isScored()) {
            return;
        }
        boolean answered = !question.category().equals("adversarial");
        if (question.conversation() == own) {
            Example example = answered ? Example.ANSWERED : Example.WRONG_PERSON;
            examples.get(example).add(StatedConfidence.of(memory, question.text()));
        } else if (question.conversation() == foreign && answered) {
            examples.get(Example.FOREIGN).add(StatedConfidence.of(memory, question.text()));
        }
    }
}
