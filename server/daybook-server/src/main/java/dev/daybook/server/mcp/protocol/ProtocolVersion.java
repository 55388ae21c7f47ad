package dev.daybook.server.mcp.protocol;

import dev.daybook.internal.json.PlainJson;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The supported versions of the protocol: some with a handshake, and one in which each request names its version. */
public final class ProtocolVersion {

    static final String STATELESS = "2026-07-28";

    static final String NEWEST_WITH_HANDSHAKE = "2025-11-25";

    /** The versions that have streamable HTTP. */
    public static final List<String> HTTP_WITH_HANDSHAKE = List.of("2025-03-26", "2025-06-18", NEWEST_WITH_HANDSHAKE);

    public static final List<String> WITH_HANDSHAKE =
            Stream.concat(Stream.of("2024-11-05"), HTTP_WITH_HANDSHAKE.stream()).toList();

    static final List<String> ALL =
            Stream.concat(WITH_HANDSHAKE.stream(), Stream.of(STATELESS)).toList();

    /** The prefix of the protocol's own keys in {@code _meta}. */
    private static final String PREFIX = "io.modelcontextprotocol/";

    static final String SERVER = PREFIX + "serverInfo";

    private static final String VERSION = PREFIX + "protocolVersion";
    private static final String CAPABILITIES = PREFIX + "clientCapabilities";

    private ProtocolVersion() {}

    /** Returns the version that a request names; null if it relies on a handshake. */
    public static @Nullable String of(Map<?, ?> parameters) {
        return parameters.get("_meta") instanceof Map<?, ?> meta && meta.get(VERSION) instanceof String version
                ? version
                : null;
    }

    /** Checks the fields that each request without a handshake has. */
    static void check(Map<?, ?> parameters) {
        String version = of(parameters);
        if (version == null) {
            throw missing(VERSION);
        }
        check(version);
        if (!(parameters.get("_meta") instanceof Map<?, ?> meta && meta.get(CAPABILITIES) instanceof Map<?, ?>)) {
            throw missing(CAPABILITIES);
        }
    }

    private static ProtocolException missing(String key) {
        return new ProtocolException(
                ProtocolException.INVALID_PARAMS,
                "'params._meta' has no '" + key + "'; give it with every request, or begin with 'initialize'");
    }

    /** Checks that a version is the one without a handshake. */
    public static void check(String version) {
        if (!version.equals(STATELESS)) {
            Map<String, @Nullable Object> data = PlainJson.object("supported", ALL);
            data.put("requested", version);
            throw new ProtocolException(
                    ProtocolException.UNSUPPORTED_VERSION,
                    "this protocol version is not supported; use " + STATELESS
                            + ", or begin with 'initialize' and one of " + String.join(", ", WITH_HANDSHAKE),
                    data);
        }
    }
}
