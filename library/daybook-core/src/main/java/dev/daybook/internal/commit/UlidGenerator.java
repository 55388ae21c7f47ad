package dev.daybook.internal.commit;

import dev.daybook.model.Kind;
import dev.daybook.spi.IdGenerator;
import java.security.SecureRandom;
import java.time.InstantSource;

/**
 * Ids that sort by creation time: the prefix of the kind, then a ULID (github.com/ulid/spec) of 48 bits of milliseconds
 * and 80 random bits in 26 characters of Crockford's base 32. Within a millisecond, and while the clock stands still or
 * goes back, the random part is incremented, which keeps the order.
 */
public final class UlidGenerator implements IdGenerator {

    private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int TIME_DIGITS = 10;
    private static final int RANDOM_DIGITS = 16;

    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();
    private long lastMillis = -1;
    private final int[] lastRandom = new int[RANDOM_DIGITS];

    public UlidGenerator(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public String next(Kind kind) {
        return next(kind.idPrefix());
    }

    /** Returns a new id with a given prefix; operations have ids too. */
    public synchronized String next(String prefix) {
        long now = clock.millis();
        if (now > lastMillis) {
            lastMillis = now;
            byte[] bytes = new byte[RANDOM_DIGITS];
            random.nextBytes(bytes);
            for (int i = 0; i < RANDOM_DIGITS; i++) {
                lastRandom[i] = bytes[i] & 31;
            }
        } else {
            increment();
        }
        StringBuilder id = new StringBuilder(prefix);
        for (int digit = TIME_DIGITS - 1; digit >= 0; digit--) {
            id.append(DIGITS.charAt((int) (lastMillis >>> (5 * digit)) & 31));
        }
        for (int digit : lastRandom) {
            id.append(DIGITS.charAt(digit));
        }
        return id.toString();
    }

    private void increment() {
        for (int i = RANDOM_DIGITS - 1; i >= 0; i--) {
            lastRandom[i] = (lastRandom[i] + 1) % DIGITS.length();
            if (lastRandom[i] != 0) {
                return;
            }
        }
        lastMillis++;
    }
}
