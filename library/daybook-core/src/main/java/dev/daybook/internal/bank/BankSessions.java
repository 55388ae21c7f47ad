package dev.daybook.internal.bank;

import dev.daybook.error.ModelException;
import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.consolidate.ClaimedSpeakers;
import dev.daybook.internal.consolidate.CoveredTurns;
import dev.daybook.internal.consolidate.Derivation;
import dev.daybook.internal.consolidate.DerivationAttempt;
import dev.daybook.internal.consolidate.DerivationContext;
import dev.daybook.internal.consolidate.Proposal;
import dev.daybook.internal.consolidate.Proposal.Read;
import dev.daybook.internal.consolidate.RunUrgency;
import dev.daybook.internal.consolidate.SessionTurnTimes;
import dev.daybook.internal.extract.ExtractiveGist;
import dev.daybook.internal.inference.InferenceResult;
import dev.daybook.internal.inference.ModelCaller;
import dev.daybook.internal.inference.ModelPrompt;
import dev.daybook.internal.inference.PromptData;
import dev.daybook.internal.inference.TextForm;
import dev.daybook.internal.ledger.BankEntries;
import dev.daybook.internal.ledger.EntryLedger.Change;
import dev.daybook.internal.ledger.EntryLedger.EntryWrite;
import dev.daybook.internal.ledger.SessionStates;
import dev.daybook.internal.scopes.ReadScopes;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.internal.text.LetterCase;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.SessionRef;
import dev.daybook.model.Space;
import dev.daybook.model.Summary;
import dev.daybook.model.Summary.Level;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import dev.daybook.spi.GroundingPolicy.SourceMessage;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import dev.daybook.store.ScopeHead;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Derives the bank's summary of each session, from the earlier summary and the new turns. Reads the sessions of all
 * users of a space, and writes summaries and attempts to the shared scope. The summaries themselves, folded ones
 * included, record the turns they cover: no turn is paid for twice, and a forgotten summary makes its turns due again.
 */
final class BankSessions implements Derivation {

    /** A session idle for this long is over, or at least paused. */
    static final Duration IDLE = Duration.ofMinutes(10);

    static final String NAME = "bank";

    /** The turns of one call, the latest ones, so that its cost does not depend on the length of the session. */
    static final int TURNS = 40;

    /** Three bullets in 80 words, as the prompt asks for, with room for long ones. */
    private static final int MAX_CHARACTERS = 4_000;

    private static final int MAX_TOKENS = 120;

    /** A bank reads every scope of its space; most are small. */
    private static final int SCOPES = 1_000;

    private static final Comparator<Episode> IN_ORDER = Comparator.comparing(
                    (Episode episode) -> episode.occurredAt().toInstant())
            .thenComparingLong(Episode::position);

    private final DerivationContext derivationContext;
    private final BankEntries entries;
    private final SessionTurnTimes turns;

    BankSessions(DerivationContext derivationContext, BankEntries entries) {
        this.derivationContext = derivationContext;
        this.entries = entries;
        this.turns = new SessionTurnTimes(derivationContext, SCOPES);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> due(Scope shared, RunUrgency urgency) {
        return due(shared.space(), IDLE, urgency.isDemanded()).stream()
                .map(BankEntries::subject)
                .toList();
    }

    private record IdleSession(SessionRef session, Instant last) {}

    /** Lists the idle sessions with turns that no summary covers, longest idle first. */
    List<SessionRef> due(Space space, Duration idle, boolean demanded) {
        Instant now = derivationContext.ledger().now().toInstant();
        Instant cutoff = now.minus(idle);
        CoveredTurns covered = new CoveredTurns(conversations(space));
        Map<String, DerivationAttempt> attempts = derivationContext.attempts().all(new Scope.Shared(space), NAME);
        List<IdleSession> due = new ArrayList<>();
        for (Scope scope : scopes(space)) {
            Map<String, SessionStates.SessionProperties> known = SessionStates.all(derivationContext.store(), scope);
            turns.each(scope, (session, turns) -> {
                SessionRef sessionRef = new SessionRef(scope, session);
                Instant last = turns.values().stream()
                        .map(SessionTurnTimes.TurnTime::time)
                        .max(Comparator.naturalOrder())
                        .orElseThrow();
                DerivationAttempt attempt =
                        attempts.getOrDefault(BankEntries.subject(sessionRef), DerivationAttempt.NONE);
                boolean isPrivate =
                        known.containsKey(session) && known.get(session).isPrivate();
                boolean waits = !demanded && attempt.mustWait(now);
                if (!last.isAfter(cutoff) && !isPrivate && !waits && hasNewTurns(sessionRef, turns, attempt, covered)) {
                    due.add(new IdleSession(sessionRef, last));
                }
            });
        }
        return due.stream()
                .sorted(Comparator.comparing(IdleSession::last)
                        .thenComparing(settled -> BankEntries.subject(settled.session())))
                .map(IdleSession::session)
                .toList();
    }

    private static boolean hasNewTurns(
            SessionRef sessionRef,
            Map<String, SessionTurnTimes.TurnTime> turns,
            DerivationAttempt attempt,
            CoveredTurns covered) {
        if (attempt.watermark() > 0) {
            return turns.values().stream().anyMatch(turn -> turn.revision() > attempt.watermark());
        }
        return turns.entrySet().stream()
                .anyMatch(turn -> !covered.covers(
                        sessionRef, turn.getKey(), turn.getValue().time()));
    }

    private List<Scope> scopes(Space space) {
        return PagedReads.all(cursor -> derivationContext.store().heads(space, cursor, PagedReads.SIZE))
                .map(ScopeHead::scope)
                .filter(ReadScopes::areInBank)
                .toList();
    }

    /** Returns the session summaries in any state. */
    private List<Summary> conversations(Space space) {
        return Stream.concat(entries.live(space).stream(), entries.archive(space).stream())
                .filter(summary -> summary.level() == Level.SESSION)
                .toList();
    }

    boolean isPrivate(SessionRef sessionRef) {
        return SessionStates.find(derivationContext.store(), sessionRef.scope(), sessionRef.session())
                .filter(SessionStates.SessionProperties::isPrivate)
                .isPresent();
    }

    /** Returns the turns of a session in order of time. */
    List<Episode> episodes(SessionRef sessionRef) {
        return derivationContext
                .ledger()
                .readable(sessionRef.scope(), EntryScan.of(Kind.EPISODE).inSession(sessionRef.session()))
                .map(stored -> (Episode) EntryCodec.decode(stored))
                .sorted(IN_ORDER)
                .toList();
    }

    /** Finds the live summary of a session. One added without sources is known by the session alone. */
    Optional<Summary> find(SessionRef sessionRef) {
        List<Summary> named = entries.live(sessionRef.scope().space()).stream()
                .filter(summary ->
                        summary.level() == Level.SESSION && sessionRef.session().equals(summary.session()))
                .toList();
        return named.stream()
                .filter(summary ->
                        summary.covers().stream().anyMatch(ref -> ref.scope().equals(sessionRef.scope())))
                .findFirst()
                .or(() -> named.stream()
                        .filter(summary -> summary.covers().isEmpty())
                        .findFirst());
    }

    @Override
    public Proposal propose(
            Scope shared, String subject, DerivationAttempt attempt, @Nullable ModelCaller modelCaller) {
        SessionRef sessionRef = BankEntries.sessionRef(shared.space(), subject);
        List<Episode> episodes = episodes(sessionRef);
        long watermark = episodes.stream().mapToLong(Episode::revision).max().orElse(0);
        Optional<Summary> present = find(sessionRef);
        Optional<Summary> earlier = present.filter(summary -> isCurrent(summary, episodes, attempt));
        CoveredTurns covered = new CoveredTurns(conversations(shared.space()).stream()
                .filter(summary -> earlier.isPresent()
                        || present.filter(was -> was.id().equals(summary.id())).isEmpty())
                .toList());
        List<Episode> fresh = episodes.stream()
                .filter(episode -> !covered.covers(
                        sessionRef, episode.id(), episode.occurredAt().toInstant()))
                .toList();
        List<Message> messages = messages(fresh);
        if (messages.isEmpty()) {
            return Proposal.nothing(watermark, "the session has no new turns to summarize", 0);
        }
        SessionWork work =
                new SessionWork(sessionRef, present.orElse(null), earlier.orElse(null), fresh, messages, watermark);
        return modelCaller == null ? extracted(shared, work) : withModel(shared, work, modelCaller);
    }

    /**
     * A session to summarize.
     *
     * @param inUse its live summary; null: none
     * @param base the earlier summary, if it can be continued; null: none
     * @param fresh the turns it does not cover
     * @param messages the messages of the latest of them
     */
    private record SessionWork(
            SessionRef session,
            @Nullable Summary inUse,
            @Nullable Summary base,
            List<Episode> fresh,
            List<Message> messages,
            long watermark) {

        Optional<Summary> present() {
            return Optional.ofNullable(inUse);
        }

        Optional<Summary> earlier() {
            return Optional.ofNullable(base);
        }

        String earlierText() {
            return earlier().map(Summary::text).orElse("");
        }

        List<String> lines() {
            return messages.stream().map(BankSessions::line).toList();
        }

        List<SourceMessage> sources() {
            return Stream.concat(
                            messages.stream().map(message -> SourceMessage.of(message, null)),
                            Stream.of(SourceMessage.text(earlierText())))
                    .toList();
        }
    }

    /** Tests whether a summary is current: it has a last source, and none of its turns has changed. */
    private static boolean isCurrent(Summary summary, List<Episode> episodes, DerivationAttempt attempt) {
        List<String> changed = episodes.stream()
                .filter(episode -> attempt.watermark() > 0 && episode.revision() > attempt.watermark())
                .map(Episode::id)
                .toList();
        return summary.lastSourceAt() != null && summary.covers().stream().noneMatch(ref -> changed.contains(ref.id()));
    }

    /** Returns the messages of users and assistants. A secret stays in its episode and is never copied. */
    private static List<Message> messages(List<Episode> fresh) {
        List<Episode> shown =
                fresh.stream().filter(episode -> !episode.sensitive()).toList();
        return shown.subList(Math.max(0, shown.size() - TURNS), shown.size()).stream()
                // The speaker's name stays in the user's scope.
                .flatMap(episode -> ClaimedSpeakers.nameless(episode).stream())
                .filter(message -> isBySpeaker(message) && !message.shownText().isBlank())
                .map(message ->
                        Message.of(message.role(), message.shownText().strip()).withName(message.name()))
                .toList();
    }

    private static boolean isBySpeaker(Message message) {
        return message.role().equals(Message.USER) || message.role().equals(Message.ASSISTANT);
    }

    private static String line(Message message) {
        String speaker = message.speaker();
        return LetterCase.upper(speaker.substring(0, 1)) + speaker.substring(1) + ": " + message.text();
    }

    private Proposal withModel(Scope shared, SessionWork work, ModelCaller modelCaller) {
        ModelPrompt prompt = modelCaller.prompt("summary");
        if (work.earlier().isPresent()) {
            prompt = prompt.with(PromptData.text("earlier_summary", work.earlierText()));
        }
        InferenceResult<String> inferenceResult;
        try {
            inferenceResult = modelCaller.ask(
                    prompt.with(PromptData.list("new_turns", work.lines())), TextForm.atMost(MAX_CHARACTERS));
        } catch (ModelException failure) {
            return Proposal.failed("the model failed: " + failure.trouble().name(), 0);
        }
        return inferenceResult.fold(
                value -> derivationContext
                        .grounding()
                        .groundedPart(value.get(), work.sources())
                        .map(text -> proposal(
                                shared,
                                work,
                                text,
                                SummaryMethod.MODEL,
                                new Origin(Origin.Source.DERIVATION, modelCaller.model()),
                                value.tokens()))
                        .orElseGet(() ->
                                Proposal.failed("the answer is not grounded in the conversation", value.tokens())),
                failed -> Proposal.failed("the model failed: " + failed.reason(), failed.tokens()));
    }

    /** Without a model a summary must be shorter than the text it covers. */
    private Proposal extracted(Scope shared, SessionWork work) {
        ExtractiveGist gist =
                ExtractiveGist.rolling(work.earlierText(), work.messages(), MAX_TOKENS, derivationContext.counter());
        int whole = derivationContext.counter().count(work.earlierText())
                + derivationContext.counter().count(String.join("\n", work.lines()));
        if (gist.text().isBlank() || derivationContext.counter().count(gist.text()) >= whole) {
            return Proposal.nothing(work.watermark(), "no language model, and an extract would not be shorter", 0);
        }
        return proposal(
                shared,
                work,
                gist.text(),
                SummaryMethod.EXTRACTIVE,
                new Origin(Origin.Source.DERIVATION, "extract"),
                0);
    }

    private Proposal proposal(
            Scope shared, SessionWork work, String text, SummaryMethod method, Origin origin, long tokens) {
        List<Read> read = new ArrayList<>();
        work.fresh().forEach(episode -> read.add(new Read(ref(work.session(), episode), episode.revision())));
        work.present()
                .ifPresent(summary ->
                        read.add(new Read(new EntryRef(shared, Kind.SUMMARY, summary.id()), summary.revision())));
        String id = work.present()
                .map(Summary::id)
                .orElseGet(() -> derivationContext.ids().next(Kind.SUMMARY));
        return Proposal.done(
                work.watermark(),
                read,
                change -> post(change, shared, summary(work, id, text, method, origin)),
                work.fresh().size() + " new turns",
                tokens);
    }

    private void post(Change change, Scope shared, Summary summary) {
        change.put(EntryWrite.of(
                summary,
                derivationContext
                        .ledger()
                        .present(shared, new EntryKey(Kind.SUMMARY, summary.id()))
                        .orElse(null)));
    }

    private Summary summary(SessionWork work, String id, String text, SummaryMethod method, Origin origin) {
        OffsetDateTime now = derivationContext.ledger().now();
        Optional<Summary> earlier = work.earlier();
        List<EntryRef> covers = new ArrayList<>(earlier.map(Summary::covers).orElse(List.of()));
        work.fresh().forEach(episode -> covers.add(ref(work.session(), episode)));
        OffsetDateTime last = Stream.concat(
                        earlier.map(Summary::lastSourceAt).stream(),
                        work.fresh().stream().map(Episode::occurredAt))
                .max(Comparator.comparing(OffsetDateTime::toInstant))
                .orElse(now);
        return new Summary(
                id,
                Level.SESSION,
                work.session().session(),
                Level.DAY.period(last),
                text,
                derivationContext.counter().count(text),
                earlier.map(Summary::sourceCount).orElse(0) + work.fresh().size(),
                0,
                last,
                covers,
                Summary.State.LIVE,
                method,
                work.present().map(Summary::createdAt).orElse(now),
                now,
                Provenance.unwritten(
                        origin,
                        work.fresh().stream()
                                .map(Episode::leastTrust)
                                .reduce(earlier.map(Summary::trust).orElse(Trust.SYSTEM), Trust::least)));
    }

    static EntryRef ref(SessionRef sessionRef, Episode episode) {
        return new EntryRef(sessionRef.scope(), Kind.EPISODE, episode.id());
    }
}
