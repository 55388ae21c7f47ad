package dev.daybook.server.mcp;

import dev.daybook.fuzz.FuzzTarget;
import dev.daybook.server.keys.AuthenticatedCaller;
import dev.daybook.server.problem.NotFoundException;
import java.util.List;

/** The ids of MCP sessions, sealed as a server without keys seals them, which any client can do. */
public final class SessionIdTargets {

    private SessionIdTargets() {}

    public static List<FuzzTarget> all() {
        SessionIds ids = new SessionIds();
        return List.of(FuzzTarget.ofText(
                        "mcp-session-id",
                        id -> ids.memorySession(
                                AuthenticatedCaller.ANYBODY,
                                id + "." + SessionIds.seal(AuthenticatedCaller.ANYBODY, id)),
                        "mcp-2026-05-08.00112233445566778899aabbccddeeff",
                        "a.b")
                .refusing(NotFoundException.class));
    }
}
