package dev.daybook.internal.notes;

import dev.daybook.internal.inference.ModelCaller;
import dev.daybook.internal.inference.ModelPrompt;
import dev.daybook.internal.inference.NoteReconstruction;
import dev.daybook.internal.inference.OutputForms;
import dev.daybook.internal.inference.PromptData;
import dev.daybook.internal.statements.ModelStep;
import dev.daybook.internal.statements.ModelStep.Failure;
import dev.daybook.spi.GroundingPolicy;
import dev.daybook.spi.GroundingPolicy.Claim;
import dev.daybook.spi.GroundingPolicy.SourceMessage;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Asks the model to split a text or to reconstruct earlier and new texts, and checks the answers. */
final class NoteReconstructor {

    private final ModelCaller modelCaller;
    private final GroundingPolicy grounding;

    NoteReconstructor(ModelCaller modelCaller, GroundingPolicy grounding) {
        this.modelCaller = modelCaller;
        this.grounding = grounding;
    }

    /** Splits a text into memories; returns the text itself if the model finds none or the answer is not grounded. */
    ModelStep<List<String>> split(String text) {
        ModelStep<List<String>> modelStep = ModelStep.ask(
                modelCaller, modelCaller.prompt("split").with(PromptData.text("raw_input", text)), OutputForms.SPLIT);
        Optional<List<String>> items = modelStep.value().map(NoteReconstructor::normalised);
        boolean isGrounded = items.filter(found -> !found.isEmpty())
                .filter(found -> holds(found, List.of(text)))
                .isPresent();
        return new ModelStep<>(
                (isGrounded ? items : modelStep.value().map(found -> List.of(text))).orElse(null),
                modelStep.failure(),
                modelStep.reason(),
                modelStep.tokens());
    }

    /**
     * Reconstructs earlier and new texts as one set of memories. A set that fails the check gives no value and no
     * failure.
     */
    ModelStep<List<String>> reconstruct(List<String> related, List<String> items) {
        return ask(prompt(related, items), related, items);
    }

    /** Repeats a reconstruction with a correction. */
    ModelStep<List<String>> refine(List<String> related, List<String> items) {
        return ask(prompt(related, items).with(modelCaller.prompt("refine").system()), related, items);
    }

    private ModelPrompt prompt(List<String> related, List<String> items) {
        return modelCaller
                .prompt("reconstruct")
                .with(PromptData.list("related_memories", related))
                .with(PromptData.list("new_contents", items));
    }

    private ModelStep<List<String>> ask(ModelPrompt prompt, List<String> related, List<String> items) {
        ModelStep<NoteReconstruction> modelStep = ModelStep.ask(modelCaller, prompt, OutputForms.RECONSTRUCTION);
        List<String> sources = Stream.concat(related.stream(), items.stream()).toList();
        Optional<List<String>> memories = modelStep
                .value()
                .filter(NoteReconstruction::complete)
                .map(answer -> normalised(answer.memories()))
                .filter(found -> !found.isEmpty())
                .filter(found -> holds(found, sources));
        String reason = modelStep.failure() == Failure.NONE && memories.isEmpty()
                ? "the answer is not grounded in its sources, or does not cover them"
                : modelStep.reason();
        return new ModelStep<>(memories.orElse(null), modelStep.failure(), reason, modelStep.tokens());
    }

    /** The model's claim of completeness is not enough: small models make it while they drop half of the content. */
    private boolean holds(List<String> produced, List<String> sources) {
        List<SourceMessage> texts = sources.stream().map(SourceMessage::text).toList();
        return produced.stream()
                        .allMatch(text -> grounding.check(Claim.of(text), texts).holds())
                && grounding.coverage(sources, produced).stream().allMatch(GroundingPolicy.Verdict::holds);
    }

    private static List<String> normalised(List<String> texts) {
        return texts.stream()
                .map(NoteInput::trimmed)
                .filter(text -> !text.isEmpty())
                .filter(text -> StandardCharsets.UTF_8.newEncoder().canEncode(text))
                .distinct()
                .toList();
    }
}
