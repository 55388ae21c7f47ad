package dev.daybook.bench.quality.data;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A question with the turns that answer it.
 *
 * @param evidence the ids of these turns; empty: it is asked, but not scored
 * @param sessions the sessions of these turns
 * @param before the turn in whose place it is asked, when everything before it is written; null: it is asked at the end
 */
public record DataQuestion(
        String qid,
        DataConversation conversation,
        String text,
        String category,
        Set<String> evidence,
        Set<String> sessions,
        @Nullable DataTurn before) {

    /** Reads a file of questions about these conversations. */
    public static List<DataQuestion> read(DataFile file, Map<String, DataConversation> conversations) {
        List<DataQuestion> questions = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        file.eachLine(row -> {
            DataQuestion question = of(row, conversations);
            if (!ids.add(question.qid())) {
                throw new IllegalArgumentException(
                        "qid '" + question.qid() + "' is there twice; give each question its own");
            }
            questions.add(question);
        });
        if (questions.isEmpty()) {
            throw new BrokenData(file.path() + " is empty; give one question a line");
        }
        return questions;
    }

    private static DataQuestion of(DataFields row, Map<String, DataConversation> conversations) {
        String id = row.text("conversation");
        DataConversation conversation = conversations.get(id);
        if (conversation == null) {
            throw new IllegalArgumentException(
                    "conversation '" + id + "' is not in the file of conversations; add it or leave the question out");
        }
        String category = row.optionalText("category");
        return new DataQuestion(
                        row.text("qid"),
                        conversation,
                        row.text("question"),
                        category == null ? "-" : category,
                        Set.of(),
                        Set.of(),
                        before(row.optionalText("before"), conversation))
                .withEvidence(row.texts("evidence"));
    }

    private static @Nullable DataTurn before(@Nullable String turn, DataConversation conversation) {
        if (turn == null) {
            return null;
        }
        return conversation
                .turn(turn)
                .orElseThrow(() -> new IllegalArgumentException("before names turn '" + turn
                        + "', which is not in conversation '" + conversation.id()
                        + "'; name one of its turns, or leave it out to ask at the end"));
    }

    /** The same questions with the labels of a file: an object of {@code qid → {category, turns, sessions}}. */
    public static List<DataQuestion> relabelled(List<DataQuestion> questions, DataFile labels) {
        Map<String, @Nullable Object> all = labels.object();
        List<DataQuestion> relabelled = new ArrayList<>();
        for (DataQuestion question : questions) {
            Object label = all.get(question.qid());
            try {
                relabelled.add(label == null ? question : question.relabelled(label));
            } catch (IllegalArgumentException e) {
                throw new BrokenData(labels.path() + ", '" + question.qid() + "': " + e.getMessage());
            }
        }
        return relabelled;
    }

    private DataQuestion relabelled(Object label) {
        DataFields fields =
                DataFields.of(label, "it is no object; give {\"category\":…,\"turns\":[…],\"sessions\":[…]}");
        String named = fields.optionalText("category");
        DataQuestion question = new DataQuestion(
                        qid, conversation, text, named == null ? category : named, Set.of(), Set.of(), before)
                .withEvidence(fields.texts("turns"));
        Set<String> sessions = fields.texts("sessions");
        return sessions.isEmpty()
                ? question
                : new DataQuestion(qid, conversation, text, question.category, question.evidence, sessions, before);
    }

    public boolean isScored() {
        return !evidence.isEmpty();
    }

    private DataQuestion withEvidence(Set<String> turns) {
        Set<String> said = new LinkedHashSet<>();
        for (String turn : turns) {
            conversation.turn(turn).map(DataTurn::session).ifPresent(said::add);
        }
        return new DataQuestion(qid, conversation, text, category, turns, said, before);
    }
}
