package dev.daybook.contract;

import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.internal.inference.PromptData;
import dev.daybook.spi.JsonSchema;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.spi.OutputMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A language model that joins notes on one subject, the earlier values first, and keeps the last six: so the outcome depends on the order
 * and on every note that was near. It answers by the data of the request alone.
 */
final class JoiningModel implements LanguageModel {

    private final Random chance = new Random(7);
    private final Way way;
    private volatile double failing;

    JoiningModel(Way way, double failing) {
        this.way = way;
        this.failing = failing;
    }

    /** The kinds of failure. */
    enum Way {
        UNREACHABLE {
            @Override
            ModelAnswer fail() {
                throw new ModelException(Trouble.UNREACHABLE, "away");
            }
        },
        DEFECT {
            @Override
            ModelAnswer fail() {
                throw new IllegalStateException("a defect");
            }
        },
        RUBBISH {
            @Override
            ModelAnswer fail() {
                return ModelAnswer.of("I would rather talk about the weather.");
            }
        };

        abstract ModelAnswer fail();
    }

    /** @param failing at which share of its calls, from now on */
    void fails(double failing) {
        this.failing = failing;
    }

    @Override
    public String name() {
        return "joining";
    }

    @Override
    public List<OutputMode> modes() {
        return List.of(OutputMode.PROMPT);
    }

    @Override
    public synchronized ModelAnswer answer(ModelRequest request) {
        if (chance.nextDouble() < failing) {
            return way.fail();
        }
        Map<String, PromptData> blocks =
                PromptData.parse(request.user()).stream().collect(Collectors.toMap(PromptData::name, block -> block));
        return ModelAnswer.of(
                switch (request.schema().map(JsonSchema::name).orElse("")) {
                    case "PreMemorySplitResponse" ->
                        "{\"contents\": "
                                + list(List.of(blocks.get("raw_input").text().split("; "))) + "}";
                    case "MemoryReconstructionResponse" ->
                        "{\"memories\": "
                                + list(joined(
                                        blocks.get("related_memories").items(),
                                        blocks.get("new_contents").items()))
                                + ", \"coverage\": \"complete\"}";
                    case "CoreUpdateResponse" ->
                        "{\"should_update\": true, \"core_markdown\": "
                                + "\"# SOUL\\n\\n# TOOLS\\n\\n# RULE\\n\\n# USER\\n- "
                                + core(
                                        blocks.get("current_core_markdown").text(),
                                        blocks.get("candidate_new_memories").items())
                                + "\"}";
                    default -> "[]";
                });
    }

    private static String core(String core, List<String> candidates) {
        int earlier = core.substring(core.indexOf("# USER")).hashCode();
        return "seen " + Integer.toHexString(31 * earlier + candidates.hashCode());
    }

    private static List<String> joined(List<String> related, List<String> items) {
        Map<String, List<String>> byTopic = new LinkedHashMap<>();
        Stream.concat(related.stream(), items.stream()).forEach(text -> {
            List<String> words = List.of(text.split(" "));
            byTopic.computeIfAbsent(words.get(0), unused -> new ArrayList<>()).addAll(words.subList(1, words.size()));
        });
        return byTopic.entrySet().stream()
                .map(topic -> topic.getKey() + " " + String.join(" ", lastSix(topic.getValue())))
                .toList();
    }

    private static List<String> lastSix(List<String> values) {
        return values.subList(Math.max(0, values.size() - 6), values.size());
    }

    private static String list(List<String> texts) {
        return texts.stream().collect(Collectors.joining("\", \"", "[\"", "\"]"));
    }
}
