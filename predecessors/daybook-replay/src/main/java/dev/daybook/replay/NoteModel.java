package dev.daybook.replay;

import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.internal.inference.PromptData;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.spi.JsonSchema;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.spi.OutputMode;
import dev.daybook.spi.PromptTemplates;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A language model with the scripted answers of a step of a HAEMA run; it keeps the requests in the form of the files.
 * Requests that HAEMA never
 * makes (facts, gists) get an empty answer and are not counted. Thread-safe.
 */
final class NoteModel implements LanguageModel {

    private static final String SPLIT = "PreMemorySplitResponse";
    private static final String RECONSTRUCTION = "MemoryReconstructionResponse";
    private static final Set<String> SCHEMAS = Set.of(SPLIT, RECONSTRUCTION, "CoreUpdateResponse");

    private static final Set<String> LISTS = Set.of("related_memories", "new_contents", "candidate_new_memories");

    private static final Pattern FAILURE = Pattern.compile("([A-Z]\\w*)\\((.*)\\)", Pattern.DOTALL);

    /** The failures that HAEMA retries, and their counterparts here. Any other ends the call. */
    private static final Map<String, Trouble> TRIED_AGAIN = Map.of(
            "ValueError", Trouble.UNUSABLE,
            "TypeError", Trouble.UNUSABLE,
            "ConnectionError", Trouble.UNREACHABLE,
            "TimeoutError", Trouble.TIMEOUT,
            "OSError", Trouble.BROKEN);

    private final Deque<Object> script = new ArrayDeque<>();
    private final List<@Nullable Object> calls = new ArrayList<>();
    private @Nullable ModelException fatal;

    /** Begins a step. */
    synchronized void script(List<?> items) {
        script.clear();
        calls.clear();
        fatal = null;
        items.forEach(script::add);
    }

    /** Returns the requests of this step, in order. */
    synchronized List<@Nullable Object> calls() {
        return new ArrayList<>(calls);
    }

    synchronized int left() {
        return script.size();
    }

    /** The failure in this step after which HAEMA gives up the whole addition. */
    synchronized Optional<ModelException> fatal() {
        return Optional.ofNullable(fatal);
    }

    @Override
    public String name() {
        return "scripted";
    }

    @Override
    public List<OutputMode> modes() {
        return List.of(OutputMode.PROMPT);
    }

    @Override
    public synchronized ModelAnswer answer(ModelRequest request) {
        String schema = request.schema().map(JsonSchema::name).orElse("");
        if (!SCHEMAS.contains(schema)) {
            return ModelAnswer.of("[]");
        }
        calls.add(call(schema, request));
        Object item = script.poll();
        if (item == null) {
            throw failed(schema, Trouble.FAILED, "there is no answer left");
        }
        if (!(item instanceof String text)) {
            return ModelAnswer.of(PlainJson.write(item));
        }
        Matcher failure = FAILURE.matcher(text);
        if (failure.matches()) {
            throw failed(schema, trouble(failure.group(1)), "the model failed with " + failure.group(1));
        }
        return ModelAnswer.of(text);
    }

    /** Returns the trouble that an exception of the originals stands for. */
    static Trouble trouble(String exception) {
        return TRIED_AGAIN.getOrDefault(exception, Trouble.FAILED);
    }

    private ModelException failed(String schema, Trouble trouble, String message) {
        ModelException failure = new ModelException(trouble, message);
        if (trouble == Trouble.FAILED && (schema.equals(SPLIT) || schema.equals(RECONSTRUCTION))) {
            fatal = failure;
        }
        return failure;
    }

    private static Map<String, @Nullable Object> call(String schema, ModelRequest request) {
        Map<String, @Nullable Object> blocks = SeedJson.object();
        PromptData.parse(request.user()).forEach(block -> blocks.put(block.name(), body(block)));
        Map<String, @Nullable Object> call =
                SeedJson.object("schema", schema, "blocks", Collections.unmodifiableMap(blocks));
        if (request.system().contains(PromptTemplates.standard().text("refine"))) {
            call.put("refinement", true);
        }
        return call;
    }

    private static String body(PromptData block) {
        if (!LISTS.contains(block.name())) {
            return block.text();
        }
        List<String> items = block.items();
        return items.isEmpty()
                ? "- (none)"
                : items.stream().map(item -> "- " + item).collect(Collectors.joining("\n"));
    }
}
