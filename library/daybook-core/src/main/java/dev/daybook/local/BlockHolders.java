package dev.daybook.local;

import dev.daybook.model.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The scopes with blocks in order of last access, so that eviction takes from the front at constant cost. Not
 * thread-safe; guarded by the store's lock.
 */
final class BlockHolders {

    private final BlockBounds bounds;
    private final Map<Scope, Instant> touched = new LinkedHashMap<>(16, 0.75f, true);

    BlockHolders(BlockBounds bounds) {
        this.bounds = bounds;
    }

    /** Records an access to the blocks of a scope. */
    void touch(Scope scope, boolean hasBlocks, Instant now) {
        if (!hasBlocks) {
            touched.remove(scope);
        } else if (!(scope instanceof Scope.Shared)) {
            touched.put(scope, now);
        }
    }

    /** Removes and returns the scopes idle for too long. */
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

    /** Removes and returns the scopes beyond the maximum. */
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
