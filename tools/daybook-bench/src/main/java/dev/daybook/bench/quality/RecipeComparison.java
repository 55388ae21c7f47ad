package dev.daybook.bench.quality;

import dev.daybook.bench.quality.data.EvaluationSet;
import dev.daybook.bench.speed.MeasurementSetup;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The usual recipes beside ours, on the same memories and questions: one table. Run by {@code quality/run.sh}. */
@Command(
        name = "run.sh",
        header = "Compares ways to recall, with and without an embedder, row by row and in pairs.",
        description = "Each FOLDER holds conversations.jsonl and questions.jsonl, and may hold qrels.json.",
        sortOptions = false)
public final class RecipeComparison implements Callable<Integer> {

    private static final int TOP = 50;

    private final PrintStream out;
    private final EvalProgress progress;

    @Parameters(arity = "1..*", paramLabel = "FOLDER", description = "The data sets.")
    private List<Path> folders;

    @Option(
            names = "--embedders",
            split = ",",
            paramLabel = "NAME",
            description =
                    "none, hash, bundled or folders of encoders, separated by commas (default: none and bundled).")
    private @Nullable List<String> embedders;

    RecipeComparison(PrintStream out, PrintStream err) {
        this.out = out;
        this.progress = new EvalProgress(err);
    }

    public static void main(String[] arguments) {
        EvalMain.exit(RecipeComparison::new, arguments);
    }

    @Override
    public Integer call() {
        List<EvaluationSet> sets = folders.stream()
                .map(folder -> EvaluationSet.read(folder).relabelled(folder))
                .toList();
        TextTable table = new TextTable(4, heading());
        for (EvaluationSet set : sets) {
            for (EmbedderChoice embedder : choices()) {
                compare(set, embedder, table);
            }
        }
        MeasurementSetup.print(
                out, "turns that were marked as evidence, in percent of them; the columns are those of daybook eval");
        out.print(table);
        return EvalMain.DONE;
    }

    private List<EmbedderChoice> choices() {
        if (embedders != null) {
            return embedders.stream().map(EmbedderChoice::of).toList();
        }
        return EmbedderChoice.bundledIsThere()
                ? List.of(EmbedderChoice.NONE, EmbedderChoice.bundled())
                : List.of(EmbedderChoice.NONE);
    }

    private void compare(EvaluationSet set, EmbedderChoice embedder, TextTable table) {
        for (boolean pairs : new boolean[] {false, true}) {
            try (ScratchDaybook scratch = ScratchDaybook.open(embedder)) {
                EvaluationRun evaluation =
                        new EvaluationRun(scratch, new RememberedConversation.Layout(pairs, false), progress);
                evaluation
                        .ask(set.conversations().values(), set.questions(), recipes(embedder), TOP)
                        .forEach((recipe, answers) ->
                                table.add(row(set, embedder, pairs, recipe, new MetricMeans(answers))));
            }
        }
    }

    private static Set<RankingRecipe> recipes(EmbedderChoice embedder) {
        return Arrays.stream(RankingRecipe.values())
                .filter(recipe -> embedder != EmbedderChoice.NONE || !recipe.needsVectors())
                .collect(Collectors.toSet());
    }

    private static List<String> heading() {
        List<String> heading = new ArrayList<>(List.of("data", "embedder", "episodes", "recipe", "n"));
        for (AnswerMetric metric : AnswerMetric.values()) {
            heading.add(metric.heading());
        }
        heading.addAll(List.of("p50 ms", "p99 ms"));
        return heading;
    }

    private static List<String> row(
            EvaluationSet set, EmbedderChoice embedder, boolean pairs, RankingRecipe recipe, MetricMeans card) {
        List<String> row = new ArrayList<>(List.of(
                set.name(),
                embedder.label(),
                pairs ? "pairs" : "rows",
                recipe.label(),
                String.valueOf(card.rows().get(0).questions())));
        for (AnswerMetric metric : AnswerMetric.values()) {
            row.add(
                    recipe == RankingRecipe.DAYBOOK || !metric.isOfTokens()
                            ? TextTable.percent(card.value(metric))
                            : "");
        }
        row.add(String.format(Locale.ROOT, "%.2f", card.milliseconds(0.5)));
        row.add(String.format(Locale.ROOT, "%.2f", card.milliseconds(0.99)));
        return row;
    }
}
