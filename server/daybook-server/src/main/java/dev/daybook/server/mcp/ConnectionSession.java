package dev.daybook.server.mcp;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HexFormat;

/**
 * The default session of a client: one for each connection. In a session shared by all, the whole history would count
 * as recent.
 */
public final class ConnectionSession {

    /** Enough to tell the connections of a day apart. */
    private static final int BYTES = 4;

    private static final SecureRandom RANDOM = new SecureRandom();

    private ConnectionSession() {}

    /** Creates an id such as {@code mcp-2026-05-08-1f9a03c2}: the day, in UTC, on which the connection began. */
    public static String begun(Clock clock) {
        byte[] id = new byte[BYTES];
        RANDOM.nextBytes(id);
        return "mcp-" + LocalDate.now(clock.withZone(ZoneOffset.UTC)) + "-"
                + HexFormat.of().formatHex(id);
    }
}
