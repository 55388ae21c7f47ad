package dev.daybook.internal.statements;

import dev.daybook.internal.extract.RuleInput;
import dev.daybook.internal.extract.SentenceSplitter;
import dev.daybook.internal.ledger.FactLedger;
import dev.daybook.internal.ledger.FactLedger.QuotedFact;
import dev.daybook.internal.settings.WritePolicy;
import dev.daybook.internal.text.PlainForm;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewFact;
import dev.daybook.model.Scope;
import dev.daybook.model.Statement;
import dev.daybook.outcome.FactAssessment;
import dev.daybook.outcome.FactAssessment.Effect;
import dev.daybook.outcome.FactAssessment.EffectKind;
import dev.daybook.spi.GroundingPolicy.SourceMessage;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says what a text would do to the facts of a scope, without writing it and without a model. What rules read from the
 * text is laid into the timeline of its relations, as a write would do. Each sentence is also compared by its words with
 * the statements, of which most have no relation. Thread-safe.
 */
public final class FactAssessor {

    /** Each sentence is compared with each statement. What is longer is no statement but a document. */
    private static final int SENTENCES = 100;

    private final FactLedger facts;

    public FactAssessor(FactLedger facts) {
        this.facts = facts;
    }

    /** Assesses an episode that is complete and screened, but not written. */
    public FactAssessment assess(Scope scope, Episode episode) {
        List<QuotedFact> said = RuleFacts.of(episode, new EntryRef(scope, Kind.EPISODE, episode.id()));
        List<SourceMessage> sentences = episode.sensitive()
                ? List.of()
                : RuleInput.of(episode.messages()).stream()
                        .flatMap(message -> SentenceSplitter.of(PlainForm.of(message.text())).stream()
                                .map(sentence -> sentence(message, sentence, episode.occurredAt())))
                        .limit(SENTENCES)
                        .toList();
        return assess(scope, said, episode, WritePolicy.DERIVED, sentences);
    }

    private static SourceMessage sentence(Message message, String sentence, OffsetDateTime time) {
        return new SourceMessage(message.role(), message.speaker(), sentence, time);
    }

    /** Assesses a fact of a caller. */
    public FactAssessment assess(Scope scope, NewFact given, WritePolicy policy) {
        NewFact fact = policy.screened("the fact", given);
        Statement statement = fact.statement();
        String sentence = statement == null
                ? String.join(" ", fact.subject(), fact.predicate().replace('_', ' '), fact.object())
                : statement.sentence();
        SourceMessage message = new SourceMessage("", fact.subject(), sentence, fact.validFrom());
        return assess(scope, List.of(new QuotedFact(sentence, fact)), null, policy, List.of(message));
    }

    private FactAssessment assess(
            Scope scope,
            List<QuotedFact> said,
            @Nullable Episode unwritten,
            WritePolicy policy,
            List<SourceMessage> sentences) {
        RestatedSentences restated = new RestatedSentences(sentences);
        List<Effect> effects = new ArrayList<>(facts.assess(scope, said, unwritten, policy, restated::compare));
        restated.effects().stream()
                .filter(effect -> effects.stream().noneMatch(other -> isOf(other, effect.present())))
                .forEach(effect -> add(effects, effect));
        return new FactAssessment(effects);
    }

    private static boolean isOf(Effect effect, @Nullable Fact present) {
        return present != null && present.equals(effect.present());
    }

    /** Adds an effect by words. What a sentence says is not new then, although its relation is. */
    private static void add(List<Effect> effects, Effect restated) {
        Optional<Effect> unmet = effects.stream()
                .filter(effect ->
                        effect.kind() == EffectKind.NEW && effect.text().equals(restated.text()))
                .findFirst();
        unmet.ifPresent(effects::remove);
        effects.add(new Effect(
                restated.kind(), restated.text(), unmet.map(Effect::stated).orElse(null), restated.present()));
    }
}
