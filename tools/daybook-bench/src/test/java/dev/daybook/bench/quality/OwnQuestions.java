package dev.daybook.bench.quality;

import dev.daybook.bench.quality.data.DataConversation;
import dev.daybook.bench.quality.data.DataFile;
import dev.daybook.bench.quality.data.DataQuestion;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Conversations and questions that were written for a test, and how well recall answers them. */
record OwnQuestions(Map<String, DataConversation> conversations, List<DataQuestion> questions) {

    /** Reads two files of this package. */
    static OwnQuestions of(String conversations, String questions) {
        Map<String, DataConversation> said = DataConversation.read(file(conversations));
        return new OwnQuestions(said, DataQuestion.read(file(questions), said));
    }

    /** Returns the mean over all questions, asked at the end with the defaults of recall. */
    double mean(AnswerMetric metric, EmbedderChoice embedder, boolean pairs) {
        EvalProgress silent = new EvalProgress(new PrintStream(new ByteArrayOutputStream()));
        try (ScratchDaybook scratch = ScratchDaybook.open(embedder)) {
            EvaluationRun evaluation =
                    new EvaluationRun(scratch, new RememberedConversation.Layout(pairs, false), silent);
            return new MetricMeans(evaluation
                            .ask(conversations.values(), questions, Set.of(RankingRecipe.DAYBOOK), 10)
                            .getOrDefault(RankingRecipe.DAYBOOK, List.of()))
                    .value(metric);
        }
    }

    /** Returns a file of this package. */
    static DataFile file(String name) {
        try {
            return new DataFile(
                    name,
                    Path.of(Objects.requireNonNull(OwnQuestions.class.getResource(name))
                            .toURI()));
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
