package dev.daybook.local;

import dev.daybook.data.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The scopes that hold blocks, those that were touched last at the end: so who must go stands in front, and each step
 * costs the same however many there are. Not thread-safe: its store has the lock.
 */
final class BlockHolders {

    private final BlockBounds bounds;
    private final Map<Scope, Instant> touched = new LinkedHashMap<>(16, 0.75f, true);

    BlockHolders(BlockBounds bounds) {
        this.bounds = bounds;
    }

    /** Notes that the blocks of a scope were read or written, if it has any. */
    void touch(Scope scope, boolean hasBlocks, Instant now) {
        if (!hasBlocks) {
            touched.remove(scope);
        } else if (!(scope instanceof Scope.Shared)) {
            touched.put(scope, now);
        }
    }

    /** Takes out those that have been idle for too long. */
    List<Scope> takeIdle(Instant now) {
        Duration ttl = bounds.idleTtl();
        List<Scope> idle = new ArrayList<>();
        Iterator<Map.Entry<Scope, Instant>> eldest = touched.entrySet().iterator();
        while (ttl != null && eldest.hasNext()) {
            Map.Entry<Scope, Instant> holder = eldest.next();
            if (Duration.between(holder.getValue(), now).compareTo(ttl) < 0) {
                break;
            }
            idle.add(holder.getKey());
            eldest.remove();
        }
        return idle;
    }

    /** Takes out those that are too many. */
    List<Scope> takeSurplus() {
        Integer max = bounds.maxUsers();
        List<Scope> surplus = new ArrayList<>();
        Iterator<Scope> eldest = touched.keySet().iterator();
        for (int left = max == null ? 0 : touched.size() - max; left > 0; left--) {
            surplus.add(eldest.next());
            eldest.remove();
        }
        return surplus;
    }
}
