package dev.daybook.internal.consolidate;

import dev.daybook.error.DaybookException;
import dev.daybook.internal.commit.ScopeLeases;
import dev.daybook.internal.commit.ScopeLocks;
import dev.daybook.internal.expiry.EndedEntries;
import dev.daybook.internal.inference.ModelCaller;
import dev.daybook.internal.inference.RetryBackoff;
import dev.daybook.internal.inference.TokenSpending;
import dev.daybook.internal.ledger.DerivedStates;
import dev.daybook.internal.ledger.EntryLedger;
import dev.daybook.internal.ledger.EntryLedger.Change;
import dev.daybook.internal.observe.CallWatch;
import dev.daybook.internal.options.ModelOptions;
import dev.daybook.internal.settings.AccessRules;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.DerivationOutcome.Result;
import dev.daybook.outcome.Operation;
import dev.daybook.spi.ObservedCall;
import dev.daybook.store.EntryKey;
import dev.daybook.store.Head;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Runs derivations and applies their proposals.
 *
 * <p>For each due subject the derivation proposes entries without holding the scope's write lock, because a model call takes seconds. The
 * proposal is then applied under the lock in one batch: the entries, the attempt with its new watermark, a record for undo, and the audit
 * entry. A proposal is dropped if the scope was erased, the attempt was overtaken, or a source changed in the meantime; its subject stays
 * due.
 *
 * <p>A failed subject is retried with exponential back-off, which a user's request skips. When the token budget of a space is spent, work that
 * needs a model waits for the next day (UTC). One worker runs per scope at a time, so two requests never pay for the same call; if
 * several processes write to the store, the worker holds the lease of the scope. Thread-safe.
 */
public final class Consolidation {

    /** A failing model is still called a few times a day. */
    private static final Duration MAX_WAIT = Duration.ofHours(6);

    /** The wait of a user's request for another process: longer than a vanished one keeps its lease. */
    private static final Duration PATIENCE =
            ScopeLeases.TERM.plus(ScopeLeases.SKEW).plus(Duration.ofSeconds(5));

    /** A batch is in memory as a whole, and an entry may have megabytes. */
    private static final int SOURCES_AT_ONCE = 100;

    private static final String LEASED = "another process derives in this scope; ask again later";

    private final DerivationContext derivationContext;
    private final Store store;
    private final EntryLedger ledger;
    private final AttemptStates attempts;
    private final OperationLog operationLog;
    private final DailyTokenBudget dailyTokenBudget;
    private final Optional<ModelCaller> asker;
    private final List<Derivation> derivations;
    private final Consumer<DerivationOutcome> log;
    private final LongUnaryOperator backOff;
    private final ScopeLeases leases;
    private final ScopeLocks workers;
    private final CallWatch watch;

    /** Creates a consolidation with the given derivations and the back-off of the options. */
    public static Consolidation of(
            DerivationContext derivationContext,
            List<Derivation> derivations,
            Consumer<DerivationOutcome> log,
            ModelOptions options) {
        return new Consolidation(
                derivationContext,
                derivations,
                log,
                failures -> options.retryAfter().isZero()
                        ? 0
                        : RetryBackoff.delay(options.retryAfter(), MAX_WAIT, (int) failures)
                                .toMillis());
    }

    /** @param backOff maps the number of consecutive failures to a wait in milliseconds */
    Consolidation(
            DerivationContext derivationContext,
            List<Derivation> derivations,
            Consumer<DerivationOutcome> log,
            LongUnaryOperator backOff) {
        this(derivationContext, derivations, log, backOff, derivationContext.asker(), new ScopeLocks());
    }

    private Consolidation(
            DerivationContext derivationContext,
            List<Derivation> derivations,
            Consumer<DerivationOutcome> log,
            LongUnaryOperator backOff,
            Optional<ModelCaller> asker,
            ScopeLocks workers) {
        this.derivationContext = derivationContext;
        this.store = derivationContext.store();
        this.ledger = derivationContext.ledger();
        this.attempts = derivationContext.attempts();
        this.operationLog =
                new OperationLog(derivationContext.ledger(), derivationContext.facts(), derivationContext.store());
        this.dailyTokenBudget = derivationContext.tokenBudget();
        this.asker = asker;
        this.workers = workers;
        this.leases = derivationContext.leases();
        this.watch = derivationContext.watch();
        this.derivations = List.copyOf(derivations);
        this.log = log;
        this.backOff = backOff;
    }

    /** Returns a consolidation that asks no model, and never works in a scope at the same time as this one. */
    Consolidation withoutModel() {
        return new Consolidation(derivationContext, derivations, log, backOff, Optional.empty(), workers);
    }

    /**
     * Derives everything due in a scope. A derivation that another process is running has one outcome, which
     * {@link #isLeased} recognizes; a user's request waits for that process for a while.
     *
     * @param urgency the reason for the run; a user's request skips the back-off
     */
    public List<DerivationOutcome> run(Scope scope, RunUrgency urgency) {
        List<DerivationOutcome> outcomes = new ArrayList<>();
        for (Derivation derivation : derivations) {
            if (!dailyTokenBudget.isOff(scope.space(), derivation.name())) {
                outcomes.addAll(run(scope, derivation, urgency, subject -> true));
            }
        }
        return outcomes;
    }

    /** Derives only the notes due in a scope. */
    public List<DerivationOutcome> notes(Scope scope) {
        return derivations.stream()
                .filter(derivation -> derivation.name().equals(DerivedStates.NOTES))
                .flatMap(derivation -> run(scope, derivation, RunUrgency.DEMANDED, subject -> true).stream())
                .toList();
    }

    /** Derives only the gist of one session. */
    public List<DerivationOutcome> gist(Scope scope, String session) {
        return derivations.stream()
                .filter(derivation -> derivation.name().equals(GistDerivation.NAME))
                .flatMap(derivation -> run(scope, derivation, RunUrgency.DEMANDED, session::equals).stream())
                .toList();
    }

    /** Returns the earliest retry time of the failed subjects of a scope; empty if none failed. */
    Optional<Instant> nextTry(Scope scope) {
        return attempts.nextTry(scope).map(time -> DerivationAttempt.isPlausible(time, now()) ? time : now());
    }

    /** Returns when the work that waits for the answer to a question is due at the latest; empty: none waits. */
    Optional<Instant> awaited(Scope scope) {
        return derivations.stream()
                .filter(derivation -> !dailyTokenBudget.isOff(scope.space(), derivation.name()))
                .flatMap(derivation -> derivation.awaited(scope).stream())
                .findFirst();
    }

    /** Estimates the model calls of the due work of a scope. */
    long calls(Scope scope) {
        return derivations.stream()
                .filter(derivation -> !dailyTokenBudget.isOff(scope.space(), derivation.name()))
                .mapToLong(derivation -> derivation.calls(scope))
                .sum();
    }

    /** Returns the name of the language model; empty if there is none. */
    Optional<String> model() {
        return asker.map(ModelCaller::model);
    }

    /** Returns the time on the clock of the attempts. */
    Instant now() {
        return ledger.now().toInstant();
    }

    /**
     * Undoes an operation. The undo is an operation as well and can be undone.
     *
     * @throws IllegalArgumentException if there is no such operation, or an entry it wrote has changed since
     * @throws dev.daybook.error.GoneException if it is too old, or its sources are gone
     * @throws dev.daybook.error.AccessRefusedException if an entry that it wrote has more trust than the rules allow
     */
    public DerivationOutcome undo(Scope scope, String operation, AccessRules rules) {
        var posted =
                ledger.change(scope, AuditEntry.UNDO, change -> operationLog.undo(scope, operation, change, rules));
        String derivation = posted.answer();
        return new DerivationOutcome(
                scope, derivation, operation, Result.DONE, posted.operation(), "undone", 0, ledger.now());
    }

    /** Finds an operation that can be undone. */
    public Optional<Operation> operation(Scope scope, String id) {
        return operationLog
                .find(scope, id)
                .map(found -> new Operation(
                        scope,
                        id,
                        found.derivation(),
                        found.written().stream()
                                .map(written -> new EntryRef(
                                        scope,
                                        written.key().kind(),
                                        written.key().id()))
                                .toList()));
    }

    /** Derives one subject now, due or not. */
    public DerivationOutcome demand(Scope scope, Derivation derivation, String subject) {
        Supplier<List<DerivationOutcome>> work = () -> {
            DerivationOutcome outcome =
                    step(scope, derivation, subject, RunUrgency.DEMANDED).outcome();
            log.accept(outcome);
            return List.of(outcome);
        };
        return workers.withLock(
                scope,
                () -> leased(scope, derivation, RunUrgency.DEMANDED, () -> true, work)
                        .get(0));
    }

    private List<DerivationOutcome> run(
            Scope scope, Derivation derivation, RunUrgency urgency, Predicate<String> wanted) {
        return workers.withLock(
                scope,
                () -> leased(
                        scope,
                        derivation,
                        urgency,
                        () -> !due(scope, derivation, urgency, wanted).isEmpty(),
                        () -> runDue(scope, derivation, urgency, wanted)));
    }

    /** Runs work with the lease of the scope, if other processes write to the store. */
    private List<DerivationOutcome> leased(
            Scope scope,
            Derivation derivation,
            RunUrgency urgency,
            BooleanSupplier isDue,
            Supplier<List<DerivationOutcome>> work) {
        if (!leases.isShared()) {
            return work.get();
        }
        while (true) {
            long epoch = epoch(scope);
            // Only due work is worth the two writes of a lease.
            if (!isDue.getAsBoolean()) {
                return List.of();
            }
            Optional<List<DerivationOutcome>> done =
                    leases.hold(scope, epoch, urgency.isDemanded() ? PATIENCE : Duration.ZERO, work);
            if (done.isPresent()) {
                return done.get();
            }
            if (epoch(scope) == epoch) {
                return List.of(outcome(scope, derivation, "", Result.WAITING, LEASED, 0));
            }
        }
    }

    /** Tests whether an outcome says only that another process is deriving. */
    static boolean isLeased(DerivationOutcome outcome) {
        return outcome.result() == Result.WAITING && outcome.detail().equals(LEASED);
    }

    private static List<String> due(Scope scope, Derivation derivation, RunUrgency urgency, Predicate<String> wanted) {
        return derivation.due(scope, urgency).stream().filter(wanted).toList();
    }

    private List<DerivationOutcome> runDue(
            Scope scope, Derivation derivation, RunUrgency urgency, Predicate<String> wanted) {
        List<DerivationOutcome> outcomes = new ArrayList<>();
        Set<String> finished = new HashSet<>();
        while (true) {
            List<String> due = due(scope, derivation, urgency, wanted.and(subject -> !finished.contains(subject)));
            if (due.isEmpty()) {
                return outcomes;
            }
            for (String subject : due) {
                if (Thread.currentThread().isInterrupted()) {
                    return outcomes;
                }
                if (finished.contains(subject)) {
                    continue;
                }
                Step step = step(scope, derivation, subject, urgency);
                outcomes.add(step.outcome());
                log.accept(step.outcome());
                finished.addAll(step.finished());
            }
        }
    }

    /**
     * The outcome of a subject and the subjects to skip for the rest of this run. A subject that moved its watermark is checked for more
     * work; one that did not would stay due for ever, and one that failed waits for its retry.
     */
    private record Step(DerivationOutcome outcome, List<String> finished) {}

    private Step step(Scope scope, Derivation derivation, String subject, RunUrgency urgency) {
        DerivationAttempt attempt = attempts.find(scope, derivation.name(), subject);
        if (!urgency.isDemanded() && attempt.mustWait(now())) {
            DerivationOutcome outcome = outcome(
                    scope,
                    derivation,
                    subject,
                    Result.WAITING,
                    "waiting to retry after a failure, until " + attempt.notBefore(),
                    0);
            return new Step(outcome, List.of(subject));
        }
        Optional<Instant> spent = asker.isEmpty() ? Optional.empty() : dailyTokenBudget.spentUntil(scope.space());
        if (spent.isPresent() && attempt.failures() > 0) {
            DerivationOutcome outcome =
                    outcome(scope, derivation, subject, Result.WAITING, budgetSpent(spent.get()), 0);
            return new Step(outcome, List.of(subject));
        }
        return watch.derive(
                () -> ObservedCall.MemoryCall.of(ObservedCall.MemoryVerb.CONSOLIDATE, scope),
                () -> work(scope, derivation, subject, attempt, spent),
                step -> step.outcome().result() == Result.FAILED);
    }

    private Step work(
            Scope scope, Derivation derivation, String subject, DerivationAttempt attempt, Optional<Instant> spent) {
        Space space = scope.space();
        Head before = store.head(scope);
        TokenSpending account = spent.map(until -> TokenSpending.refused(budgetSpent(until)))
                .orElse((stage, tokens) -> dailyTokenBudget.spend(space, tokens));
        // Fallbacks and failures are due again when the token budget is renewed.
        Proposal made = proposal(() -> derivation.propose(
                scope,
                subject,
                attempt,
                asker.map(model -> model.paidBy(account)).orElse(null)));
        Proposal proposal = spent.filter(until -> made.result() == Result.FALLBACK || made.result() == Result.FAILED)
                .map(until -> made.postponed(until, budgetSpent(until)))
                .orElse(made);
        if (Thread.currentThread().isInterrupted()) {
            // The call was interrupted, the model did not fail: the subject is due after the next opening.
            DerivationOutcome outcome = outcome(
                    scope,
                    derivation,
                    subject,
                    Result.DROPPED,
                    "interrupted while closing; due after the next opening",
                    proposal.tokens());
            return new Step(outcome, List.of(subject));
        }
        DerivationOutcome outcome = apply(scope, derivation, subject, attempt, proposal, before);
        return new Step(outcome, finished(derivation, subject, attempt, proposal, outcome));
    }

    /** A text of which no entry can be made, or a policy that throws, must not end the work of other subjects and scopes. */
    private static Proposal proposal(Supplier<Proposal> derivation) {
        try {
            return derivation.get();
        } catch (DaybookException ofStore) {
            throw ofStore;
        } catch (RuntimeException failure) {
            // Its message may quote stored text.
            return Proposal.failed(
                    "the derivation failed: " + failure.getClass().getSimpleName(), 0);
        }
    }

    private static String budgetSpent(Instant until) {
        return "the tokens of the space's budget for today are spent; it continues at " + until;
    }

    private List<String> finished(
            Derivation derivation,
            String subject,
            DerivationAttempt before,
            Proposal proposal,
            DerivationOutcome outcome) {
        List<String> finished = new ArrayList<>(proposal.retried());
        finished.addAll(proposal.joined());
        boolean advanced = proposal.more() && outcome.operation() != null
                || watermarkAfter(derivation, subject, before, proposal) != before.watermark();
        boolean isFallback =
                outcome.result() == Result.FALLBACK && proposal.retried().isEmpty();
        if (outcome.result() == Result.DROPPED || isFallback || !advanced) {
            finished.add(subject);
        }
        return finished;
    }

    private DerivationOutcome apply(
            Scope scope,
            Derivation derivation,
            String subject,
            DerivationAttempt attempt,
            Proposal proposal,
            Head before) {
        String name = derivation.name();
        var posted = ledger.change(scope, AuditEntry.DERIVE + name, change -> {
            if (isStale(scope, name, subject, attempt, proposal, before)) {
                return Result.DROPPED;
            }
            proposal.write().accept(change);
            if (!change.writes().isEmpty()) {
                change.state(OperationLog.record(name, change, keys(scope, proposal.read())));
                operationLog.prune(scope, change);
            }
            recordAttempt(scope, derivation, subject, attempt, proposal, change);
            return proposal.result();
        });
        Result result = posted.answer();
        String detail = result == Result.DROPPED ? "a source changed in the meantime" : proposal.detail();
        String operation = posted.placed().isEmpty() ? null : posted.operation();
        return new DerivationOutcome(scope, name, subject, result, operation, detail, proposal.tokens(), ledger.now());
    }

    private void recordAttempt(
            Scope scope,
            Derivation derivation,
            String subject,
            DerivationAttempt attempt,
            Proposal proposal,
            Change change) {
        String name = derivation.name();
        recordAttempt(derivation, subject, attempt, proposal, change);
        for (String joined : proposal.joined()) {
            recordAttempt(derivation, joined, attempts.find(scope, name, joined), proposal, change);
        }
        for (String retried : proposal.retried()) {
            DerivationAttempt known = attempts.find(scope, name, retried);
            change.state(AttemptStates.change(name, retried, known.failed(later(known, proposal), 0)));
        }
    }

    private void recordAttempt(
            Derivation derivation, String subject, DerivationAttempt attempt, Proposal proposal, Change change) {
        if (!isOver(derivation, subject, proposal)) {
            change.state(AttemptStates.change(derivation.name(), subject, next(attempt, proposal)));
        } else if (attempt.version() > 0) {
            change.state(AttemptStates.removal(derivation.name(), subject, attempt));
        }
    }

    private static boolean isOver(Derivation derivation, String subject, Proposal proposal) {
        return derivation.isOver(subject) && (proposal.result() == Result.DONE || proposal.result() == Result.NOTHING);
    }

    /** Returns the watermark that an applied proposal leaves; 0 without an attempt. */
    private long watermarkAfter(Derivation derivation, String subject, DerivationAttempt before, Proposal proposal) {
        return isOver(derivation, subject, proposal)
                ? 0
                : next(before, proposal).watermark();
    }

    private boolean isStale(
            Scope scope, String name, String subject, DerivationAttempt attempt, Proposal proposal, Head before) {
        Head now = store.head(scope);
        // A new attempt would recreate a state of a forgotten scope.
        boolean erased = now.epoch() != before.epoch();
        boolean overtaken = attempts.find(scope, name, subject).version() != attempt.version();
        boolean unwritten = now.revision() == before.revision();
        return erased
                || overtaken
                || !(unwritten && isUnchangedUnlessWritten(scope, proposal.read())) && hasChanged(proposal.read());
    }

    /**
     * Tests whether only a write to the scope can change the sources: none of another scope, and none that may end. Replicas
     * of a shared store may answer a read with an entry of before the head.
     */
    private boolean isUnchangedUnlessWritten(Scope scope, List<Proposal.Read> sources) {
        return !leases.isShared()
                && !sources.isEmpty()
                && sources.stream().allMatch(read -> read.entry().scope().equals(scope))
                && !EndedEntries.havingEnds(store).test(scope);
    }

    /** Tests whether a source has changed. Reads many at once: a read of each takes longer than the derivation by rules. */
    private boolean hasChanged(List<Proposal.Read> sources) {
        for (int from = 0; from < sources.size(); from += SOURCES_AT_ONCE) {
            Map<Scope, List<Proposal.Read>> byScope =
                    sources.subList(from, Math.min(sources.size(), from + SOURCES_AT_ONCE)).stream()
                            .collect(Collectors.groupingBy(read -> read.entry().scope()));
            for (Map.Entry<Scope, List<Proposal.Read>> reads : byScope.entrySet()) {
                Map<EntryKey, StoredEntry> present =
                        ledger.present(reads.getKey(), keys(reads.getKey(), reads.getValue()));
                if (reads.getValue().stream().anyMatch(read -> revision(present, read.entry()) != read.revision())) {
                    return true;
                }
            }
        }
        return false;
    }

    private static long revision(Map<EntryKey, StoredEntry> present, EntryRef entry) {
        StoredEntry stored = present.get(new EntryKey(entry.kind(), entry.id()));
        return stored == null ? 0 : stored.contentRevision();
    }

    private DerivationAttempt next(DerivationAttempt attempt, Proposal proposal) {
        Instant later = later(attempt, proposal);
        boolean whole = proposal.retried().isEmpty();
        return switch (proposal.result()) {
            case FAILED, DROPPED, WAITING -> attempt.failed(later, proposal.tokens());
            case FALLBACK -> attempt.reached(proposal.watermark(), whole, whole ? later : null, proposal.tokens());
            case DONE, NOTHING ->
                proposal.more()
                        ? attempt.stepped(proposal.tokens())
                        : attempt.reached(proposal.watermark(), false, null, proposal.tokens());
        };
    }

    private Instant later(DerivationAttempt attempt, Proposal proposal) {
        if (proposal.notBefore() != null) {
            return proposal.notBefore();
        }
        return now().plus(Duration.ofMillis(backOff.applyAsLong(attempt.failures() + 1L)));
    }

    private static List<EntryKey> keys(Scope scope, List<Proposal.Read> sources) {
        return sources.stream()
                .map(Proposal.Read::entry)
                .filter(entry -> entry.scope().equals(scope))
                .map(entry -> new EntryKey(entry.kind(), entry.id()))
                .toList();
    }

    private long epoch(Scope scope) {
        return store.head(scope).epoch();
    }

    private DerivationOutcome outcome(
            Scope scope, Derivation derivation, String subject, Result result, String detail, long tokens) {
        return new DerivationOutcome(scope, derivation.name(), subject, result, null, detail, tokens, ledger.now());
    }
}
