package dev.daybook.langchain4j;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import de.kherud.llama.InferenceParameters;
import de.kherud.llama.LlamaIterator;
import de.kherud.llama.LlamaModel;
import de.kherud.llama.ModelParameters;
import de.kherud.llama.Pair;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The process with the model of {@link RealModelTest}: prints its port on standard output once it is ready, and answers
 * {@code POST /v1/chat/completions} in the format of OpenAI. Takes one request at a time, as its library requires, and
 * none without a prompt, which would never return. Ends by being killed.
 */
final class SmallModelServer {

    /** The prefix of the line with the port; the library prints lines of its own. */
    static final String READY = "ready on port ";

    private static final int CONTEXT_TOKENS = 4_096;
    private static final int THREADS = 2;

    /** No client waits longer, and the next request is queued. */
    private static final Duration MAX_ANSWER_LENGTH = Duration.ofSeconds(30);

    private static final ObjectMapper JSON = new ObjectMapper();

    private final LlamaModel model;

    private SmallModelServer(LlamaModel model) {
        this.model = model;
    }

    public static void main(String[] arguments) throws IOException {
        LlamaModel model = new LlamaModel(new ModelParameters()
                .setModel(arguments[0])
                .setCtxSize(CONTEXT_TOKENS)
                .setThreads(THREADS)
                .setThreadsBatch(THREADS)
                .disableLog());
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        // Without an executor the server uses its own single thread.
        http.createContext("/v1/chat/completions", new SmallModelServer(model)::handle);
        http.start();
        System.out.println(READY + http.getAddress().getPort());
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode request = JSON.readTree(exchange.getRequestBody());
            InferenceParameters question = question(request);
            if (question == null) {
                send(exchange, 400, JSON.createObjectNode().put("error", "there is no message"));
            } else {
                send(exchange, 200, answer(question, request));
            }
        } catch (RuntimeException failure) {
            send(exchange, 500, JSON.createObjectNode().put("error", failure.toString()));
        }
    }

    /** Returns the parameters, or null if there is nothing to answer. */
    private InferenceParameters question(JsonNode request) {
        String system = "";
        List<Pair<String, String>> messages = new ArrayList<>();
        for (JsonNode message : request.path("messages")) {
            String text = message.path("content").asText();
            if (message.path("role").asText().equals("system")) {
                system = text;
            } else if (!text.isBlank()) {
                messages.add(new Pair<>(message.path("role").asText(), text));
            }
        }
        if (messages.isEmpty()) {
            return null;
        }
        // The messages only feed the template; the model continues the prompt.
        String prompt = model.applyTemplate(new InferenceParameters("").setMessages(system, messages));
        InferenceParameters question = new InferenceParameters(prompt).setTemperature(0);
        JsonNode schema = request.path("response_format").path("json_schema").path("schema");
        if (schema.isObject()) {
            question.setGrammar(LlamaModel.jsonSchemaToGrammar(schema.toString()));
        }
        return prompt.isBlank() ? null : question;
    }

    private ObjectNode answer(InferenceParameters question, JsonNode request) {
        int limit = request.path("max_tokens").asInt(1);
        long end = System.nanoTime() + MAX_ANSWER_LENGTH.toNanos();
        StringBuilder text = new StringBuilder();
        // The last token is followed by one more part, without a text.
        int tokens = -1;
        LlamaIterator parts = model.generate(question.setNPredict(limit)).iterator();
        boolean cut = false;
        while (parts.hasNext()) {
            text.append(parts.next());
            tokens++;
            if (System.nanoTime() > end) {
                parts.cancel();
                cut = true;
            }
        }
        ObjectNode answer = JSON.createObjectNode().put("id", "1").put("object", "chat.completion");
        ObjectNode choice =
                answer.putArray("choices").addObject().put("finish_reason", cut || tokens >= limit ? "length" : "stop");
        choice.putObject("message").put("role", "assistant").put("content", text.toString());
        answer.putObject("usage")
                .put("prompt_tokens", 0)
                .put("completion_tokens", tokens)
                .put("total_tokens", tokens);
        return answer;
    }

    private static void send(HttpExchange exchange, int status, ObjectNode body) throws IOException {
        byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
