package dev.daybook.server.telemetry;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/** A collector of traces that speaks OTLP over HTTP, and reads of its messages what the tests look at. */
final class TraceReceiver implements AutoCloseable {

    private final HttpServer http;
    private final List<ReceivedSpan> spans = new CopyOnWriteArrayList<>();
    private final List<String> bodies = new CopyOnWriteArrayList<>();

    record ReceivedSpan(
            String service,
            String traceId,
            String id,
            String parent,
            String name,
            int kind,
            String traceState,
            Map<String, String> attributes) {

        static final int INTERNAL = 1;
        static final int SERVER = 2;
        static final int CLIENT = 3;
    }

    TraceReceiver() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/v1/traces", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            bodies.add(new String(body, StandardCharsets.ISO_8859_1));
            read(ByteBuffer.wrap(body));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        http.start();
    }

    /** Returns telemetry that sends here, under the name of a service. */
    ServerTelemetry telemetry(String service) {
        return TraceExport.of(Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", address(), "OTEL_SERVICE_NAME", service));
    }

    String address() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    List<ReceivedSpan> spans() {
        return spans;
    }

    ReceivedSpan span(String service, String name) {
        return spans.stream()
                .filter(span -> span.service().equals(service) && span.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no " + name + " of " + service + " in " + spans));
    }

    /** Returns all that came, as one text. */
    String received() {
        return String.join("\n", bodies);
    }

    private void read(ByteBuffer request) {
        fields(request, (resourceSpans, field) -> {
            String[] service = {""};
            fields(field.duplicate(), (number, resource) -> {
                if (number == 1) {
                    service[0] = attributes(resource, 1).getOrDefault("service.name", "");
                }
            });
            fields(field, (number, scopeSpans) -> {
                if (number == 2) {
                    fields(scopeSpans, (inScope, span) -> {
                        if (inScope == 2) {
                            spans.add(span(service[0], span));
                        }
                    });
                }
            });
        });
    }

    private static ReceivedSpan span(String service, ByteBuffer message) {
        Map<Integer, ByteBuffer> parts = new TreeMap<>();
        fields(message.duplicate(), parts::put);
        return new ReceivedSpan(
                service,
                hex(parts, 1),
                hex(parts, 2),
                hex(parts, 4),
                text(parts.get(5)),
                (int) parts.get(6).getLong(0),
                parts.containsKey(3) ? text(parts.get(3)) : "",
                attributes(message, 9));
    }

    private static Map<String, String> attributes(ByteBuffer message, int wanted) {
        Map<String, String> attributes = new TreeMap<>();
        fields(message, (number, pair) -> {
            if (number == wanted) {
                Map<Integer, ByteBuffer> parts = new TreeMap<>();
                fields(pair, parts::put);
                fields(parts.get(2), (type, value) -> attributes.put(text(parts.get(1)), text(value)));
            }
        });
        return attributes;
    }

    /** Reads the fields of a message; a number is eight bytes. */
    private static void fields(ByteBuffer message, BiConsumer<Integer, ByteBuffer> field) {
        while (message.hasRemaining()) {
            int tag = (int) varint(message);
            int size = switch (tag & 7) {
                case 1 -> 8;
                case 2 -> (int) varint(message);
                case 5 -> 4;
                default -> 0;
            };
            ByteBuffer value;
            if ((tag & 7) == 0) {
                value = ByteBuffer.allocate(8).putLong(0, varint(message));
            } else {
                value = message.slice(message.position(), size);
                message.position(message.position() + size);
            }
            field.accept(tag >>> 3, value);
        }
    }

    private static long varint(ByteBuffer message) {
        long value = 0;
        int shift = 0;
        byte next;
        do {
            next = message.get();
            value |= (long) (next & 0x7f) << shift;
            shift += 7;
        } while (next < 0);
        return value;
    }

    private static String hex(Map<Integer, ByteBuffer> parts, int number) {
        return parts.containsKey(number) ? HexFormat.of().formatHex(bytes(parts.get(number))) : "";
    }

    private static String text(ByteBuffer value) {
        return new String(bytes(value), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(ByteBuffer value) {
        byte[] bytes = new byte[value.remaining()];
        value.duplicate().get(bytes);
        return bytes;
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
