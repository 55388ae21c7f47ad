package dev.daybook.remember;

import dev.daybook.data.Kind;
import dev.daybook.data.Recorded;
import dev.daybook.data.Scope;
import dev.daybook.spi.Audited;
import dev.daybook.spi.Pages;
import dev.daybook.spi.Store;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds operations in the audit log. Thread-safe. */
public final class AuditLog {

    private final Store store;

    public AuditLog(Store store) {
        this.store = store;
    }

    /** Finds an operation in any scope. */
    public Optional<Recorded> find(String operation) {
        return merged(store.audits(operation));
    }

    /** Finds an operation of a scope. */
    public Optional<Recorded> find(Scope scope, String operation) {
        List<Audited> all = store.audits(operation);
        boolean named = all.stream().anyMatch(audited -> scope.equals(audited.scope()));
        boolean mayBeNameless = all.stream()
                .anyMatch(audited -> audited.scope() == null && audited.space().equals(scope.space()));
        return named || mayBeNameless && hasEntry(scope, operation) ? merged(all) : Optional.empty();
    }

    /** The audit entries of a scope that was forgotten as a whole carry no name and are found only by naming the scope. */
    private boolean hasEntry(Scope scope, String operation) {
        return Pages.all(cursor -> store.audits(scope, cursor, Pages.SIZE))
                .anyMatch(audit -> audit.operation().equals(operation));
    }

    /**
     * Merges the audit entries of an operation. A forget over two scopes has one in each, and counts as an operation of the requested
     * scope.
     */
    private static Optional<Recorded> merged(List<Audited> all) {
        if (all.isEmpty()) {
            return Optional.empty();
        }
        Audited one =
                all.stream().filter(audited -> !isShared(audited)).findFirst().orElse(all.get(0));
        Map<Kind, Long> counts = new EnumMap<>(Kind.class);
        all.forEach(audited -> AuditDetail.read(audited.audit().detail())
                .kinds()
                .forEach((kind, count) -> counts.merge(kind, count, Long::sum)));
        return Optional.of(new Recorded(
                one.space(),
                one.scope(),
                one.audit().operation(),
                one.audit().action(),
                one.audit().at().atOffset(ZoneOffset.UTC),
                counts));
    }

    private static boolean isShared(Audited audited) {
        Scope scope = audited.scope();
        return scope != null && scope.fold(user -> false, anonymous -> false, shared -> true);
    }
}
