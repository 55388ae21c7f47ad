package dev.daybook.internal.consolidate;

import dev.daybook.error.ModelException;
import dev.daybook.internal.extract.ExtractiveGist;
import dev.daybook.internal.extract.RuleInput;
import dev.daybook.internal.inference.InferenceResult;
import dev.daybook.internal.inference.ModelCaller;
import dev.daybook.internal.inference.ModelPrompt;
import dev.daybook.internal.inference.PromptData;
import dev.daybook.internal.inference.TextForm;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.SummaryMethod;
import dev.daybook.spi.GroundingPolicy;
import dev.daybook.spi.GroundingPolicy.SourceMessage;
import dev.daybook.spi.TokenCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes the texts of gists, with a model or by extracting sentences. */
final class GistWriter {

    /** The episodes of one step with a model. */
    static final int EPISODES = 20;

    private static final String PROMPT = "gist";

    /** Five sentences, as the prompt asks for, with room for long ones. */
    private static final int MAX_CHARACTERS = 2_000;

    private static final int MAX_TOKENS = 250;

    private final GroundingPolicy grounding;
    private final TokenCounter counter;

    GistWriter(GroundingPolicy grounding, TokenCounter counter) {
        this.grounding = grounding;
        this.counter = counter;
    }

    /** A gist to continue from: its text and the position of the last covered episode. */
    record Base(String text, long upTo, SummaryMethod method) {

        static final Base NONE = new Base("", 0, SummaryMethod.MODEL);

        Base upTo(long position) {
            return new Base(text, position, method);
        }
    }

    /** The result of a step: the new gist or the unchanged base with a failure, and the cost. */
    record Advance(Base end, long tokens, @Nullable String reason) {

        Optional<String> failure() {
            return Optional.ofNullable(reason);
        }
    }

    static long last(List<Episode> episodes) {
        return episodes.stream().mapToLong(Episode::position).max().orElse(0);
    }

    static List<Episode> after(List<Episode> episodes, long upTo) {
        return episodes.stream().filter(episode -> episode.position() > upTo).toList();
    }

    /** Takes one step on from a gist. Skips steps without text that may be shown. */
    Advance advance(ModelCaller modelCaller, Base base, List<Episode> left) {
        Base from = base;
        for (int begin = 0; begin < left.size(); begin += EPISODES) {
            List<Episode> turns = left.subList(begin, Math.min(begin + EPISODES, left.size()));
            List<SourceMessage> messages = messages(turns);
            if (!messages.isEmpty()) {
                return withModel(modelCaller, from, messages, last(turns));
            }
            from = from.upTo(last(turns));
        }
        return new Advance(from, 0, null);
    }

    private Advance withModel(ModelCaller modelCaller, Base base, List<SourceMessage> messages, long upTo) {
        List<String> lines = messages.stream()
                .map(message -> message.speaker() + ": " + message.text())
                .toList();
        ModelPrompt prompt = modelCaller.prompt(PROMPT);
        if (!base.text().isEmpty()) {
            prompt = prompt.with(PromptData.text("earlier_gist", base.text()));
        }
        InferenceResult<String> inferenceResult;
        try {
            inferenceResult =
                    modelCaller.ask(prompt.with(PromptData.list("new_turns", lines)), TextForm.atMost(MAX_CHARACTERS));
        } catch (ModelException failure) {
            return new Advance(base, 0, failure.trouble().name());
        }
        return inferenceResult.fold(
                value -> grounded(value.get(), base.text(), messages)
                        .map(text ->
                                new Advance(new Base(text, upTo, SummaryMethod.MODEL), inferenceResult.tokens(), null))
                        .orElseGet(() -> new Advance(
                                base, inferenceResult.tokens(), "the answer is not grounded in the conversation")),
                failed -> new Advance(base, inferenceResult.tokens(), failed.reason()));
    }

    private Optional<String> grounded(String text, String earlier, List<SourceMessage> messages) {
        List<SourceMessage> sources = new ArrayList<>(messages);
        sources.add(SourceMessage.text(earlier));
        return grounding.groundedPart(text, sources);
    }

    /**
     * Extracts the most representative sentences of a gist and the messages after it; of all messages if there is no
     * gist.
     */
    Base extracted(Base base, List<Episode> episodes) {
        List<Message> messages = shown(after(episodes, base.upTo())).stream()
                .flatMap(episode -> RuleInput.of(ClaimedSpeakers.named(episode)).stream())
                .toList();
        ExtractiveGist gist = ExtractiveGist.rolling(base.text(), messages, MAX_TOKENS, counter);
        return new Base(gist.text(), last(episodes), SummaryMethod.EXTRACTIVE);
    }

    private static List<SourceMessage> messages(List<Episode> turns) {
        return shown(turns).stream()
                .flatMap(episode -> ClaimedSpeakers.named(episode).stream()
                        .filter(message -> !message.shownText().isBlank())
                        .map(message -> SourceMessage.of(message, episode.occurredAt())))
                .toList();
    }

    /** A secret stays in its episode and is never copied. */
    private static List<Episode> shown(List<Episode> episodes) {
        return episodes.stream().filter(episode -> !episode.sensitive()).toList();
    }
}
