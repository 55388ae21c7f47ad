package dev.daybook.internal.audit;

import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.store.Store;
import dev.daybook.store.StoredAudit;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds operations in the audit log. Thread-safe. */
public final class AuditLog {

    private final Store store;

    public AuditLog(Store store) {
        this.store = store;
    }

    /** Finds an operation in any scope. */
    public Optional<AuditEntry> find(String operation) {
        return merged(store.audits(operation));
    }

    /** Finds an operation of a scope. */
    public Optional<AuditEntry> find(Scope scope, String operation) {
        List<StoredAudit> all = store.audits(operation);
        boolean named = all.stream().anyMatch(storedAudit -> scope.equals(storedAudit.scope()));
        boolean mayBeNameless = all.stream()
                .anyMatch(storedAudit ->
                        storedAudit.scope() == null && storedAudit.space().equals(scope.space()));
        return named || mayBeNameless && hasEntry(scope, operation) ? merged(all) : Optional.empty();
    }

    /**
     * Returns the parts of an operation by scope. That of a scope that was forgotten as a whole has no scope, and is there
     * if the scope is named.
     */
    public Map<Scope, AuditEntry> parts(String operation, Collection<Scope> named) {
        Map<Scope, List<StoredAudit>> parts = new LinkedHashMap<>();
        Set<Space> nameless = new HashSet<>();
        for (StoredAudit each : store.audits(operation)) {
            Scope scope = each.scope();
            if (scope == null) {
                nameless.add(each.space());
            } else {
                parts.computeIfAbsent(scope, key -> new ArrayList<>()).add(each);
            }
        }
        for (Scope scope : new LinkedHashSet<>(named)) {
            if (nameless.contains(scope.space()) && !parts.containsKey(scope)) {
                List<StoredAudit> part = PagedReads.all(cursor -> store.audits(scope, cursor, PagedReads.SIZE))
                        .filter(audit -> audit.operation().equals(operation))
                        .map(audit -> new StoredAudit(scope.space(), null, audit))
                        .toList();
                if (!part.isEmpty()) {
                    parts.put(scope, part);
                }
            }
        }
        Map<Scope, AuditEntry> entries = new LinkedHashMap<>();
        parts.forEach((scope, part) -> entries.put(scope, merged(part).orElseThrow()));
        return entries;
    }

    /**
     * The audit entries of a scope that was forgotten as a whole carry no name and are found only by naming the scope.
     */
    private boolean hasEntry(Scope scope, String operation) {
        return PagedReads.all(cursor -> store.audits(scope, cursor, PagedReads.SIZE))
                .anyMatch(audit -> audit.operation().equals(operation));
    }

    /**
     * Merges the audit entries of an operation. A forget over two scopes has one in each, and counts as an operation of
     * the requested scope.
     */
    private static Optional<AuditEntry> merged(List<StoredAudit> all) {
        if (all.isEmpty()) {
            return Optional.empty();
        }
        StoredAudit one = all.stream()
                .filter(storedAudit -> !isShared(storedAudit))
                .findFirst()
                .orElse(all.get(0));
        Map<Kind, Long> counts = new EnumMap<>(Kind.class);
        all.forEach(storedAudit -> AuditDetail.read(storedAudit.audit().detail())
                .kinds()
                .forEach((kind, count) -> counts.merge(kind, count, Long::sum)));
        return Optional.of(new AuditEntry(
                one.space(),
                one.scope(),
                one.audit().operation(),
                one.audit().action(),
                one.audit().at().atOffset(ZoneOffset.UTC),
                counts));
    }

    private static boolean isShared(StoredAudit storedAudit) {
        return storedAudit.scope() instanceof Scope.Shared;
    }
}
