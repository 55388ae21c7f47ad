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

/** Finds operations in the audit records. Thread-safe. */
public final class AuditLog {

    private final Store store;

    public AuditLog(Store store) {
        this.store = store;
    }

    /** What is on record of an operation, wherever it was done. */
    public Optional<Recorded> find(String operation) {
        return told(store.audits(operation));
    }

    /** The same, if it was done in a scope. */
    public Optional<Recorded> find(Scope scope, String operation) {
        List<Audited> all = store.audits(operation);
        boolean named = all.stream().anyMatch(audited -> scope.equals(audited.scope()));
        boolean mayBeNameless = all.stream()
                .anyMatch(audited -> audited.scope() == null && audited.space().equals(scope.space()));
        return named || mayBeNameless && isIn(scope, operation) ? told(all) : Optional.empty();
    }

    /** A scope that was forgotten as a whole is known to whoever names it. */
    private boolean isIn(Scope scope, String operation) {
        return Pages.all(cursor -> store.audits(scope, cursor, Pages.SIZE))
                .anyMatch(audit -> audit.operation().equals(operation));
    }

    /** A forget over two scopes has a record in each, and is one operation of the scope that it was asked of. */
    private static Optional<Recorded> told(List<Audited> all) {
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
