package dev.daybook.server.tour;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The tour, step by step. */
record TourSteps(TourGuide guide, Path sampleSession) {

    private static final String[] QUESTIONS = {
        "How much did she pay for the cello?",
        "When is her sister getting married?",
        "How many pumpkins did she harvest?"
    };

    /** A part of the answer to each question; it is in the same message or the next one. */
    private static final String[] ANSWERS = {"Three hundred and forty", "nineteenth of September", "thirty-one"};

    /** A model that gets three hits has the answer. */
    private static final int NEAR_THE_TOP = 3;

    private static final String SECRET = "what is the matter with her knee?";

    /** Walks all steps; returns whether every check held. */
    boolean walk() {
        fill();
        recall();
        context();
        wall();
        forget();
        guide.say("");
        guide.say(
                guide.failures() == 0
                        ? "That was Daybook. 'daybook --help' lists the commands."
                        : guide.failures() + (guide.failures() == 1 ? " check failed." : " checks failed."));
        return guide.failures() == 0;
    }

    private void fill() {
        guide.heading("Import: two people, half a year of talking");
        guide.check(
                "the session was imported",
                guide.show("import", sampleSession.toString()).isDone());
        Map<String, @Nullable Object> again = guide.json("import", sampleSession.toString());
        guide.check(
                "importing it again changes nothing",
                Objects.equals(again.get("new"), 0L)
                        && Objects.equals(again.get("changed"), 0L)
                        && !Objects.equals(again.get("unchanged"), 0L));
        guide.show(
                "remember", "The sugar seagulls look almost like birds.", "--user", "ottilie", "--session", "wedding");
        guide.show("sessions", "--user", "ottilie");
    }

    private void recall() {
        guide.heading("Recall: ask in other words, and see why");
        for (int i = 0; i < QUESTIONS.length; i++) {
            guide.show("recall", QUESTIONS[i], "--user", "ottilie", "--limit", "2");
            String answer = ANSWERS[i];
            boolean found = hits("recall", QUESTIONS[i], "--user", "ottilie", "--limit", "" + NEAR_THE_TOP).stream()
                    .anyMatch(hit -> String.valueOf(hit.get("text")).contains(answer));
            guide.check("\"" + answer + "\" is among the best " + NEAR_THE_TOP, found);
        }
    }

    private void context() {
        guide.heading("Context: the memory that a model needs for its answer");
        String[] command = {
            "context", "What do I have to mind with the wedding cake?", "--user", "ottilie", "--max-tokens", "300"
        };
        guide.check(
                "it tells the model about the walnuts",
                guide.show(command).out().contains("walnuts"));
        Map<String, @Nullable Object> context = guide.json(command);
        guide.check(
                "it keeps to its budget", context.get("tokens") instanceof Long tokens && tokens > 0 && tokens <= 300);
    }

    private void wall() {
        guide.heading("The wall: Bram asks the same and sees nothing of it");
        guide.show("recall", "Wilma", "--user", "bram", "--by", "words");
        List<String> own = strings(guide.json("sessions", "--user", "bram").get("sessions"), "id");
        boolean only = true;
        for (String question : QUESTIONS) {
            only &= hits("recall", question, "--user", "bram", "--limit", "50").stream()
                    .allMatch(hit -> own.contains(String.valueOf(hit.get("session"))));
        }
        guide.check("no question of his brings up a line of hers", only && !own.isEmpty() && !own.contains("wedding"));
    }

    private void forget() {
        guide.heading("Forget: one session, down to the last byte");
        guide.show("recall", SECRET, "--user", "ottilie", "--limit", "1");
        boolean known = sessionsOf(SECRET).contains("knee");
        CommandAnswer forgotten = guide.show("forget", "--session", "knee", "--user", "ottilie", "--yes", "--prove");
        guide.check("it was there, and the proof finds nothing of it", known && forgotten.isDone());
        guide.show("recall", SECRET, "--user", "ottilie", "--limit", "1");
        guide.check("recall finds nothing of it either", !sessionsOf(SECRET).contains("knee"));
        guide.check(
                "the session is erased",
                guide.run("history", "--session", "knee", "--user", "ottilie").isNotFound());
        guide.check("the others are still there", sessionsOf("pumpkins").contains("harvest"));
    }

    private List<String> sessionsOf(String question) {
        return strings(
                guide.json("recall", question, "--user", "ottilie", "--limit", "50")
                        .get("hits"),
                "session");
    }

    private List<Map<?, ?>> hits(String... command) {
        return objects(guide.json(command).get("hits"));
    }

    private static List<String> strings(@Nullable Object list, String field) {
        return objects(list).stream()
                .map(object -> String.valueOf(object.get(field)))
                .toList();
    }

    private static List<Map<?, ?>> objects(@Nullable Object list) {
        List<Map<?, ?>> objects = new ArrayList<>();
        if (list instanceof List<?> items) {
            for (Object item : items) {
                if (item instanceof Map<?, ?> object) {
                    objects.add(object);
                }
            }
        }
        return objects;
    }
}
