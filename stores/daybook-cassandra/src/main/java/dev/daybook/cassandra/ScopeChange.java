package dev.daybook.cassandra;

import dev.daybook.model.Scope;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.BatchPlan;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.EraseResult;
import dev.daybook.store.ScopeRows;
import dev.daybook.store.StateChange;
import dev.daybook.store.WriteBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A change of one scope: a batch, an erasure with the batch alongside, or rows of another store.
 *
 * @param entries the entries whose numbers the change depends on
 * @param mustBeNew those of them that must be absent
 * @param states the states whose versions the change depends on
 * @param audits the audit entries of the change
 * @param names whether the scope has its name afterwards: an audit entry alone does not name an empty scope
 * @param erases whether it is an erasure
 * @param erasesAll whether everything before it is erased
 * @param planning plans the change and returns its result as {@link OperationResult} keeps it
 */
record ScopeChange(
        Scope scope,
        String operation,
        List<EntryKey> entries,
        Set<EntryKey> mustBeNew,
        List<String> states,
        List<AuditRecord> audits,
        boolean names,
        boolean erases,
        boolean erasesAll,
        Function<BatchPlan, List<Long>> planning) {

    static ScopeChange of(WriteBatch batch) {
        Set<EntryKey> mustBeNew = batch.puts().stream()
                .filter(put -> put.expected() == 0)
                .map(EntryPut::key)
                .collect(Collectors.toSet());
        return of(
                batch,
                BatchPlan.entries(batch),
                mustBeNew,
                false,
                false,
                plan -> OperationResult.encode(plan.write(batch)));
    }

    /** @param number returns a number for each attempt of the erasure */
    static ScopeChange of(EraseRequest erased, LongSupplier number, WriteBatch alongside) {
        List<EntryKey> entries = new ArrayList<>(BatchPlan.entries(alongside));
        entries.addAll(erased.keys());
        return of(alongside, entries.stream().distinct().toList(), Set.of(), true, erased.everything(), plan -> {
            EraseResult result = new EraseResult(number.getAsLong(), plan.erase(erased));
            plan.write(alongside);
            return OperationResult.encode(result);
        });
    }

    private static ScopeChange of(
            WriteBatch batch,
            List<EntryKey> entries,
            Set<EntryKey> mustBeNew,
            boolean erases,
            boolean erasesAll,
            Function<BatchPlan, List<Long>> planning) {
        @Nullable AuditRecord audit = batch.audit();
        return new ScopeChange(
                batch.scope(),
                batch.operation(),
                entries,
                mustBeNew,
                batch.states().stream().map(StateChange::name).toList(),
                audit == null ? List.of() : List.of(audit),
                batch.namesScope(),
                erases,
                erasesAll,
                planning);
    }

    static ScopeChange of(ScopeRows rows) {
        return new ScopeChange(
                rows.scope(),
                rows.operation(),
                BatchPlan.entries(rows),
                Set.of(),
                List.of(),
                rows.audits(),
                true,
                false,
                false,
                plan -> {
                    plan.copy(rows);
                    return List.of();
                });
    }
}
