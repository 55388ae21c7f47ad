package dev.daybook.bench.quality.data;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The conversations and questions of a data folder. */
public record EvaluationSet(String name, Map<String, DataConversation> conversations, List<DataQuestion> questions) {

    public static EvaluationSet read(Path folder) {
        Map<String, DataConversation> conversations =
                DataConversation.read(new DataFile("FOLDER", folder.resolve("conversations.jsonl")));
        DataFile file = new DataFile("FOLDER", folder.resolve("questions.jsonl"));
        return new EvaluationSet(file.dataSet(), conversations, DataQuestion.read(file, conversations));
    }

    /** Returns the set with the labels of {@code qrels.json} in its folder, if there are any. */
    public EvaluationSet relabelled(Path folder) {
        Path labels = folder.resolve("qrels.json");
        return labels.toFile().exists()
                ? new EvaluationSet(
                        name, conversations, DataQuestion.relabelled(questions, new DataFile("FOLDER", labels)))
                : this;
    }
}
