package dev.daybook.repository;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The conversations and questions that retrieval is measured on. They may be used for that, but not copied, so they lie
 * beside the working copy and never in it.
 */
record EvaluationData(Path folder) {

    /** Names another folder than the one beside the working copy. */
    static final String FOLDER = "daybook.evaluation.data";

    private static final List<String> FILES = List.of("conversations.jsonl", "questions.jsonl");

    static Optional<EvaluationData> near(WorkingCopy workingCopy) {
        String named = System.getProperty(FOLDER);
        Path folder = named == null ? workingCopy.root().resolveSibling("shared/data") : Path.of(named);
        return Optional.of(folder).filter(Files::isDirectory).map(EvaluationData::new);
    }

    /** The runs of words of every text there: messages, captions, questions, answers and corrections. */
    WordRuns wordRuns() throws IOException {
        WordRuns runs = new WordRuns();
        try (Stream<Path> below = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) below::iterator) {
                if (FILES.contains(String.valueOf(file.getFileName()))) {
                    addTexts(file, runs);
                }
            }
        }
        return runs;
    }

    private static void addTexts(Path file, WordRuns runs) throws IOException {
        try (JsonParser parser =
                new JsonFactory().createParser(ObjectReadContext.empty(), Files.newInputStream(file))) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.VALUE_STRING) {
                    runs.add(parser.getString());
                }
            }
        }
    }
}
