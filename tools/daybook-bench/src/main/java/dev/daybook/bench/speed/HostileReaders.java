package dev.daybook.bench.speed;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Clients that ask for the largest answers at once: pages, hits, contexts, messages, exports and a tool of MCP over episodes
 * of 1.3 MB. Each reads its answer to the end.
 */
final class HostileReaders {

    private static final int EPISODES = 60;
    private static final int CHARACTERS = 1_300_000;
    private static final int CLIENTS = 8;

    /** A scope of such episodes has no index in memory: a search reads all of it, and a context does so several times. */
    private static final int FEW = 2;

    private static final int MAX_MILLISECONDS = 300_000;
    private static final String SCOPE = "/v1/spaces/default/anonymous/";

    private final String host;
    private final int port;

    HostileReaders(String host, int port) {
        this.host = host;
        this.port = port;
    }

    /** Writes the episodes, to the memory that a client of MCP without a key has. */
    void write() throws IOException {
        String text = "the ferry left late ".repeat(CHARACTERS / 20);
        for (int i = 0; i < EPISODES; i++) {
            String outcome = outcome(
                    "POST", SCOPE + "episodes", "", "{\"session\":\"large\",\"input\":\"" + i + " " + text + "\"}");
            if (!outcome.equals("201")) {
                throw new IOException("an episode of " + CHARACTERS + " characters was answered with " + outcome);
            }
        }
    }

    /**
     * Asks for answers with all clients at once.
     *
     * @param session the header of an MCP session
     * @return the outcomes, counted, by the kind of the answer
     */
    Map<String, Map<String, Integer>> run(String session) throws InterruptedException {
        Map<String, Map<String, Integer>> outcomes = new LinkedHashMap<>();
        outcomes.put("pages", ask(CLIENTS, "GET", SCOPE + "episodes?limit=" + EPISODES, "", ""));
        outcomes.put("one episode a page", ask(CLIENTS, "GET", SCOPE + "episodes?limit=1", "", ""));
        outcomes.put(
                "all hits", ask(CLIENTS, "POST", SCOPE + "recall", "", "{\"query\":\"\",\"limit\":" + EPISODES + "}"));
        outcomes.put("hits", ask(CLIENTS, "POST", SCOPE + "recall", "", "{\"query\":\"which ferry?\",\"limit\":5}"));
        outcomes.put("contexts", ask(FEW, "POST", SCOPE + "context", "", "{\"prompt\":\"which ferry?\"}"));
        outcomes.put("messages", ask(CLIENTS, "GET", SCOPE + "sessions/large/messages?limit=" + EPISODES, "", ""));
        outcomes.put("exports", ask(CLIENTS, "GET", SCOPE + "export", "", ""));
        outcomes.put("MCP", ask(CLIENTS, "POST", "/mcp", session, toolCall()));
        return outcomes;
    }

    private static String toolCall() {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"recall\",\"arguments\":"
                + "{\"query\":\"\",\"limit\":" + EPISODES + "}}}";
    }

    private Map<String, Integer> ask(int clients, String method, String path, String further, String body)
            throws InterruptedException {
        Map<String, Integer> outcomes = new TreeMap<>();
        List<Thread> threads = new ArrayList<>();
        for (int client = 0; client < clients; client++) {
            threads.add(new Thread(() -> {
                String outcome = outcome(method, path, further, body);
                synchronized (outcomes) {
                    outcomes.merge(outcome, 1, Integer::sum);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread each : threads) {
            each.join();
        }
        return outcomes;
    }

    private String outcome(String method, String path, String further, String body) {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String head =
                method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n" + further
                        + "Accept: application/json, text/event-stream\r\nConnection: close\r\nContent-Length: "
                        + content.length
                        + "\r\n\r\n";
        try (Socket socket = new Socket(host, port)) {
            socket.setSoTimeout(MAX_MILLISECONDS);
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(content);
            InputStream answer = socket.getInputStream();
            byte[] status = answer.readNBytes("HTTP/1.1 200".length());
            byte[] some = new byte[1 << 16];
            while (answer.read(some) >= 0) {
                continue;
            }
            return status.length < 12 ? "cut off" : new String(status, 9, 3, StandardCharsets.US_ASCII);
        } catch (IOException e) {
            return "broken: " + e.getMessage();
        }
    }
}
