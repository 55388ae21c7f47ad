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
 * A store without the episodes that lie in quarantine, whatever version is asked for: what everybody reads who is not
 * concerned with quarantine itself, so that no reader can forget to leave them out. Rows are answered as they are, because
 * each says its status, and whoever reads rows takes only live ones anyway; so are the counts of a head.
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
        return outside(scope, scan, pages -> super.scan(scope, pages));
    }

    @Override
    public Page<Stored> scan(Scope scope, Scan scan, Consumer<Key> damaged) {
        return outside(scope, scan, pages -> super.scan(scope, pages, damaged));
    }

    private Page<Stored> outside(Scope scope, Scan scan, Function<Scan, Page<Stored>> read) {
        if (!scan.kinds().contains(Kind.EPISODE)) {
            return read.apply(scan);
        }
        List<Stored> found = new ArrayList<>();
        String cursor = scan.cursor();
        // Whoever asks for one and gets none would think that there is none.
        do {
            Page<Stored> page = read.apply(scan.after(cursor).limit(scan.limit() - found.size()));
            found.addAll(outside(scope, scan, page.items()));
            cursor = page.cursor();
        } while (cursor != null && found.size() < scan.limit());
        return new Page<>(found, cursor);
    }

    private List<Stored> outside(Scope scope, Scan scan, List<Stored> versions) {
        if (scan.versions().equals(Scan.Versions.CURRENT)) {
            return versions.stream()
                    .filter(stored -> !QuarantineStates.isIn(stored))
                    .toList();
        }
        // An earlier version was live once, and is as poisoned as the present one.
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
