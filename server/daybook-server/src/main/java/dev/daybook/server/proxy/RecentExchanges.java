package dev.daybook.server.proxy;

import dev.daybook.Memory;
import dev.daybook.internal.codec.HmacSha256;
import dev.daybook.internal.json.PlainJson;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The episodes of the last exchanges by their places, so that a call that is repeated, or continued after calls of tools,
 * goes to the episode of the first. A place is kept as a keyed hash in this process only, because it is made of texts
 * that may be forgotten. Thread-safe.
 */
final class RecentExchanges {

    private static final int MAX = 10_000;

    private final byte[] secret = new byte[32];
    private final Map<String, String> episodes = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > MAX;
        }
    };

    RecentExchanges() {
        new SecureRandom().nextBytes(secret);
    }

    /** Returns the key of a place in a session. */
    String key(Memory memory, String session, String place) {
        String whole = PlainJson.write(
                List.of(memory.scope().space().id(), memory.scope().code(), session, place));
        return HexFormat.of().formatHex(HmacSha256.of(secret, whole.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Returns the id of the episode of an exchange; two calls at one time get the same.
     *
     * @param isSame whether the known episode is that of this call
     * @param other the id if there is no known one
     */
    String episode(String key, Predicate<String> isSame, Supplier<String> other) {
        String known = known(key);
        // Outside of the lock, because both read the store.
        return known != null && isSame.test(known) ? known : replace(key, known, other.get());
    }

    private synchronized @Nullable String known(String key) {
        return episodes.get(key);
    }

    private synchronized String replace(String key, @Nullable String known, String other) {
        String present = episodes.get(key);
        if (present != null && !Objects.equals(present, known)) {
            return present;
        }
        episodes.put(key, other);
        return other;
    }
}
