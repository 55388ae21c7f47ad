package dev.daybook.bench.quality;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.bench.quality.data.DataConversation;
import dev.daybook.bench.quality.data.DataFile;
import dev.daybook.bench.quality.data.DataQuestion;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.cjk.CJKAnalyzer;
import org.apache.lucene.analysis.cn.smart.SmartChineseAnalyzer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.ja.JapaneseAnalyzer;
import org.apache.lucene.analysis.ru.RussianAnalyzer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Recall by words in six languages, without a setting, against Lucene's BM25 with the analyzers of each language. One
 * conversation per language over five sessions, with twenty questions, that were written for this. Prints the table of
 * docs/benchmarks.md.
 */
class OtherLanguagesTest {

    private static final int QUESTIONS_PER_LANGUAGE = 20;

    private static final Map<String, List<Analyzer>> RIGHT_ANALYZERS = new LinkedHashMap<>();

    static {
        RIGHT_ANALYZERS.put("de", List.of(new GermanAnalyzer()));
        RIGHT_ANALYZERS.put("es", List.of(new SpanishAnalyzer()));
        RIGHT_ANALYZERS.put("fr", List.of(new FrenchAnalyzer()));
        RIGHT_ANALYZERS.put("ja", List.of(new JapaneseAnalyzer(), new CJKAnalyzer()));
        RIGHT_ANALYZERS.put("ru", List.of(new RussianAnalyzer()));
        RIGHT_ANALYZERS.put("zh", List.of(new SmartChineseAnalyzer(), new CJKAnalyzer()));
    }

    /** The figures of one ranking of the questions of one language. */
    private record Figures(String language, String ranking, MetricMeans means) {
        double of(AnswerMetric metric) {
            return means.value(metric);
        }
    }

    private static Map<String, DataConversation> conversations = Map.of();
    private static List<DataQuestion> questions = List.of();
    private static final List<Figures> BASELINES = new ArrayList<>();
    private static final Map<String, Figures> OURS = new LinkedHashMap<>();

    @BeforeAll
    static void ask() {
        conversations = DataConversation.read(file("conversations.jsonl"));
        questions = DataQuestion.read(file("questions.jsonl"), conversations);
        RIGHT_ANALYZERS.forEach((language, analyzers) -> {
            analyzers.forEach(analyzer -> BASELINES.add(baseline(language, analyzer)));
            OURS.put(
                    language,
                    new Figures(
                            language,
                            "Daybook",
                            new MetricMeans(daybook(conversations.get(language), questions(language)))));
        });
        TextTable table = new TextTable(2, List.of("language", "ranking", "R@1", "R@5", "R@10", "NDCG@10"));
        BASELINES.forEach(figures -> addRow(table, figures));
        OURS.values().forEach(figures -> addRow(table, figures));
        System.out.print(table);
    }

    private static void addRow(TextTable table, Figures figures) {
        List<String> row = new ArrayList<>(List.of(figures.language(), figures.ranking()));
        for (AnswerMetric metric :
                List.of(AnswerMetric.RECALL_1, AnswerMetric.RECALL_5, AnswerMetric.RECALL_10, AnswerMetric.NDCG_10)) {
            row.add(TextTable.percent(figures.of(metric)));
        }
        table.add(row);
    }

    @Test
    void every_language_has_its_questions() {
        assertThat(RIGHT_ANALYZERS.keySet()).isEqualTo(conversations.keySet());
        RIGHT_ANALYZERS
                .keySet()
                .forEach(language -> assertThat(questions(language)).hasSize(QUESTIONS_PER_LANGUAGE));
        assertThat(questions)
                .allSatisfy(question -> assertThat(question.evidence())
                        .isNotEmpty()
                        .allMatch(turn -> question.conversation().turn(turn).isPresent()));
    }

    @Test
    void recall_is_no_worse_than_bm25_with_the_right_analyzer() {
        assertThat(BASELINES)
                .hasSizeGreaterThanOrEqualTo(RIGHT_ANALYZERS.size())
                .allSatisfy(baseline -> {
                    Figures ours = Objects.requireNonNull(OURS.get(baseline.language()));
                    assertThat(ours.of(AnswerMetric.RECALL_10))
                            .isGreaterThanOrEqualTo(baseline.of(AnswerMetric.RECALL_10));
                    assertThat(ours.of(AnswerMetric.NDCG_10)).isGreaterThanOrEqualTo(baseline.of(AnswerMetric.NDCG_10));
                });
    }

    private static List<DataQuestion> questions(String language) {
        return questions.stream()
                .filter(question -> question.conversation().id().equals(language))
                .toList();
    }

    private static Figures baseline(String language, Analyzer analyzer) {
        try (LuceneRanking ranking = new LuceneRanking(conversations.get(language), analyzer)) {
            return new Figures(
                    language,
                    "BM25, " + analyzer.getClass().getSimpleName(),
                    new MetricMeans(questions(language).stream()
                            .map(question -> ranking.answer(question, 10))
                            .toList()));
        }
    }

    private static List<RankedAnswer> daybook(DataConversation conversation, List<DataQuestion> asked) {
        EvalProgress silent = new EvalProgress(new PrintStream(new ByteArrayOutputStream()));
        try (ScratchDaybook scratch = ScratchDaybook.open(EmbedderChoice.NONE)) {
            EvaluationRun evaluation =
                    new EvaluationRun(scratch, new RememberedConversation.Layout(false, false), silent);
            return evaluation
                    .ask(List.of(conversation), asked, Set.of(RankingRecipe.DAYBOOK), 10)
                    .getOrDefault(RankingRecipe.DAYBOOK, List.of());
        }
    }

    private static DataFile file(String name) {
        try {
            return new DataFile(
                    name,
                    Path.of(Objects.requireNonNull(OtherLanguagesTest.class.getResource("languages/" + name))
                            .toURI()));
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
