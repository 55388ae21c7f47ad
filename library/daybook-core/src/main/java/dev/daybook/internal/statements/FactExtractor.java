package dev.daybook.internal.statements;

import dev.daybook.internal.consolidate.DerivationContext;
import dev.daybook.internal.inference.ExtractedFact;
import dev.daybook.internal.inference.ExtractedStatement;
import dev.daybook.internal.inference.ExtractionAnswer;
import dev.daybook.internal.inference.ModelCaller;
import dev.daybook.internal.inference.OutputForms;
import dev.daybook.internal.ledger.FactLedger.QuotedFact;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.NewFact;
import dev.daybook.model.Origin;
import dev.daybook.model.Scope;
import dev.daybook.outcome.RejectedStatement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the facts of a window with a model, or by rules if there is none or it fails. */
final class FactExtractor {

    /** A message seldom says more that is worth remembering; a model that repeats itself does. */
    private static final int STATEMENTS_OF_MESSAGE = 2;

    private static final int FURTHER_STATEMENTS = 5;

    private final DerivationContext derivationContext;
    private final TripleReader tripleReader;

    FactExtractor(DerivationContext derivationContext) {
        this.derivationContext = derivationContext;
        this.tripleReader = new TripleReader(derivationContext.grounding());
    }

    /**
     * The facts of a window.
     *
     * @param reason the reason of a failure if the model was called and did not answer; null: it did not fail
     */
    record Reading(
            ExtractionWindow window,
            List<NewFact> facts,
            List<RejectedStatement> rejected,
            @Nullable String reason,
            long tokens) {

        Optional<String> failure() {
            return Optional.ofNullable(reason);
        }

        /** Describes the result without any stored text. */
        String detail() {
            int episodes = window.episodes().size();
            Map<String, Long> reasons = rejected.stream()
                    .collect(Collectors.groupingBy(
                            RejectedStatement::reason, LinkedHashMap::new, Collectors.counting()));
            String rejections = reasons.entrySet().stream()
                    .map(each -> each.getValue() + " " + each.getKey())
                    .collect(Collectors.joining(", "));
            return episodes + (episodes == 1 ? " episode, " : " episodes, ") + facts.size() + " facts"
                    + (rejections.isEmpty() ? "" : "; rejected: " + rejections)
                    + (reason == null ? "" : "; the model failed: " + reason);
        }
    }

    Reading read(Scope scope, ExtractionWindow window, @Nullable ModelCaller modelCaller) {
        if (modelCaller == null) {
            return new Reading(window, byRules(scope, window), List.of(), null, 0);
        }
        if (window.size() == 0) {
            return new Reading(window, List.of(), List.of(), null, 0);
        }
        ModelStep<ExtractionAnswer> step =
                ModelStep.ask(modelCaller, WindowPrompt.of(modelCaller, window), OutputForms.FACTS);
        return step.value()
                .map(answer -> read(scope, window, answer, modelCaller.model(), step.tokens()))
                .orElseGet(() -> new Reading(window, byRules(scope, window), List.of(), step.reason(), step.tokens()));
    }

    private static List<NewFact> byRules(Scope scope, ExtractionWindow window) {
        // What an interrupted caller reads is dropped.
        return window.episodes().stream()
                .takeWhile(episode -> !Thread.currentThread().isInterrupted())
                .flatMap(episode -> RuleFacts.of(episode, source(scope, episode)).stream())
                .map(QuotedFact::fact)
                .toList();
    }

    private Reading read(Scope scope, ExtractionWindow window, ExtractionAnswer answer, String writer, long tokens) {
        Set<NewFact> facts = new LinkedHashSet<>();
        window.episodes()
                .forEach(episode ->
                        RuleFacts.endings(episode, source(scope, episode)).forEach(ending -> facts.add(ending.fact())));
        List<RejectedStatement> rejected = new ArrayList<>();
        StatementReader statementReader = new StatementReader(
                derivationContext.grounding(),
                scope,
                window,
                derivationContext.ledger().now());
        Origin origin = new Origin(Origin.Source.DERIVATION, writer);
        for (ExtractedStatement statement : firstOf(answer.statements(), window)) {
            StatementReader.Reading reading = statementReader.read(statement);
            if (reading.fact() != null) {
                facts.add(reading.fact().origin(origin));
            }
            if (reading.rejected() != null) {
                rejected.add(reading.rejected());
            }
        }
        for (ExtractedFact triple : answer.triples()) {
            triple(scope, window, triple).ifPresent(fact -> facts.add(fact.origin(origin)));
        }
        return new Reading(window, new ArrayList<>(facts), rejected, null, tokens);
    }

    private static List<ExtractedStatement> firstOf(List<ExtractedStatement> statements, ExtractionWindow window) {
        return statements.stream()
                .distinct()
                .limit((long) STATEMENTS_OF_MESSAGE * window.size() + FURTHER_STATEMENTS)
                .toList();
    }

    private Optional<NewFact> triple(Scope scope, ExtractionWindow window, ExtractedFact triple) {
        return window.episodes().stream()
                .filter(episode -> !episode.sensitive() && tripleReader.isGrounded(triple, episode))
                .findFirst()
                .map(episode -> tripleReader.fact(triple, episode, source(scope, episode)));
    }

    private static EntryRef source(Scope scope, Episode episode) {
        return new EntryRef(scope, Kind.EPISODE, episode.id());
    }
}
