package dev.daybook.contract.erasure;

import dev.daybook.contract.derivation.ReadingModel;
import dev.daybook.internal.inference.PromptData;
import dev.daybook.spi.JsonSchema;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.spi.OutputMode;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A language model for all that is derived, whose answer depends on its input only: facts and gists as a
 * {@link ReadingModel} has them; of notes it keeps all that it is shown; the core gets a line for each note. Thread-safe.
 */
final class DerivingModel implements LanguageModel {

    private final ReadingModel reading = new ReadingModel();

    @Override
    public String name() {
        return "deriving";
    }

    @Override
    public List<OutputMode> modes() {
        return List.of(OutputMode.PROMPT);
    }

    @Override
    public ModelAnswer answer(ModelRequest request) {
        return switch (request.schema().map(JsonSchema::name).orElse("")) {
            case "MemoryReconstructionResponse" ->
                ModelAnswer.of("{\"memories\":" + list(items(request, "related_memories", "new_contents"))
                        + ",\"coverage\":\"complete\"}");
            case "CoreUpdateResponse" ->
                ModelAnswer.of("{\"should_update\":true,\"core_markdown\":\"" + core(request) + "\"}");
            default -> reading.answer(request);
        };
    }

    private static String core(ModelRequest request) {
        String core = PromptData.parse(request.user()).stream()
                .filter(block -> block.name().equals("current_core_markdown"))
                .map(PromptData::text)
                .findFirst()
                .orElseThrow()
                .strip();
        String more = items(request, "candidate_new_memories")
                .map(text -> "\n- " + text)
                .filter(line -> !core.contains(line))
                .collect(Collectors.joining());
        return (core + more).replace("\n", "\\n");
    }

    private static Stream<String> items(ModelRequest request, String... names) {
        return Stream.of(names)
                .flatMap(name -> PromptData.parse(request.user()).stream()
                        .filter(block -> block.name().equals(name))
                        .flatMap(block -> block.items().stream()))
                .distinct();
    }

    private static String list(Stream<String> texts) {
        return texts.collect(Collectors.joining("\",\"", "[\"", "\"]"));
    }
}
