package dev.daybook.bench.speed;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Clients that ask for the largest answers at once: pages, hits, contexts, messages, exports and a tool of MCP over episodes
 * of 1.3 MB. Each reads its answer to the end.
 */
record HostileReaders(String host, int port) {

    private static final int EPISODES = 60;
    private static final int CHARACTERS = 1_300_000;
    private static final int CLIENTS = 8;

    /** A scope of such episodes has no index in memory: a search reads all of it, and a context does so several times. */
    private static final int FEW = 2;

    private static final int MAX_MILLISECONDS = 300_000;
    private static final String SCOPE = "/v1/spaces/default/anonymous/";

    /** Writes the episodes, to the memory that a client of MCP without a key has. */
    void write() throws IOException {
        String text = "the ferry left late ".repeat(CHARACTERS / 20);
        for (int i = 0; i < EPISODES; i++) {
            String episode = "{\"session\":\"large\",\"input\":\"" + i + " " + text + "\"}";
            String outcome = outcome(HostileRequest.of("POST", SCOPE + "episodes", "", episode));
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
        HostileRequest request = HostileRequest.of(method, path, further, body);
        return HostileRequest.together(clients, (client, outcomes) -> outcomes.add(outcome(request), 1));
    }

    private String outcome(HostileRequest request) {
        return request.outcome(host, port, MAX_MILLISECONDS, true);
    }
}
