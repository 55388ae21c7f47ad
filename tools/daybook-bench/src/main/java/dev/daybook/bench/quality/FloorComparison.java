package dev.daybook.bench.quality;

import dev.daybook.bench.quality.data.DataConversation;
import dev.daybook.bench.quality.data.DataQuestion;
import dev.daybook.bench.quality.data.DataTurn;
import dev.daybook.bench.quality.data.EvaluationSet;
import dev.daybook.bench.speed.MeasurementSetup;
import dev.daybook.outcome.Context;
import dev.daybook.query.ContextOptions;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Measures what a relevance floor leaves out of a context: the evidence of questions about a conversation, and the recalled turns for
 * questions without evidence there, about other conversations of the set and about those of other sets. Run by {@code
 * quality/floor.sh}.
 */
@Command(
        name = "floor.sh",
        header = "Measures what a relevance floor leaves out of contexts of 2,000 tokens.",
        description = "Each FOLDER holds conversations.jsonl and questions.jsonl.",
        sortOptions = false)
public final class FloorComparison implements Callable<Integer> {

    /** The section of recalled turns. */
    private static final String DETAILS = "details";

    /** For each conversation, of either kind. */
    private static final int MAX_FOREIGN = 200;

    private static final RememberedConversation.Layout LAYOUT = new RememberedConversation.Layout(false, false);

    private final PrintStream out;
    private final EvalProgress progress;

    @Parameters(arity = "1..*", paramLabel = "FOLDER", description = "The data sets.")
    private List<Path> folders;

    @Mixin
    private final EvalEmbedderOption embedder = new EvalEmbedderOption();

    @Option(
            names = "--floors",
            split = ",",
            paramLabel = "FLOOR",
            description = "The floors, from 0 to 1 (default 0,0.1,0.15,0.2,0.25,0.3).")
    private List<Double> floors = List.of(0.0, 0.1, 0.15, 0.2, 0.25, 0.3);

    FloorComparison(PrintStream out, PrintStream err) {
        this.out = out;
        this.progress = new EvalProgress(err);
    }

    public static void main(String[] arguments) {
        EvalMain.exit(FloorComparison::new, arguments);
    }

    @Override
    public Integer call() {
        EmbedderChoice choice = embedder.choice();
        TextTable table = new TextTable(
                2,
                List.of(
                        "data",
                        "embedder",
                        "floor",
                        "questions",
                        "evidence",
                        "tokens",
                        "same set",
                        "tokens",
                        "other set",
                        "tokens"));
        List<EvaluationSet> sets = folders.stream()
                .map(folder -> EvaluationSet.read(folder).relabelled(folder))
                .toList();
        for (EvaluationSet set : sets) {
            List<DataQuestion> strange = sets.stream()
                    .filter(other -> other != set)
                    .flatMap(other -> some(other.questions()).stream())
                    .toList();
            measure(set, strange, choice)
                    .forEach((floor, counts) -> table.add(counts.row(set.name(), choice.label(), floor)));
        }
        MeasurementSetup.print(
                out,
                "evidence in contexts in percent, and the mean tokens of their recalled turns: for the questions of a"
                        + " conversation, for those of others of the set, and for those of other sets");
        out.print(table);
        return EvalMain.DONE;
    }

    /** The sums over the contexts of one floor. */
    private static final class Counts {
        private int own;
        private double evidence;
        private long tokens;
        private int others;
        private long tokensOfOthers;
        private int strange;
        private long tokensOfStrange;

        void addOwn(double found, int details) {
            own++;
            evidence += found;
            tokens += details;
        }

        void addOther(int details) {
            others++;
            tokensOfOthers += details;
        }

        void addStrange(int details) {
            strange++;
            tokensOfStrange += details;
        }

        List<String> row(String set, String embedder, double floor) {
            return List.of(
                    set,
                    embedder,
                    String.valueOf(floor),
                    String.valueOf(own),
                    TextTable.percent(evidence / Math.max(1, own)),
                    mean(tokens, own),
                    String.valueOf(others),
                    mean(tokensOfOthers, others),
                    String.valueOf(strange),
                    mean(tokensOfStrange, strange));
        }

        private static String mean(long sum, int count) {
            return count == 0 ? "" : String.valueOf(Math.round((double) sum / count));
        }
    }

    /** Returns questions from all parts of a list. */
    private static List<DataQuestion> some(List<DataQuestion> questions) {
        int step = Math.max(1, questions.size() / MAX_FOREIGN);
        return IntStream.range(0, questions.size())
                .filter(i -> i % step == 0)
                .mapToObj(questions::get)
                .limit(MAX_FOREIGN)
                .toList();
    }

    private Map<Double, Counts> measure(EvaluationSet set, List<DataQuestion> strange, EmbedderChoice choice) {
        Map<Double, Counts> byFloor = new TreeMap<>();
        floors.forEach(floor -> byFloor.put(floor, new Counts()));
        try (ScratchDaybook scratch = ScratchDaybook.open(choice)) {
            for (DataConversation conversation : set.conversations().values()) {
                RememberedConversation remembered = new RememberedConversation(scratch.daybook(), conversation, LAYOUT);
                Map<@Nullable DataTurn, List<DataQuestion>> byTurn =
                        EvaluationRun.byTurn(set.questions(), conversation);
                for (DataTurn turn : conversation.turns()) {
                    List<DataQuestion> asked = byTurn.getOrDefault(turn, List.of());
                    if (!asked.isEmpty()) {
                        ask(remembered, turn, asked, byFloor);
                    }
                }
                ask(remembered, null, byTurn.getOrDefault(null, List.of()), byFloor);
                List<DataQuestion> others = set.questions().stream()
                        .filter(question -> question.conversation() != conversation)
                        .toList();
                askForeign(remembered, some(others), Counts::addOther, byFloor);
                askForeign(remembered, strange, Counts::addStrange, byFloor);
            }
        }
        return byFloor;
    }

    private void ask(
            RememberedConversation remembered,
            @Nullable DataTurn end,
            List<DataQuestion> asked,
            Map<Double, Counts> byFloor) {
        remembered.writeUntil(end);
        remembered.awaitVectors(progress);
        for (DataQuestion question : asked) {
            if (question.isScored()) {
                byFloor.forEach((floor, counts) -> {
                    Context context = remembered.context(question, options(floor));
                    Set<String> found = new HashSet<>(question.evidence());
                    found.retainAll(PackedTurns.shown(remembered, context));
                    counts.addOwn((double) found.size() / question.evidence().size(), details(context));
                });
                progress.at("asked " + question.qid());
            }
        }
    }

    private void askForeign(
            RememberedConversation remembered,
            List<DataQuestion> questions,
            ObjIntConsumer<Counts> added,
            Map<Double, Counts> byFloor) {
        for (DataQuestion question : questions) {
            byFloor.forEach((floor, counts) ->
                    added.accept(counts, details(remembered.contextOfStranger(question, options(floor)))));
            progress.at("asked " + question.qid() + " of another conversation");
        }
    }

    private static ContextOptions options(double floor) {
        return ContextOptions.defaults().relevanceFloor(floor);
    }

    private static int details(Context context) {
        return context.sections().stream()
                .filter(section -> section.name().equals(DETAILS))
                .mapToInt(Context.Section::tokens)
                .sum();
    }
}
