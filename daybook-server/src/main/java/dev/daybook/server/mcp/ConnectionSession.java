package dev.daybook.server.mcp;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HexFormat;

/**
 * The conversation of a client that names none: one for each connection. In a conversation that all share, the whole history
 * would count as what was said just now.
 */
final class ConnectionSession {

    /** Enough that two connections of one day differ. */
    private static final int BYTES = 4;

    private static final SecureRandom RANDOM = new SecureRandom();

    private ConnectionSession() {}

    /** A new one, such as {@code mcp-2026-05-08-1f9a03c2}: the day, in UTC, on which the connection began. */
    static String begun(Clock clock) {
        byte[] id = new byte[BYTES];
        RANDOM.nextBytes(id);
        return "mcp-" + LocalDate.now(clock.withZone(ZoneOffset.UTC)) + "-"
                + HexFormat.of().formatHex(id);
    }
}
