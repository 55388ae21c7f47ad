package dev.daybook.internal.statements;

import dev.daybook.internal.checks.EnumLabels;
import dev.daybook.internal.inference.ExtractedStatement;
import dev.daybook.internal.ledger.PredicateSynonyms;
import dev.daybook.internal.text.LetterCase;
import dev.daybook.model.EntryRef;
import dev.daybook.model.GroundingClass;
import dev.daybook.model.Message;
import dev.daybook.model.MessageRef;
import dev.daybook.model.NewFact;
import dev.daybook.model.Scope;
import dev.daybook.model.Statement;
import dev.daybook.model.StatementKind;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import dev.daybook.outcome.RejectedStatement;
import dev.daybook.spi.GroundingPolicy;
import dev.daybook.spi.GroundingPolicy.Claim;
import dev.daybook.spi.GroundingPolicy.ContentKind;
import dev.daybook.spi.GroundingPolicy.MissingContent;
import dev.daybook.spi.GroundingPolicy.SourceMessage;
import dev.daybook.spi.GroundingPolicy.Verdict;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Turns the statements of a model's answer into facts: finds their messages, checks them against these, and computes
 * their times.
 */
final class StatementReader {

    /** The predicate of a sentence without a relation of the list. */
    private static final String STATES = "states";

    /** A statement in the words of its subject is rarely wrong; our check cannot see an irony. */
    private static final double SAID = 0.9;

    /** A pronoun may stand for another. */
    private static final double RESOLVED = 0.75;

    /** Even odds: the words of the messages do not show it. */
    private static final double INFERRED = 0.5;

    private static final Set<StatementKind> WITH_RELATION = Set.of(StatementKind.STATE, StatementKind.OPINION);

    private final GroundingPolicy grounding;
    private final Scope scope;
    private final List<WindowMessage> messages;
    private final OffsetDateTime now;

    /** The verdicts so far: the messages of one trust, or of a whole session, are often those of the check before. */
    private final Map<Check, Verdict> verdicts = new HashMap<>();

    StatementReader(GroundingPolicy grounding, Scope scope, ExtractionWindow window, OffsetDateTime now) {
        this.grounding = grounding;
        this.scope = scope;
        this.messages = window.messages();
        this.now = now;
    }

    /** A text with the indexes of the messages that it cites and of all its sources. */
    private record Check(String text, List<Integer> cited, List<Integer> within) {}

    /** The fact of a statement, or the statement as it is rejected; one of them is null. */
    record Reading(@Nullable NewFact fact, @Nullable RejectedStatement rejected) {}

    Reading read(ExtractedStatement statement) {
        String subject = subject(statement);
        StatementCitations citations = StatementCitations.of(statement, messages);
        List<Integer> cited = citations.cited();
        if (!subject.equals(Message.USER) && !names(statement.sentence(), subject)) {
            return rejected(statement, cited, new MissingContent(ContentKind.ATTRIBUTION, subject));
        }
        if (subject.equalsIgnoreCase(statement.object())) {
            // Small models fill the form this way; such a statement has no content.
            return rejected(statement, cited, new MissingContent(ContentKind.WORDS, subject));
        }
        if (cited.isEmpty()) {
            return rejected(statement, cited, new MissingContent(ContentKind.CITATION, statement.quote()));
        }
        Set<Integer> within = citations.ofEpisodes(messages);
        Verdict verdict = verdict(statement.sentence(), cited, within);
        GroundingClass how = isSaid(subject, cited) ? GroundingClass.SAID : GroundingClass.RESOLVED;
        if (!verdict.holds()) {
            within = citations.withNeighbours(messages);
            verdict = verdict(statement.sentence(), cited, within);
            how = GroundingClass.RESOLVED;
        }
        if (!verdict.holds() && !isInferred(statement, cited, verdict)) {
            return rejected(statement, cited, verdict.missing().toArray(MissingContent[]::new));
        }
        if (!verdict.holds()) {
            how = GroundingClass.INFERRED;
        }
        return new Reading(fact(statement, subject, cited, within, how), null);
    }

    private Reading rejected(ExtractedStatement statement, List<Integer> cited, MissingContent... missing) {
        RejectedStatement rejected = new RejectedStatement(
                statement.sentence(),
                cited.isEmpty() ? null : messages.get(cited.get(0)).speaker(),
                refs(cited),
                EnumLabels.label(missing[0].kind()),
                Stream.of(missing)
                        .map(MissingContent::text)
                        .filter(text -> !text.isBlank())
                        .toList(),
                now);
        return new Reading(null, rejected);
    }

    private List<MessageRef> refs(List<Integer> cited) {
        return cited.stream().map(index -> messages.get(index).ref(scope)).toList();
    }

    /** Returns whether a statement lacks only words of its messages, and quotes one of them. */
    private boolean isInferred(ExtractedStatement statement, List<Integer> cited, Verdict verdict) {
        return verdict.missing().stream().allMatch(missing -> missing.kind() == ContentKind.WORDS)
                && cited.stream().anyMatch(index -> messages.get(index).says(statement.quote()));
    }

    /** The user of an assistant has many names in answers. */
    private static String subject(ExtractedStatement statement) {
        String about = statement.about();
        return Set.of("user", "the user", "i").contains(LetterCase.lower(about)) ? Message.USER : about;
    }

    private static boolean names(String sentence, String words) {
        return WindowMessage.plain(sentence).contains(WindowMessage.plain(words));
    }

    private boolean isSaid(String subject, List<Integer> cited) {
        return cited.stream()
                .map(messages::get)
                .anyMatch(message -> message.speaker().equalsIgnoreCase(subject) || message.says(subject));
    }

    private Verdict verdict(String text, List<Integer> cited, Collection<Integer> within) {
        return verdicts.computeIfAbsent(new Check(text, cited, List.copyOf(within)), this::verdict);
    }

    private Verdict verdict(Check check) {
        List<Integer> places = check.cited().stream()
                .filter(check.within()::contains)
                .map(check.within()::indexOf)
                .toList();
        List<SourceMessage> sources = check.within().stream()
                .map(index -> messages.get(index).source())
                .toList();
        return grounding.check(new Claim(check.text(), places), sources);
    }

    private NewFact fact(
            ExtractedStatement statement,
            String subject,
            List<Integer> cited,
            Set<Integer> within,
            GroundingClass how) {
        WindowMessage first = messages.get(cited.get(0));
        String time = time(statement, cited);
        Statement stated = new Statement(
                statement.sentence(), first.speaker(), statement.kind(), statement.negated(), refs(cited), how, time);
        String object = object(statement, subject, within);
        NewFact fact = NewFact.of(subject, STATES, withoutSubject(statement.sentence(), subject))
                .validFrom(
                        StatementTimes.begin(time, first.text(), first.episode().occurredAt()))
                .sources(entries(cited, within))
                .singleValued(false)
                .confidence(confidence(how))
                .method(SummaryMethod.MODEL)
                .trust(trust(statement.sentence(), cited, within))
                .statement(stated);
        if (object == null) {
            return fact;
        }
        String relation = Objects.requireNonNull(statement.relation(), "an object has a relation");
        NewFact related = fact.predicate(relation).object(object);
        boolean isState = statement.kind() == StatementKind.STATE && !statement.negated();
        return related.singleValued(isState && PredicateSynonyms.isSingleValued(relation));
    }

    private static double confidence(GroundingClass how) {
        return switch (how) {
            case SAID -> SAID;
            case RESOLVED -> RESOLVED;
            case INFERRED -> INFERRED;
        };
    }

    /** Returns the object if the sentence has a relation and the object is grounded as well; else null. */
    private @Nullable String object(ExtractedStatement statement, String subject, Set<Integer> within) {
        String object = statement.object();
        boolean isRelated = statement.relation() != null
                && object != null
                && WITH_RELATION.contains(statement.kind())
                && names(statement.sentence(), subject)
                && names(statement.sentence(), object)
                && verdict(object, List.of(), within).missing().stream()
                        .map(MissingContent::kind)
                        .noneMatch(kind -> kind == ContentKind.NAME || kind == ContentKind.NUMBER);
        return isRelated ? object : null;
    }

    private @Nullable String time(ExtractedStatement statement, List<Integer> cited) {
        String when = statement.when();
        return when != null
                        && cited.stream().anyMatch(index -> messages.get(index).says(when))
                ? when
                : null;
    }

    /** Returns the entries of the messages that the statement follows from, that of its first message first. */
    private List<EntryRef> entries(List<Integer> cited, Set<Integer> within) {
        return Stream.concat(cited.stream(), within.stream())
                .map(index -> messages.get(index).entry(scope))
                .distinct()
                .toList();
    }

    /** Returns the highest trust of which the cited messages ground the sentence alone. */
    private Trust trust(String sentence, List<Integer> cited, Set<Integer> within) {
        for (Trust trust : Trust.values()) {
            List<Integer> trusted = cited.stream()
                    .filter(index -> !messages.get(index).trust().isBelow(trust))
                    .toList();
            Set<Integer> around = new TreeSet<>(within);
            around.removeIf(index -> messages.get(index).trust().isBelow(trust));
            if (!trusted.isEmpty() && verdict(sentence, trusted, around).holds()) {
                return trust;
            }
        }
        return within.stream().map(index -> messages.get(index).trust()).reduce(Trust.SYSTEM, Trust::least);
    }

    /** Returns a sentence without its subject at the beginning and its full stop. */
    private static String withoutSubject(String sentence, String subject) {
        String bare = Stream.of("the " + subject + " ", subject + " ")
                .filter(start -> sentence.regionMatches(true, 0, start, 0, start.length()))
                .findFirst()
                .map(start -> sentence.substring(start.length()))
                .orElse(sentence);
        String object = bare.endsWith(".") ? bare.substring(0, bare.length() - 1) : bare;
        return Optional.of(object.strip()).filter(text -> !text.isEmpty()).orElse(sentence);
    }
}
