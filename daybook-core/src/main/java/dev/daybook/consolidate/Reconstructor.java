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

/** Asks the model to split a text, and to bring earlier and new texts together; and judges what it answers. */
final class Reconstructor {

    private final Asker asker;
    private final Grounding grounding;

    Reconstructor(Asker asker, Grounding grounding) {
        this.asker = asker;
        this.grounding = grounding;
    }

    /** A text in memories; itself if the model finds none, or what it finds is not what the text says. */
    Stage<List<String>> split(String text) {
        Stage<List<String>> stage =
                Stage.ask(asker, asker.prompt("split").with(DataBlock.text("raw_input", text)), Forms.SPLIT);
        Optional<List<String>> items = stage.value().map(Reconstructor::normalised);
        boolean stands = items.filter(found -> !found.isEmpty())
                .filter(found -> holds(found, List.of(text)))
                .isPresent();
        return new Stage<>(
                (stands ? items : stage.value().map(found -> List.of(text))).orElse(null),
                stage.failure(),
                stage.reason(),
                stage.tokens());
    }

    /** Earlier and new texts as one set of memories; without a value and without a failure if the set is refused. */
    Stage<List<String>> reconstruct(List<String> related, List<String> items) {
        return ask(prompt(related, items), related, items);
    }

    /** The same once more, with a word on what was wrong. */
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
                ? "its memories do not stand for what they would replace"
                : stage.reason();
        return new Stage<>(memories.orElse(null), stage.failure(), reason, stage.tokens());
    }

    /** The model's word that nothing is left out is not enough: small models say so while they drop half of it. */
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
