package dev.daybook.internal.consolidate;

import dev.daybook.error.ModelException;
import dev.daybook.internal.extract.StatedFact;
import dev.daybook.internal.inference.ExtractedFact;
import dev.daybook.internal.inference.InferenceResult;
import dev.daybook.internal.inference.ModelCaller;
import dev.daybook.internal.inference.OutputForms;
import dev.daybook.internal.inference.PromptData;
import dev.daybook.internal.ledger.Predicates;
import dev.daybook.internal.text.LetterCase;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewFact;
import dev.daybook.model.Origin;
import dev.daybook.model.Scope;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import dev.daybook.spi.GroundingPolicy;
import dev.daybook.spi.GroundingPolicy.Claim;
import dev.daybook.spi.GroundingPolicy.ContentKind;
import dev.daybook.spi.GroundingPolicy.MissingContent;
import dev.daybook.spi.GroundingPolicy.SourceMessage;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the facts of an episode with a model, or by patterns if there is none or it fails. */
final class FactExtractor {

    private static final String PROMPT = "facts";

    private static final Pattern SPACE = Pattern.compile("\\s++");

    private final GroundingPolicy grounding;

    FactExtractor(GroundingPolicy grounding) {
        this.grounding = grounding;
    }

    /** The facts of an episode, with a failure if the model was called and did not answer. */
    record Reading(
            Episode episode, List<NewFact> facts, @Nullable String reason, long tokens) {

        Optional<String> failure() {
            return Optional.ofNullable(reason);
        }

        private Reading and(List<NewFact> others) {
            return new Reading(
                    episode, Stream.concat(others.stream(), facts.stream()).toList(), reason, tokens);
        }
    }

    // A secret stays in its episode and is never copied.
    Reading read(Scope scope, Episode episode, @Nullable ModelCaller modelCaller) {
        if (episode.sensitive()) {
            return new Reading(episode, List.of(), null, 0);
        }
        Reading reading = asserted(scope, episode, modelCaller);
        List<NewFact> endings = endings(episode, new EntryRef(scope, Kind.EPISODE, episode.id()));
        return endings.isEmpty() ? reading : reading.and(endings);
    }

    private Reading asserted(Scope scope, Episode episode, @Nullable ModelCaller modelCaller) {
        EntryRef source = new EntryRef(scope, Kind.EPISODE, episode.id());
        if (modelCaller == null) {
            return new Reading(episode, stated(episode, source), null, 0);
        }
        if (episode.input().isBlank() && episode.output().isBlank()) {
            return new Reading(episode, List.of(), null, 0);
        }
        InferenceResult<List<ExtractedFact>> inferenceResult;
        try {
            inferenceResult = ask(modelCaller, episode);
        } catch (ModelException failure) {
            return new Reading(
                    episode, stated(episode, source), failure.trouble().name(), 0);
        }
        return inferenceResult.fold(
                value -> new Reading(
                        episode, found(episode, source, value.get(), modelCaller.model()), null, value.tokens()),
                failed -> new Reading(episode, stated(episode, source), failed.reason(), failed.tokens()));
    }

    private static InferenceResult<List<ExtractedFact>> ask(ModelCaller modelCaller, Episode episode) {
        return modelCaller.ask(
                modelCaller
                        .prompt(PROMPT)
                        .with(PromptData.text(
                                "episode_time", episode.occurredAt().toString()))
                        .with(PromptData.text("user_said", messagesBy(episode, Message.USER)))
                        .with(PromptData.text("assistant_said", messagesBy(episode, Message.ASSISTANT))),
                OutputForms.FACTS);
    }

    /** With named speakers the model needs the speaker of each message. */
    private static String messagesBy(Episode episode, String role) {
        return episode.messages().stream()
                .filter(message -> message.role().equals(role))
                .map(message -> message.name() == null ? message.text() : message.speaker() + ": " + message.text())
                .collect(Collectors.joining("\n"));
    }

    private List<NewFact> found(Episode episode, EntryRef source, List<ExtractedFact> facts, String writer) {
        List<SourceMessage> sources = sources(episode, Trust.UNKNOWN);
        return facts.stream()
                // Small models fill the form this way; such a fact has no content.
                .filter(fact ->
                        !fact.object().strip().equalsIgnoreCase(fact.subject().strip()))
                .filter(fact -> isGrounded(fact, sources) && isGrounded(fact.predicate(), sources))
                .map(fact -> fact(
                                episode,
                                source,
                                fact.subject(),
                                fact.predicate(),
                                fact.object(),
                                Predicates.isSingleValued(fact.predicate()))
                        .confidence(fact.confidence())
                        .method(SummaryMethod.MODEL)
                        .trust(trust(fact, episode))
                        .origin(new Origin(Origin.Source.DERIVATION, writer)))
                .distinct()
                .toList();
    }

    private boolean isGrounded(ExtractedFact fact, List<SourceMessage> sources) {
        return grounding.check(Claim.of(fact.subject()), sources).holds()
                && grounding.check(Claim.of(fact.object()), sources).holds();
    }

    /** Returns the messages with at least this trust. */
    private static List<SourceMessage> sources(Episode episode, Trust atLeast) {
        return IntStream.range(0, episode.messages().size())
                .filter(i -> episode.trustOf(i).compareTo(atLeast) <= 0)
                .mapToObj(i -> SourceMessage.of(episode.messages().get(i), episode.occurredAt()))
                .toList();
    }

    /**
     * The model does not name the message it read, so the fact gets the trust of the most trusted messages that contain
     * it.
     */
    private Trust trust(ExtractedFact fact, Episode episode) {
        return Stream.of(Trust.values())
                .filter(trust -> trust.compareTo(episode.trust()) >= 0)
                .filter(trust -> isGrounded(fact, sources(episode, trust)))
                .findFirst()
                .orElseGet(episode::leastTrust);
    }

    /** The model chooses the words of a predicate, but a name or number in it must come from a message. */
    private boolean isGrounded(String predicate, List<SourceMessage> sources) {
        String words = predicate.replace('_', ' ');
        boolean isTitle = SPACE.splitAsStream(words).noneMatch(word -> word.equals(LetterCase.lower(word)));
        return grounding.check(Claim.of(isTitle ? LetterCase.lower(words) : words), sources).missing().stream()
                .map(MissingContent::kind)
                .noneMatch(what -> what == ContentKind.NAME || what == ContentKind.NUMBER);
    }

    private static List<NewFact> stated(Episode episode, EntryRef source) {
        return StatedFact.of(episode.messages()).stream()
                .map(fact -> stated(episode, source, fact))
                .toList();
    }

    /** A fact that ends when it begins is never valid: it represents the words that ended another. */
    private static List<NewFact> endings(Episode episode, EntryRef source) {
        return StatedFact.over(episode.messages()).stream()
                .map(fact -> stated(episode, source, fact).validUntil(episode.occurredAt()))
                .toList();
    }

    private static NewFact stated(Episode episode, EntryRef source, StatedFact fact) {
        return fact(
                        episode,
                        source,
                        fact.subject(),
                        fact.predicate().label(),
                        fact.object(),
                        fact.predicate().isSingleValued())
                .confidence(fact.confidence())
                .method(SummaryMethod.EXTRACTIVE)
                .trust(episode.trustOf(fact.message()))
                .origin(new Origin(Origin.Source.DERIVATION, "patterns"));
    }

    private static NewFact fact(
            Episode episode, EntryRef source, String subject, String predicate, String object, boolean single) {
        return NewFact.of(subject, predicate, object)
                .validFrom(episode.occurredAt())
                .sources(List.of(source))
                .singleValued(single);
    }
}
