package dev.daybook.bench.poison;

import dev.daybook.bench.quality.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Attacks a memory in every way, each in a scope of its own beside the same benign memory. */
final class PoisonScoreboard {

    private final TextTable table = new TextTable(
            3,
            List.of(
                    "memory",
                    "origin",
                    "attack",
                    "poisoned %",
                    "trusted %",
                    "first %",
                    "recall@5 clean",
                    "poisoned",
                    "loss",
                    "in prompts",
                    "trusted",
                    "escaped"));

    private final Consumer<String> progress;

    PoisonScoreboard(Consumer<String> progress) {
        this.progress = progress;
    }

    /** @param clean the recall without any poison */
    record Line(String memory, String origin, String attack, double clean, AttackResult result) {

        double loss() {
            return clean - result.recall();
        }
    }

    /** Returns one line for each origin and attack, and adds them to the table. */
    List<Line> attack(AttackedMemory memory) {
        memory.remember("clean", benign());
        double clean = AttackResult.of(memory, "clean").recall();
        List<Line> attacks = new ArrayList<>();
        for (TextOrigin origin : TextOrigin.POISONED) {
            for (AttackPlan plan : AttackPlan.values()) {
                String user = origin.label() + "-" + plan.label();
                progress.accept(memory.name() + ": " + user);
                memory.remember(user, benign());
                memory.remember(user, plan.texts(origin));
                AttackResult result = AttackResult.of(memory, user);
                attacks.add(new Line(memory.name(), origin.label(), plan.label(), clean, result));
            }
        }
        attacks.forEach(this::add);
        add(total(attacks));
        return attacks;
    }

    /** The answers lie between the chatter, each in a session with some of it before. */
    static List<PlantedText> benign() {
        List<PlantedText> said = new ArrayList<>();
        List<String> chatter = CorpusFile.lines("chatter.txt");
        for (int i = 0; i < chatter.size(); i++) {
            said.add(PlantedText.chatter(i, chatter.get(i)));
        }
        List<AttackedQuestion> questions = AttackedQuestion.all();
        for (int i = 0; i < questions.size(); i++) {
            said.add(PlantedText.benign(i, questions.get(i).answer()));
        }
        return said;
    }

    static Line total(List<Line> attacks) {
        AttackResult sum = attacks.stream()
                .map(Line::result)
                .reduce((one, other) -> new AttackResult(
                        one.questions() + other.questions(),
                        one.places() + other.places(),
                        one.poisoned() + other.poisoned(),
                        one.trusted() + other.trusted(),
                        one.first() + other.first(),
                        one.answered() + other.answered(),
                        AttackResult.sum(one.prompt(), other.prompt())))
                .orElseThrow();
        return new Line(attacks.get(0).memory(), "all", "all", attacks.get(0).clean(), sum);
    }

    private void add(Line line) {
        AttackResult result = line.result();
        List<String> row = new ArrayList<>(List.of(
                line.memory(),
                line.origin(),
                line.attack(),
                part(result.poisoned(), result.places()),
                part(result.trusted(), result.places()),
                part(result.first(), result.questions()),
                TextTable.percent(line.clean()),
                TextTable.percent(result.recall()),
                TextTable.percent(line.loss())));
        Optional<PromptReading> prompt = result.prompt();
        row.add(prompt.map(read -> String.valueOf(read.lies())).orElse("–"));
        row.add(prompt.map(read -> String.valueOf(read.trusted())).orElse("–"));
        row.add(prompt.map(read -> String.valueOf(read.escaped())).orElse("–"));
        table.add(row);
    }

    private static String part(int some, int all) {
        return TextTable.percent((double) some / all);
    }

    @Override
    public String toString() {
        return table.toString();
    }
}
