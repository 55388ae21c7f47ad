package dev.daybook.bench.quality;

import dev.daybook.bench.quality.data.DataConversation;
import dev.daybook.bench.quality.data.DataFile;
import dev.daybook.bench.quality.data.DataQuestion;
import dev.daybook.bench.quality.data.DataStatement;
import dev.daybook.query.ContextOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "daybook eval",
        header = "Measures how much of what was asked for comes back.",
        description = {
            "Writes each conversation into a memory of its own, in a temporary folder, asks each question as any user"
                    + " would, and writes one line a question to RUN.jsonl: {\"qid\":…,\"ranked\":[turn ids, best first]}.",
            "Then prints by category, in percent: recall at 1, 5, 10 and 20, NDCG@10, MRR, whether one and whether all"
                    + " sessions with evidence are among the first five (hit@5, all@5), and the evidence within 1,000 and"
                    + " 2,000 tokens, of the ranking (1k, 2k) and of the memory's own context (ctx1k, ctx2k).",
            "A question that names a turn as 'before' is asked when everything before that turn is written, in its session;"
                    + " any other at the end. Questions without evidence are asked, but not scored."
        },
        sortOptions = false)
final class EvalCommand implements Callable<Integer> {

    private final PrintStream out;
    private final PrintStream err;

    @Option(
            names = "--conversations",
            required = true,
            paramLabel = "FILE",
            description = "JSON lines: conversation, session, datetime, turn, speaker, text, image_caption.")
    private Path conversations;

    @Option(
            names = "--questions",
            required = true,
            paramLabel = "FILE",
            description = "JSON lines: qid, conversation, question, category, evidence, before.")
    private Path questions;

    @Option(names = "--out", required = true, paramLabel = "RUN.jsonl", description = "Where the rankings go.")
    private Path run;

    @Option(
            names = "--qrels",
            paramLabel = "FILE",
            description = "Labels that replace those of the questions: qid to category, turns, sessions.")
    private @Nullable Path qrels;

    @Option(names = "--top", paramLabel = "N", description = "How many messages to ask for (default 50).")
    private int top = 50;

    @Option(names = "--pairs", description = "Write two rows in a row of one session and two speakers as one episode.")
    private boolean pairs;

    @Option(
            names = "--one-session",
            description = "Write all sessions of a conversation as one, and ask for each context in it.")
    private boolean oneSession;

    @Option(names = "--imported", description = "Write the conversations as an import, whose texts have its trust.")
    private boolean imported;

    @Mixin
    private final EvalEmbedderOption embedder = new EvalEmbedderOption();

    @Option(
            names = "--derived",
            paramLabel = "FILE",
            description = "JSON lines of what a model derived: conversation, kind (statements are read), speaker, text,"
                    + " sources. A model that answers with them derives facts from these turns.")
    private @Nullable Path derived;

    @Option(
            names = "--consolidate",
            description = "Derive facts and gists before the questions, as the background does.")
    private boolean consolidate;

    @Option(
            names = "--contexts",
            paramLabel = "OUT.jsonl",
            description = "Where the memory's own context of each question goes: qid, text, tokens.")
    private @Nullable Path contexts;

    @Option(
            names = "--max-tokens",
            paramLabel = "N",
            description = "The budget of each of these contexts (default 2,000).")
    private int maxTokens = ContextOptions.DEFAULT_MAX_TOKENS;

    @Option(names = "--json", description = "Answer one JSON document.")
    private boolean json;

    EvalCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException {
        if (top < 1) {
            throw new IllegalArgumentException("--top is " + top + "; ask for at least 1");
        }
        if (maxTokens < 1) {
            throw new IllegalArgumentException("--max-tokens is " + maxTokens + "; give at least 1");
        }
        EmbedderChoice choice = embedder.choice();
        RememberedConversation.Layout layout = new RememberedConversation.Layout(pairs, oneSession, imported);
        DataFile source = new DataFile("--questions", questions);
        Map<String, DataConversation> said = DataConversation.read(new DataFile("--conversations", conversations));
        List<DataQuestion> asked = DataQuestion.read(source, said);
        if (qrels != null) {
            asked = DataQuestion.relabelled(asked, new DataFile("--qrels", qrels));
        }
        List<DataStatement> statements =
                derived == null ? List.of() : DataStatement.read(new DataFile("--derived", derived), said);
        // Opened before the work, so that a place that cannot be written to is told at once.
        try (AnswerFile rankings = AnswerFile.open("--out", run);
                AnswerFile texts = contexts == null ? AnswerFile.NONE : AnswerFile.open("--contexts", contexts);
                ScratchDaybook scratch = ScratchDaybook.open(choice, statements)) {
            EvaluationRun evaluation = new EvaluationRun(
                    scratch,
                    layout,
                    new EvalProgress(err),
                    contexts == null ? 0 : maxTokens,
                    consolidate || !statements.isEmpty());
            List<RankedAnswer> answers = evaluation
                    .ask(said.values(), asked, Set.of(RankingRecipe.DAYBOOK), top)
                    .getOrDefault(RankingRecipe.DAYBOOK, List.of());
            rankings.write(answers.stream().map(RankedAnswer::line));
            texts.write(answers.stream().map(RankedAnswer::contextLine).flatMap(Optional::stream));
            EvalReport report =
                    new EvalReport(source.dataSet(), choice.label(), layout, evaluation, new MetricMeans(answers));
            out.print(json ? report.json() + "\n" : report.text());
        }
        return EvalMain.DONE;
    }
}
