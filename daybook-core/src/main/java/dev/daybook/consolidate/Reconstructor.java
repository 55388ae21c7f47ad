package dev.daybook.consolidate;

import dev.daybook.ask.Asker;
import dev.daybook.ask.Forms;
import dev.daybook.ask.Prompt;
import dev.daybook.ask.Reconstruction;
import dev.daybook.consolidate.Stage.Failure;
import dev.daybook.spi.DataBlock;
import dev.daybook.spi.Grounding;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Asks the model to split a text or to reconstruct earlier and new texts, and checks the answers. */
final class Reconstructor {

    private final Asker asker;
    private final Grounding grounding;

    Reconstructor(Asker asker, Grounding grounding) {
        this.asker = asker;
        this.grounding = grounding;
    }

    /** Splits a text into memories; returns the text itself if the model finds none or the answer is not grounded. */
    Stage<List<String>> split(String text) {
        Stage<List<String>> stage =
                Stage.ask(asker, asker.prompt("split").with(DataBlock.text("raw_input", text)), Forms.SPLIT);
        Optional<List<String>> items = stage.value().map(Reconstructor::normalised);
        boolean isGrounded = items.filter(found -> !found.isEmpty())
                .filter(found -> holds(found, List.of(text)))
                .isPresent();
        return new Stage<>(
                (isGrounded ? items : stage.value().map(found -> List.of(text))).orElse(null),
                stage.failure(),
                stage.reason(),
                stage.tokens());
    }

    /** Reconstructs earlier and new texts as one set of memories. A set that fails the check gives no value and no failure. */
    Stage<List<String>> reconstruct(List<String> related, List<String> items) {
        return ask(prompt(related, items), related, items);
    }

    /** Repeats a reconstruction with a correction. */
    Stage<List<String>> refine(List<String> related, List<String> items) {
        return ask(prompt(related, items).with(asker.prompt("refine").system()), related, items);
    }

    private Prompt prompt(List<String> related, List<String> items) {
        return asker.prompt("reconstruct")
                .with(DataBlock.list("related_memories", related))
                .with(DataBlock.list("new_contents", items));
    }

    private Stage<List<String>> ask(Prompt prompt, List<String> related, List<String> items) {
        Stage<Reconstruction> stage = Stage.ask(asker, prompt, Forms.RECONSTRUCTION);
        List<String> sources = Stream.concat(related.stream(), items.stream()).toList();
        Optional<List<String>> memories = stage.value()
                .filter(Reconstruction::complete)
                .map(answer -> normalised(answer.memories()))
                .filter(found -> !found.isEmpty())
                .filter(found -> holds(found, sources));
        String reason = stage.failure() == Failure.NONE && memories.isEmpty()
                ? "the answer is not grounded in its sources, or does not cover them"
                : stage.reason();
        return new Stage<>(memories.orElse(null), stage.failure(), reason, stage.tokens());
    }

    /** The model's claim of completeness is not enough: small models make it while they drop half of the content. */
    private boolean holds(List<String> produced, List<String> sources) {
        return produced.stream().allMatch(text -> grounding.check(text, sources).holds())
                && grounding.coverage(sources, produced).stream().allMatch(Grounding.Verdict::holds);
    }

    private static List<String> normalised(List<String> texts) {
        return texts.stream()
                .map(Intake::trimmed)
                .filter(text -> !text.isEmpty())
                .filter(text -> StandardCharsets.UTF_8.newEncoder().canEncode(text))
                .distinct()
                .toList();
    }
}
