package dev.daybook.examples;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A model server with OpenAI's protocol and a script instead of a model. It answers a question about the home with the
 * city only if the request contains the statement about the move, so its answer shows the memory of the client.
 */
final class ScriptedCompletionServer implements AutoCloseable {

    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    ScriptedCompletionServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/chat/completions", this::answer);
        server.start();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/v1");
    }

    List<String> requests() {
        return requests;
    }

    private void answer(HttpExchange exchange) throws IOException {
        String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        requests.add(request);
        byte[] answer = ("{\"id\":\"1\",\"object\":\"chat.completion\",\"model\":\"script\",\"choices\":[{\"index\":0,"
                        + "\"message\":{\"role\":\"assistant\",\"content\":\"" + text(request)
                        + "\"},\"finish_reason\":\"stop\"}]}")
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    private static String text(String request) {
        if (!request.contains("Where do I live")) {
            return "Lovely! How is it?";
        }
        return request.contains("I moved to Lisbon in May.") ? "In Lisbon, since May." : "I do not know.";
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
