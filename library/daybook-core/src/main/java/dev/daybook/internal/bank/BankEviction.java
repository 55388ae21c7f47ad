package dev.daybook.internal.bank;

import dev.daybook.internal.consolidate.DerivationContext;
import dev.daybook.internal.consolidate.OperationLog;
import dev.daybook.internal.extract.ExtractiveGist;
import dev.daybook.internal.ledger.BankEntries;
import dev.daybook.internal.ledger.EntryLedger.EntryWrite;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.model.Summary;
import dev.daybook.model.SummaryMethod;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.DerivationOutcome.Result;
import dev.daybook.store.EntryKey;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;

/**
 * Drops the oldest summaries of a bank that exceeds its budget after folding. Dropped summaries stay in the archive. A
 * summary larger than the whole budget is shortened instead, because it would push out all others and then itself.
 */
final class BankEviction {

    private static final String NAME = AuditEntry.DROP;

    /** The share of the budget for a shortened summary, so that others fit beside it. */
    private static final double MAX_SHARE = 0.5;

    private static final Comparator<Summary> OLDEST_FIRST =
            Comparator.comparing(BankEviction::age).thenComparingLong(Summary::position);

    private final DerivationContext derivationContext;
    private final BankEntries entries;

    BankEviction(DerivationContext derivationContext, BankEntries entries) {
        this.derivationContext = derivationContext;
        this.entries = entries;
    }

    private static Instant age(Summary summary) {
        OffsetDateTime last = summary.lastSourceAt();
        return (last == null ? summary.createdAt() : last).toInstant();
    }

    /** Drops and shortens summaries; returns the outcome if there was anything to do. */
    Optional<DerivationOutcome> drop(Space space, int maxTokens, ToIntFunction<List<Summary>> size) {
        Scope shared = new Scope.Shared(space);
        var committed = derivationContext.ledger().change(shared, NAME, change -> {
            List<Summary> live = entries.live(space);
            OffsetDateTime now = derivationContext.ledger().now();
            List<Summary> kept = new ArrayList<>(live.stream()
                    .map(summary -> summary.tokens() > maxTokens ? shortened(summary, maxTokens, now) : summary)
                    .sorted(OLDEST_FIRST)
                    .toList());
            Set<String> dropped = new HashSet<>();
            while (!kept.isEmpty() && size.applyAsInt(newestFirst(kept)) > maxTokens) {
                dropped.add(kept.remove(0).id());
            }
            for (Summary summary : live) {
                if (dropped.contains(summary.id())) {
                    change.put(entryWrite(shared, summary.in(Summary.State.DROPPED, now)));
                }
            }
            for (Summary summary : kept) {
                if (!live.contains(summary)) {
                    change.put(entryWrite(shared, summary));
                }
            }
            if (!change.writes().isEmpty()) {
                change.state(OperationLog.record(NAME, change, List.of()));
            }
            return dropped.size();
        });
        if (committed.placed().isEmpty()) {
            return Optional.empty();
        }
        int dropped = committed.answer();
        String detail = dropped + " dropped, " + (committed.placed().size() - dropped) + " shortened";
        return Optional.of(new DerivationOutcome(
                shared,
                NAME,
                "",
                Result.DONE,
                committed.operation(),
                detail,
                0,
                derivationContext.ledger().now()));
    }

    private static List<Summary> newestFirst(List<Summary> oldestFirst) {
        return oldestFirst.stream().sorted(OLDEST_FIRST.reversed()).toList();
    }

    private EntryWrite entryWrite(Scope shared, Summary summary) {
        return EntryWrite.of(
                summary,
                derivationContext
                        .ledger()
                        .present(shared, new EntryKey(Kind.SUMMARY, summary.id()))
                        .orElse(null));
    }

    private Summary shortened(Summary summary, int maxTokens, OffsetDateTime now) {
        int most = (int) (maxTokens * MAX_SHARE);
        int tokens = derivationContext.counter().count(summary.text());
        if (tokens <= most) {
            return summary.saying(summary.text(), tokens, summary.method(), now);
        }
        String text = ExtractiveGist.digest(List.of(summary.text()), most, derivationContext.counter())
                .text();
        return text.isBlank()
                ? summary
                : summary.saying(text, derivationContext.counter().count(text), SummaryMethod.EXTRACTIVE, now);
    }
}
