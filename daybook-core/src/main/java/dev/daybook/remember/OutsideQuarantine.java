package dev.daybook.remember;

import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.spi.ForwardingStore;
import dev.daybook.spi.Key;
import dev.daybook.spi.Page;
import dev.daybook.spi.Scan;
import dev.daybook.spi.Store;
import dev.daybook.spi.Stored;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A store view without quarantined episodes in any version. All readers except quarantine itself use it, so none can forget the filter.
 * Rows and head counts are passed through: each row carries its status, and readers of rows take only live ones.
 */
public final class OutsideQuarantine extends ForwardingStore {

    public OutsideQuarantine(Store store) {
        super(store);
    }

    @Override
    public List<Stored> get(Scope scope, Collection<Key> keys) {
        return super.get(scope, keys).stream()
                .filter(stored -> !QuarantineStates.isIn(stored))
                .toList();
    }

    @Override
    public Page<Stored> scan(Scope scope, Scan scan) {
        return filtered(scope, scan, pages -> super.scan(scope, pages));
    }

    @Override
    public Page<Stored> scan(Scope scope, Scan scan, Consumer<Key> damaged) {
        return filtered(scope, scan, pages -> super.scan(scope, pages, damaged));
    }

    private Page<Stored> filtered(Scope scope, Scan scan, Function<Scan, Page<Stored>> read) {
        if (!scan.kinds().contains(Kind.EPISODE)) {
            return read.apply(scan);
        }
        List<Stored> found = new ArrayList<>();
        String cursor = scan.cursor();
        // An empty page for a limit of one would look like the end.
        do {
            Page<Stored> page = read.apply(scan.after(cursor).limit(scan.limit() - found.size()));
            found.addAll(filtered(scope, scan, page.items()));
            cursor = page.cursor();
        } while (cursor != null && found.size() < scan.limit());
        return new Page<>(found, cursor);
    }

    private List<Stored> filtered(Scope scope, Scan scan, List<Stored> versions) {
        if (scan.versions().equals(Scan.Versions.CURRENT)) {
            return versions.stream()
                    .filter(stored -> !QuarantineStates.isIn(stored))
                    .toList();
        }
        // Earlier versions were live once, and are as suspect as the present one.
        Set<Key> asked = versions.stream()
                .map(Stored::key)
                .filter(key -> key.kind() == Kind.EPISODE)
                .collect(Collectors.toSet());
        Set<Key> hidden = super.get(scope, asked).stream()
                .filter(QuarantineStates::isIn)
                .map(Stored::key)
                .collect(Collectors.toSet());
        return versions.stream()
                .filter(stored -> !hidden.contains(stored.key()))
                .toList();
    }
}
