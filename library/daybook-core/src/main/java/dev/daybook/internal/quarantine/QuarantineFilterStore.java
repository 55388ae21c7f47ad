package dev.daybook.internal.quarantine;

import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Page;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A store view without quarantined episodes in any version. All readers except quarantine itself use it, so none can
 * forget the filter. Rows and head counts are passed through: each row carries its status, and readers of rows take
 * only live ones.
 */
public final class QuarantineFilterStore extends ForwardingStore {

    public QuarantineFilterStore(Store store) {
        super(store);
    }

    @Override
    public List<StoredEntry> get(Scope scope, Collection<EntryKey> keys) {
        return super.get(scope, keys).stream()
                .filter(stored -> !QuarantineStates.isIn(stored))
                .toList();
    }

    @Override
    public Page<StoredEntry> scan(Scope scope, EntryScan scan) {
        return filtered(scope, scan, pages -> super.scan(scope, pages));
    }

    @Override
    public Page<StoredEntry> scan(Scope scope, EntryScan scan, Consumer<EntryKey> damaged) {
        return filtered(scope, scan, pages -> super.scan(scope, pages, damaged));
    }

    private Page<StoredEntry> filtered(Scope scope, EntryScan scan, Function<EntryScan, Page<StoredEntry>> read) {
        return scan.kinds().contains(Kind.EPISODE)
                ? PagedReads.filled(scan, read, versions -> filtered(scope, scan, versions))
                : read.apply(scan);
    }

    private List<StoredEntry> filtered(Scope scope, EntryScan scan, List<StoredEntry> versions) {
        if (scan.versions().equals(EntryScan.Versions.CURRENT)) {
            return versions.stream()
                    .filter(stored -> !QuarantineStates.isIn(stored))
                    .toList();
        }
        // Earlier versions were live once, and are as suspect as the present one.
        Set<EntryKey> asked = versions.stream()
                .map(StoredEntry::key)
                .filter(key -> key.kind() == Kind.EPISODE)
                .collect(Collectors.toSet());
        Set<EntryKey> hidden = super.get(scope, asked).stream()
                .filter(QuarantineStates::isIn)
                .map(StoredEntry::key)
                .collect(Collectors.toSet());
        Predicate<StoredEntry> hiddenVersions = QuarantineStates.hiddenVersions(this, scope);
        return versions.stream()
                .filter(stored -> !hidden.contains(stored.key()) && !hiddenVersions.test(stored))
                .toList();
    }
}
