package dev.daybook.replay;

import dev.daybook.internal.json.PlainJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Replays recorded runs and holds the answers against the recorded ones. As a program: {@code [--seed SEED] FILE…}; it
 * prints every step that does not agree, and every step whose recorded answer is not to be copied, to be judged by hand.
 */
final class ReplayComparison {

    private static final Set<String> WARNING = Set.of("recall", "recall_text", "recall_facts");

    /** The outcome of a step. */
    enum Verdict {
        AGREES,
        WRONG,
        /** The result is right, but there is a warning too many or too few. */
        WRONG_WARNINGS,
        UNSUPPORTED,
        /** The recorded answer is a defect or a free choice: nothing to compare with. */
        TO_BE_JUDGED
    }

    record Compared(int step, String operation, Verdict verdict, String detail) {}

    private ReplayComparison() {}

    public static void main(String[] arguments) throws IOException {
        String seed = null;
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].equals("--seed")) {
                seed = arguments[++i];
                continue;
            }
            Path file = Path.of(arguments[i]);
            List<Compared> compared = compare(seed == null ? seedOf(file) : seed, file);
            System.out.println(file.getFileName() + ": " + count(compared, Verdict.AGREES) + " agree, "
                    + count(compared, Verdict.WRONG) + " wrong, " + count(compared, Verdict.WRONG_WARNINGS)
                    + " wrong in warnings, " + count(compared, Verdict.UNSUPPORTED)
                    + " unsupported, " + count(compared, Verdict.TO_BE_JUDGED) + " to be judged");
            compared.stream()
                    .filter(step -> step.verdict() != Verdict.AGREES)
                    .forEach(step -> System.out.println(
                            "  " + step.step() + " " + step.operation() + ": " + step.verdict() + " " + step.detail()));
        }
    }

    private static long count(List<Compared> compared, Verdict verdict) {
        return compared.stream().filter(step -> step.verdict() == verdict).count();
    }

    /** The seed that a file is of, by the first letters of its name. */
    static String seedOf(Path file) {
        String name = String.valueOf(file.getFileName());
        return switch (name.substring(0, 3)) {
            case "chr" -> "chroma";
            case "lyr" -> "lyra";
            case "hae" -> "haema";
            case "bnk" -> "restai";
            default -> "inmemory";
        };
    }

    static List<Compared> compare(String seed, Path file) throws IOException {
        List<StepArguments> steps = StepArguments.object("file", PlainJson.read(Files.readString(file)))
                .objects("steps");
        List<StepArguments> outcomes = replay(seed, file);
        if (outcomes.size() != steps.size()) {
            throw new IllegalStateException(
                    file + " has " + steps.size() + " steps, and " + outcomes.size() + " were answered");
        }
        List<Compared> compared = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            compared.add(compare(i, steps.get(i), outcomes.get(i)));
        }
        return compared;
    }

    private static List<StepArguments> replay(String seed, Path file) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream lines = new PrintStream(out, true, StandardCharsets.UTF_8);
        int exit = ReplayCommand.run(lines, System.err, "--seed", seed, file.toString());
        if (exit != ReplayCommand.DONE) {
            throw new IllegalStateException("the replay of " + file + " ended with " + exit);
        }
        return out.toString(StandardCharsets.UTF_8)
                .lines()
                .map(line -> StepArguments.object("line", PlainJson.read(line)))
                .toList();
    }

    private static Compared compare(int i, StepArguments step, StepArguments outcome) {
        String operation = step.text("op");
        String detail = PlainJson.write(step.value("args")) + "\n      recorded " + recorded(step) + "\n      answered "
                + PlainJson.write(outcome.values());
        if (outcome.isTrue("unsupported")) {
            return new Compared(i, operation, Verdict.UNSUPPORTED, detail);
        }
        if (step.has("conformance")) {
            return new Compared(i, operation, Verdict.TO_BE_JUDGED, detail);
        }
        if (!agree(operation, step, outcome)) {
            return new Compared(i, operation, Verdict.WRONG, detail);
        }
        boolean warned = agreeInWarnings(operation, step, outcome);
        return new Compared(i, operation, warned ? Verdict.AGREES : Verdict.WRONG_WARNINGS, detail);
    }

    private static String recorded(StepArguments step) {
        Map<String, @Nullable Object> values = step.values();
        return PlainJson.write(step.has("error") ? values.get("error") : values.get("expect"))
                + (step.has("warnings") ? " with warnings" : "")
                + (step.has("note") ? " // " + values.get("note") : "");
    }

    private static boolean agree(String operation, StepArguments step, StepArguments outcome) {
        if (step.value("error") instanceof Map<?, ?> error) {
            return outcome.value("error") instanceof Map<?, ?> ours
                    && type(error).equals(ours.get("type"));
        }
        return outcome.has("result")
                && new ResultAgreement(operation).between(step.value("expect"), outcome.value("result"));
    }

    /** An error of an original is one of arguments, unless the file says it in our terms. */
    private static String type(Map<?, ?> error) {
        Object type = Objects.requireNonNull(error.get("type"));
        return Set.of("conflict", "model", "store").contains(type) ? type.toString() : "argument";
    }

    private static boolean agreeInWarnings(String operation, StepArguments step, StepArguments outcome) {
        return !WARNING.contains(operation) || step.has("warnings") == outcome.has("warnings");
    }
}
