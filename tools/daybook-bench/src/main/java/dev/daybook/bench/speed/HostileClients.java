package dev.daybook.bench.speed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Clients that waste what a server has: connections without a request, heads and bodies at a byte a second, many small
 * requests at once, and the largest bodies and answers from eight clients at once. Beside each kind a usual client writes
 * and recalls.
 *
 * <p>It ends with 1 if the usual client got anything but its answer or a 429, or never an answer, or if a large body or
 * answer got anything but a status below 500. Times are not measured.
 */
public final class HostileClients {

    private static final int ROUNDS = Integer.getInteger("rounds", 15);
    private static final int CONNECTIONS = Integer.getInteger("connections", 800);
    private static final int LARGE_CLIENTS = 8;
    private static final int LARGE_BODIES = 2;
    private static final int MEGABYTE = 1 << 20;

    /** The collector for one processor gives less than 256 MB to objects. */
    private static final int SLACK = 5 * MEGABYTE / 8;

    private static final int MAX_MILLISECONDS = 120_000;
    private static final String USERS = "/v1/spaces/hostile/users/";
    private static final String HEAD = "POST " + USERS + "slow/episodes HTTP/1.1\r\nHost: 127.0.0.1\r\n";
    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"hostile\",\"version\":\"1\"}}}";
    private static final Pattern SESSION = Pattern.compile("(?i)\r\n(mcp-session-id: [^\r]+\r\n)");
    private static final Pattern ANSWERED = Pattern.compile("[234]..");

    private final String host;
    private final int port;
    private final List<String> wrong = new ArrayList<>();

    private HostileClients(String host, int port) {
        this.host = host;
        this.port = port;
    }

    public static void main(String[] arguments) throws Exception {
        String[] address = arguments[0].replaceFirst("^http://", "").split(":");
        HostileClients clients = new HostileClients(address[0], Integer.parseInt(address[1]));
        clients.run();
        clients.wrong.forEach(each -> System.out.println("WRONG: " + each));
        System.exit(clients.wrong.isEmpty() ? 0 : 1);
    }

    private void run() throws Exception {
        Map<String, HostileAct> acts = new LinkedHashMap<>();
        acts.put("connections without a request", () -> trickle("", ""));
        acts.put("heads, a byte a second", () -> trickle(HEAD + "X: ", "x"));
        acts.put("long heads, a byte a second", () -> trickle(HEAD + longHead(), "x"));
        acts.put(
                "bodies, a byte a second",
                () -> trickle(HEAD + "Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n", " "));
        acts.put("small requests", this::flood);
        acts.put(
                "large bodies, one text", () -> large(HostileClients::episodes, client -> "", HostileClients::oneText));
        acts.put(
                "large bodies, many texts",
                () -> large(HostileClients::episodes, client -> "", HostileClients::manyTexts));
        acts.put("large bodies, MCP", () -> large(client -> "/mcp", client -> session(), HostileClients::toolCall));
        acts.put("large answers", this::answers);
        for (Map.Entry<String, HostileAct> each : acts.entrySet()) {
            beside(each.getKey(), each.getValue());
        }
    }

    /** Returns its outcomes, counted. */
    private interface HostileAct {
        Map<String, Integer> run() throws Exception;
    }

    private void beside(String name, HostileAct act) throws Exception {
        AtomicBoolean isOver = new AtomicBoolean();
        Map<String, Integer> usual = new TreeMap<>();
        Thread client = new Thread(() -> usual(isOver, usual), "usual");
        client.start();
        Map<String, Integer> outcomes = act.run();
        isOver.set(true);
        client.join();
        System.out.println(name + ": " + outcomes + "; the usual client: " + usual);
        if (!usual.containsKey("answered") || usual.containsKey("failed")) {
            wrong.add("beside " + name + ": " + usual);
        }
    }

    /** A connection for each call, so that a full server shows. */
    private void usual(AtomicBoolean isOver, Map<String, Integer> outcomes) {
        for (int i = 0; i == 0 || !isOver.get(); i++) {
            String path = "/v1/spaces/hostile/users/usual/";
            try (HttpConnection connection = new HttpConnection(host, port)) {
                int status = i % 2 == 0
                        ? connection
                                .send("POST", path + "episodes", "{\"input\":\"ferry " + i + "\"}")
                                .status()
                        : connection
                                .send("POST", path + "recall", "{\"query\":\"which ferry?\"}")
                                .status();
                outcomes.merge(status == 429 ? "429" : status < 300 ? "answered" : "failed", 1, Integer::sum);
            } catch (IOException e) {
                outcomes.merge("failed", 1, Integer::sum);
            }
        }
    }

    private static String longHead() {
        StringBuilder head = new StringBuilder();
        for (int i = 0; i < 30; i++) {
            head.append("X-").append(i).append(": ").append("x".repeat(1_000)).append("\r\n");
        }
        return head + "X: ";
    }

    /** Sends the begin of a request on many connections, and then a little a second. */
    private Map<String, Integer> trickle(String begin, String little) throws Exception {
        List<Socket> sockets = new ArrayList<>();
        Map<String, Integer> outcomes = new TreeMap<>();
        try {
            for (int i = 0; i < CONNECTIONS; i++) {
                Socket socket = new Socket(host, port);
                sockets.add(socket);
                send(socket, begin, outcomes);
            }
            for (int round = 0; round < ROUNDS; round++) {
                Thread.sleep(1_000);
                for (Socket each : sockets) {
                    send(each, little, outcomes);
                }
            }
        } finally {
            for (Socket each : sockets) {
                each.close();
            }
        }
        outcomes.put("connections", sockets.size());
        return outcomes;
    }

    private static void send(Socket socket, String text, Map<String, Integer> outcomes) throws IOException {
        if (socket.isClosed()) {
            return;
        }
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            outcomes.merge("ended by the server", 1, Integer::sum);
            socket.close();
        }
    }

    /** Sends many requests on each connection without reading the answers, as many as the server takes. */
    private Map<String, Integer> flood() throws Exception {
        byte[] many = "GET /v1/nothing HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
                .repeat(200)
                .getBytes(StandardCharsets.US_ASCII);
        return HostileRequest.together(32, (client, outcomes) -> {
            try (Socket socket = new Socket(host, port)) {
                socket.setSoTimeout(1);
                byte[] answers = new byte[1 << 16];
                for (int round = 0; round < ROUNDS; round++) {
                    socket.getOutputStream().write(many);
                    outcomes.add("sent", 200);
                    drain(socket, answers);
                }
            } catch (IOException e) {
                // The server ended a connection whose answers are not read.
            }
        });
    }

    private static void drain(Socket socket, byte[] answers) throws IOException {
        try {
            while (socket.getInputStream().read(answers) > 0) {
                continue;
            }
        } catch (SocketTimeoutException e) {
            // There is no more yet.
        }
    }

    /** @param head the head of a client's requests, without the length of the body */
    private Map<String, Integer> large(IntFunction<String> path, IntFunction<String> further, IntFunction<String> body)
            throws Exception {
        Map<String, Integer> outcomes = HostileRequest.together(LARGE_CLIENTS, (client, counted) -> {
            String place = path.apply(client);
            String own = further.apply(client);
            // The largest that a heap of 256 MB admits over REST and over MCP, with room for the parts of their
            // JSON; then a smaller one, so that several are under way at once.
            for (int size : new int[] {12 * MEGABYTE - SLACK, 4 * MEGABYTE - SLACK, MEGABYTE}) {
                HostileRequest request = HostileRequest.of("POST", place, own, body.apply(size));
                for (int i = 0; i < LARGE_BODIES; i++) {
                    counted.add(request.outcome(host, port, MAX_MILLISECONDS, false), 1);
                }
            }
        });
        for (String each : outcomes.keySet()) {
            if (!ANSWERED.matcher(each).matches()) {
                wrong.add("a large body: " + each);
            }
        }
        return outcomes;
    }

    private Map<String, Integer> answers() throws Exception {
        HostileReaders readers = new HostileReaders(host, port);
        readers.write();
        Map<String, Integer> all = new TreeMap<>();
        readers.run(session()).forEach((kind, outcomes) -> {
            System.out.println("large answers, " + kind + ": " + outcomes);
            outcomes.forEach((outcome, count) -> all.merge(outcome, count, Integer::sum));
            if (!outcomes.keySet().stream()
                    .allMatch(outcome -> ANSWERED.matcher(outcome).matches())) {
                wrong.add("large answers, " + kind + ": " + outcomes);
            }
        });
        return all;
    }

    private static String episodes(int client) {
        return USERS + "large" + client + "/episodes";
    }

    /** Returns the header of a new MCP session. */
    private String session() {
        try (Socket socket = new Socket(host, port)) {
            socket.getOutputStream()
                    .write(HostileRequest.of("POST", "/mcp", "", INITIALIZE).bytes());
            Matcher session =
                    SESSION.matcher(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            if (!session.find()) {
                throw new IllegalStateException("the server began no MCP session");
            }
            return session.group(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** More than a message may have: it is refused after it was read and parsed. */
    private static String oneText(int size) {
        return "{\"input\":\"" + "ferry ".repeat((size - 40) / 6) + "\u20ac\"}";
    }

    /** A character outside of Latin-1 doubles the heap of each text. */
    private static String manyTexts(int size) {
        String text = "{\"input\":\"" + "the ferry left late ".repeat(1_000) + "\u20ac\"}";
        int number = (size - 2) / (text.length() + 3);
        return "[" + String.join(",", Collections.nCopies(Math.max(1, number), text)) + "]";
    }

    private static String toolCall(int size) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"remember\",\"arguments\":"
                + "{\"text\":\"" + "ferry ".repeat((size - 200) / 6) + "\u20ac\"}}}";
    }
}
