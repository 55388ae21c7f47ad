package dev.daybook.replay;

import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.internal.inference.PromptData;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.spi.OutputMode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The model of a step: it answers its script and notes the data of each prompt. Without a script there is no model. */
final class SummaryScript implements LanguageModel {

    private static final Pattern FAILING = Pattern.compile("(\\w+(?:Error|Exception))\\(.*\\)", Pattern.DOTALL);

    private final Deque<String> script = new ArrayDeque<>();
    private final List<String> prompts = new ArrayList<>();
    private @Nullable String failed;
    private boolean there;

    /** Begins a step. */
    synchronized void begin(List<?> items) {
        script.clear();
        prompts.clear();
        failed = null;
        there = !items.isEmpty();
        for (Object item : items) {
            script.add(item instanceof String text ? text : item == null ? "" : PlainJson.write(item));
        }
    }

    /** The data of each prompt of the step. */
    synchronized List<String> prompts() {
        return List.copyOf(prompts);
    }

    @Override
    public String name() {
        return "script";
    }

    @Override
    public List<OutputMode> modes() {
        return List.of(OutputMode.PROMPT);
    }

    @Override
    public synchronized ModelAnswer answer(ModelRequest request) {
        if (!there) {
            throw new ModelException(Trouble.FAILED, "the step has no script, so there is no model");
        }
        String data = data(request);
        // Another attempt after a failure is the same question, which the originals asked once.
        if (!data.equals(failed)) {
            prompts.add(data);
        }
        failed = data;
        String item = script.poll();
        if (item == null) {
            throw new ModelException(Trouble.FAILED, "the script of the step is at its end");
        }
        Matcher failing = FAILING.matcher(item.strip());
        if (failing.matches()) {
            throw new ModelException(NoteModel.trouble(failing.group(1)), "scripted: " + item);
        }
        if (!item.isBlank()) {
            failed = null;
        }
        return ModelAnswer.of(item);
    }

    private static String data(ModelRequest request) {
        return PromptData.parse(request.user()).stream()
                .map(SummaryScript::data)
                .collect(Collectors.joining("\n"));
    }

    private static String data(PromptData block) {
        return block.name().equals("earlier_summary") ? block.text() : String.join("\n", block.items());
    }
}
