package dev.daybook.internal.bank;

import dev.daybook.internal.consolidate.Consolidation;
import dev.daybook.internal.consolidate.DerivationAttempt;
import dev.daybook.internal.consolidate.DerivationContext;
import dev.daybook.internal.context.BankBlock;
import dev.daybook.internal.ledger.BankEntries;
import dev.daybook.internal.ledger.EntryLedger.EntryWrite;
import dev.daybook.internal.options.ModelOptions;
import dev.daybook.internal.settings.AccessRules;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.internal.settings.WritePolicy;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.NewSummary;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.SessionRef;
import dev.daybook.model.Space;
import dev.daybook.model.Summary;
import dev.daybook.model.Summary.Level;
import dev.daybook.model.SummaryMethod;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.DerivationOutcome.Result;
import dev.daybook.store.EntryKey;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Fills the banks of spaces and keeps them within their token budgets. Thread-safe. */
public final class BankMaintenance {

    /** A session idle for this long is over, or at least paused. */
    public static final Duration IDLE = BankSessions.IDLE;

    /** The sessions summarized in one run, so that it ends within minutes; the next run takes the others. */
    static final int SESSIONS_PER_RUN = 5;

    /** The factor by which a bank may exceed its budget before it is compressed: digests cost model calls. */
    private static final double HEADROOM = 1.25;

    private final DerivationContext derivationContext;
    private final BankEntries entries;
    private final BankSessions sessions;
    private final BankDigests digests;
    private final BankEviction drops;
    private final BankBlock block;
    private final Consolidation consolidation;
    private final Consumer<DerivationOutcome> log;

    public BankMaintenance(DerivationContext derivationContext, ModelOptions options, Consumer<DerivationOutcome> log) {
        this.derivationContext = derivationContext;
        this.entries = new BankEntries(derivationContext.ledger());
        this.sessions = new BankSessions(derivationContext, entries);
        this.digests = new BankDigests(derivationContext, entries);
        this.drops = new BankEviction(derivationContext, entries);
        this.block = new BankBlock(derivationContext.counter());
        this.consolidation = Consolidation.of(derivationContext, List.of(sessions, digests), log, options);
        this.log = log;
    }

    /** Lists the idle sessions with turns that no summary covers, longest idle first. */
    public List<SessionRef> due(Space space, Duration idle) {
        return sessions.due(space, idle, true);
    }

    /** Summarizes the new turns of a session, idle or not. */
    public DerivationOutcome summarize(SessionRef sessionRef) {
        String subject = BankEntries.subject(sessionRef);
        Scope shared = new Scope.Shared(sessionRef.scope().space());
        if (sessions.isPrivate(sessionRef)) {
            return nothing(shared, subject, "the session is private");
        }
        // Otherwise any unknown session name would leave an attempt behind.
        if (sessions.episodes(sessionRef).isEmpty()) {
            return nothing(shared, subject, "there is no such session");
        }
        return consolidation.demand(shared, sessions, subject);
    }

    private DerivationOutcome nothing(Scope shared, String subject, String detail) {
        OffsetDateTime now = derivationContext.ledger().now();
        return new DerivationOutcome(shared, BankSessions.NAME, subject, Result.NOTHING, null, detail, 0, now);
    }

    /** Compresses the bank until the texts of its summaries fit a number of tokens. */
    public List<DerivationOutcome> compress(Space space, int maxTokens) {
        return compress(space, maxTokens, BankMaintenance::tokens, true);
    }

    /** Summarizes the due sessions, then compresses the bank until its block fits a number of tokens. */
    public List<DerivationOutcome> run(Space space, int maxTokens) {
        Scope shared = new Scope.Shared(space);
        List<DerivationOutcome> outcomes = new ArrayList<>();
        for (SessionRef sessionRef : sessions.due(space, IDLE, false).stream()
                .limit(SESSIONS_PER_RUN)
                .toList()) {
            outcomes.add(consolidation.demand(shared, sessions, BankEntries.subject(sessionRef)));
        }
        // Headings and labels of the block count, so that a bank within its budget is shown in full.
        outcomes.addAll(compress(space, maxTokens, live -> block.size(space, live), false));
        return outcomes;
    }

    /** Returns the total tokens of summary texts. */
    public static int tokens(List<Summary> summaries) {
        long tokens = summaries.stream().mapToLong(Summary::tokens).sum();
        return (int) Math.min(Integer.MAX_VALUE, tokens);
    }

    private List<DerivationOutcome> compress(
            Space space, int maxTokens, ToIntFunction<List<Summary>> size, boolean demanded) {
        List<DerivationOutcome> outcomes = new ArrayList<>();
        if (size.applyAsInt(entries.live(space)) <= HEADROOM * maxTokens) {
            return outcomes;
        }
        for (BankDigests.DigestLevel rung : BankDigests.DigestLevel.values()) {
            for (String subject : digests.subjects(space, rung)) {
                outcomes.add(digest(new Scope.Shared(space), subject, demanded));
            }
            if (size.applyAsInt(entries.live(space)) <= maxTokens) {
                return outcomes;
            }
        }
        // A summary that could not be folded because the model failed must not be dropped for it.
        boolean folded = outcomes.stream()
                .allMatch(outcome -> outcome.result() == Result.DONE || outcome.result() == Result.NOTHING);
        if (folded) {
            drops.drop(space, maxTokens, size).ifPresent(outcome -> {
                log.accept(outcome);
                outcomes.add(outcome);
            });
        }
        return outcomes;
    }

    private DerivationOutcome digest(Scope shared, String subject, boolean demanded) {
        Instant now = derivationContext.ledger().now().toInstant();
        DerivationAttempt attempt = derivationContext.attempts().find(shared, BankDigests.NAME, subject);
        if (!demanded && attempt.mustWait(now)) {
            String detail = "waiting to retry after a failure, until " + attempt.notBefore();
            return new DerivationOutcome(
                    shared,
                    BankDigests.NAME,
                    subject,
                    Result.WAITING,
                    null,
                    detail,
                    0,
                    derivationContext.ledger().now());
        }
        return consolidation.demand(shared, digests, subject);
    }

    /** Writes a summary by hand, in place of the live summary of the same session or period. */
    public Summary add(Space space, NewSummary stated, WritePolicy policy) {
        NewSummary given = policy.screened(stated);
        Scope shared = new Scope.Shared(space);
        SessionRef sessionRef = given.session();
        AccessRules rules = policy.rules();
        if (sessionRef != null && rules.isBounded()) {
            // The bank reads no covered turn again.
            rules.requireTrust(ProtectedOperation.ADD_TO_BANK, sessions.episodes(sessionRef).stream());
        }
        var committed = derivationContext.ledger().change(shared, "bank entry", change -> {
            List<EntryRef> covers = sessionRef == null ? List.of() : covers(sessionRef, given.lastSourceAt());
            Optional<Summary> present = present(space, given);
            Summary summary = summary(given, covers, present.orElse(null), policy);
            present.ifPresent(rules::requireReplaceable);
            change.put(EntryWrite.of(
                    summary,
                    present.flatMap(was ->
                                    derivationContext.ledger().present(shared, new EntryKey(Kind.SUMMARY, was.id())))
                            .orElse(null)));
            return summary;
        });
        var place = committed.placed().get(0);
        Summary summary = committed.answer();
        return summary.withProvenance(summary.provenance().at(place.position(), place.revision()));
    }

    /** Returns the live summary of a session, if any. */
    public Optional<Summary> find(SessionRef sessionRef) {
        return sessions.find(sessionRef);
    }

    private Optional<Summary> present(Space space, NewSummary given) {
        if (given.session() != null) {
            return sessions.find(given.session());
        }
        String period = given.period();
        return given.level() == Level.SESSION || period == null
                ? Optional.empty()
                : digests.find(space, given.level(), period);
    }

    private List<EntryRef> covers(SessionRef sessionRef, @Nullable OffsetDateTime last) {
        return sessions.episodes(sessionRef).stream()
                .filter(episode -> last != null && !episode.occurredAt().isAfter(last))
                .map(episode -> BankSessions.ref(sessionRef, episode))
                .toList();
    }

    private Summary summary(NewSummary given, List<EntryRef> covers, @Nullable Summary present, WritePolicy policy) {
        OffsetDateTime now = derivationContext.ledger().now();
        Integer tokens = given.tokens();
        SessionRef sessionRef = given.session();
        return new Summary(
                present == null ? derivationContext.ids().next(Kind.SUMMARY) : present.id(),
                given.level(),
                sessionRef == null ? null : sessionRef.session(),
                given.period() == null ? "" : given.period(),
                given.text(),
                tokens == null ? derivationContext.counter().count(given.text()) : tokens,
                given.sourceCount(),
                0,
                given.lastSourceAt(),
                covers,
                Summary.State.LIVE,
                SummaryMethod.GIVEN,
                present == null ? now : present.createdAt(),
                now,
                Provenance.unwritten(policy.origin(Origin.USER), policy.trust(null, Origin.USER)));
    }
}
