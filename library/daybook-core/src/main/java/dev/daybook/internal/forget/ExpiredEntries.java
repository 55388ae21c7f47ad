package dev.daybook.internal.forget;

import dev.daybook.internal.expiry.EndedEntries;
import dev.daybook.internal.ledger.SessionStates;
import dev.daybook.internal.settings.SettingsStates;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.query.Selection;
import dev.daybook.query.SpaceSettings;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the entries whose retention period is over, by the settings of their space and the state of their session, and
 * those that have reached their own end.
 */
public final class ExpiredEntries {

    private final Store store;
    private final SettingsStates settings;

    public ExpiredEntries(Store store, SettingsStates settings) {
        this.store = store;
        this.settings = settings;
    }

    /** Returns the selections to forget in a scope now; none if no period is over. Reads little where none is set. */
    public List<Selection> selections(Scope scope, Instant now) {
        List<Selection> over = new ArrayList<>();
        SpaceSettings inForce = settings.of(scope.space());
        if (inForce.legalHold() != null) {
            return over;
        }
        Integer days = inForce.retentionDays();
        if (days != null && hasBefore(scope, null, end(now, days))) {
            over.add(Selection.before(end(now, days)));
        }
        SessionStates.all(store, scope).forEach((session, properties) -> {
            Integer own = properties.retentionDays();
            // The space forgets the rest.
            boolean isShorter = own != null && (days == null || own < days);
            if (isShorter && hasBefore(scope, session, end(now, Objects.requireNonNull(own)))) {
                over.add(Selection.session(session).and(Selection.before(end(now, own))));
            }
        });
        return over;
    }

    /** Returns whether a scope has an entry to forget because it has ended; none during a legal hold. */
    public boolean hasEnded(Scope scope, Instant now) {
        return EndedEntries.keys(store, scope, now).findAny().isPresent()
                && settings.of(scope.space()).legalHold() == null;
    }

    private static Instant end(Instant now, int days) {
        return now.minus(Duration.ofDays(days));
    }

    /** Returns whether a forget of the selection would erase anything. */
    private boolean hasBefore(Scope scope, @Nullable String session, Instant end) {
        Set<Kind> kinds = store.head(scope).counts().keySet();
        return kinds.stream()
                .anyMatch(kind -> kind == Kind.EPISODE
                        ? hasEpisodeBefore(scope, session, end)
                        : hasAssertedBefore(scope, kind, session, end));
    }

    private boolean hasEpisodeBefore(Scope scope, @Nullable String session, Instant end) {
        EntryScan oldest = EntryScan.of(Kind.EPISODE)
                .inSession(session)
                .between(null, end.minusNanos(1))
                .versions(EntryScan.Versions.ALL)
                .order(EntryScan.Order.OLDEST_TIME)
                .limit(1);
        return !store.scan(scope, oldest).items().isEmpty();
    }

    /** A derived entry goes with its sources, so only entries of callers count. */
    private boolean hasAssertedBefore(Scope scope, Kind kind, @Nullable String session, Instant end) {
        EntryScan versions = EntryScan.of(kind).inSession(session).versions(EntryScan.Versions.ALL);
        return PagedReads.all(cursor -> store.scan(scope, versions.after(cursor)))
                .filter(stored -> stored.recorded().isBefore(end))
                .anyMatch(ExpiredEntries::isAsserted);
    }

    private static boolean isAsserted(StoredEntry stored) {
        return new VersionedEntry.Version(stored).sources().isEmpty();
    }
}
