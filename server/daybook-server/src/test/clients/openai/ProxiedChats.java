import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.JsonValue;
import com.openai.core.http.StreamResponse;
import com.openai.helpers.ChatCompletionAccumulator;
import com.openai.helpers.ResponseAccumulator;
import com.openai.models.FunctionDefinition;
import com.openai.models.FunctionParameters;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionMessage;
import com.openai.models.chat.completions.ChatCompletionToolMessageParam;
import com.openai.models.responses.FunctionTool;
import com.openai.models.responses.Response;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseFunctionToolCall;
import com.openai.models.responses.ResponseInputItem;
import com.openai.models.responses.ResponseStreamEvent;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Chats through the proxy with OpenAI's own client, whose upstream fails half of the time: ProxiedChats ADDRESS KEY. */
public final class ProxiedChats {

    private static final String QUESTION = "Where was it that I moved?";
    private static final String RESULT = "ask the memory";
    private static final Pattern TURN = Pattern.compile("\"role\":\"(\\w+)\",(?:\"name\":\\w+,)?\"text\":\"([^\"]*)\"");

    private final String address;
    private final String key;
    private final OpenAIClient client;

    private ProxiedChats(String address, String key) {
        this.address = address;
        this.key = key;
        client = OpenAIOkHttpClient.builder()
                .baseUrl(address + "/proxy/v1")
                .apiKey(key)
                .maxRetries(3)
                .build();
    }

    public static void main(String[] arguments) throws Exception {
        ProxiedChats chats = new ProxiedChats(arguments[0], arguments[1]);
        expect(chats.client.models().list().data().get(0).id(), "scripted");
        for (boolean stream : new boolean[] {false, true}) {
            chats.chats("java-chat-" + stream, stream);
            chats.responses("java-responses-" + stream, stream);
        }
        System.out.println("the Java client: 16 calls, each written once, with an upstream that fails half of them");
        System.exit(0);
    }

    private static ChatCompletionCreateParams.Builder chat(String user, String session) {
        return ChatCompletionCreateParams.builder()
                .model("scripted-java")
                .putAdditionalHeader("Daybook-User", user)
                .putAdditionalHeader("Daybook-Session", session);
    }

    private ChatCompletionMessage ask(ChatCompletionCreateParams params, boolean stream) {
        if (!stream) {
            return client.chat().completions().create(params).choices().get(0).message();
        }
        ChatCompletionAccumulator whole = ChatCompletionAccumulator.create();
        try (StreamResponse<ChatCompletionChunk> chunks =
                client.chat().completions().createStreaming(params)) {
            chunks.stream().forEach(whole::accumulate);
        }
        return whole.chatCompletion().choices().get(0).message();
    }

    private void chats(String user, boolean stream) throws Exception {
        String told = "I moved to Lisbon in May.";
        expect(text(ask(chat(user, "s1").addUserMessage(told).build(), stream)), "Noted.");
        // A session of its own, so only the memory knows the city.
        expect(text(ask(chat(user, "s2").addUserMessage(QUESTION).build(), stream)), "You live in Lisbon.");
        FunctionDefinition city = FunctionDefinition.builder()
                .name("city")
                .parameters(FunctionParameters.builder()
                        .putAdditionalProperty("type", JsonValue.from("object"))
                        .build())
                .build();
        ChatCompletionCreateParams.Builder loop =
                chat(user, "s3").addUserMessage(QUESTION).addFunctionTool(city);
        ChatCompletionMessage call = ask(loop.build(), stream);
        loop.addMessage(call)
                .addMessage(ChatCompletionToolMessageParam.builder()
                        .toolCallId(call.toolCalls().orElseThrow().get(0).function().orElseThrow().id())
                        .content(RESULT)
                        .build());
        expect(text(ask(loop.build(), stream)), "You live in Lisbon.");
        check(user, told, "Lisbon");
    }

    private static String text(ChatCompletionMessage message) {
        return message.content().orElseThrow();
    }

    private static ResponseCreateParams.Builder response(String user, String session) {
        return ResponseCreateParams.builder()
                .model("scripted-java")
                .putAdditionalHeader("Daybook-User", user)
                .putAdditionalHeader("Daybook-Session", session);
    }

    private Response ask(ResponseCreateParams params, boolean stream) {
        if (!stream) {
            return client.responses().create(params);
        }
        ResponseAccumulator whole = ResponseAccumulator.create();
        try (StreamResponse<ResponseStreamEvent> events = client.responses().createStreaming(params)) {
            events.stream().forEach(whole::accumulate);
        }
        return whole.response();
    }

    private void responses(String user, boolean stream) throws Exception {
        String told = "I moved to Porto in June.";
        expect(text(ask(response(user, "s1").input(told).build(), stream)), "Noted.");
        expect(text(ask(response(user, "s2").input(QUESTION).build(), stream)), "You live in Porto.");
        FunctionTool city = FunctionTool.builder()
                .name("city")
                .strict(false)
                .parameters(FunctionTool.Parameters.builder()
                        .putAdditionalProperty("type", JsonValue.from("object"))
                        .build())
                .build();
        Response first = ask(response(user, "s3").input(QUESTION).addTool(city).build(), stream);
        ResponseFunctionToolCall call = first.output().get(0).asFunctionCall();
        ResponseInputItem result = ResponseInputItem.ofFunctionCallOutput(ResponseInputItem.FunctionCallOutput.builder()
                .callId(call.callId())
                .output(RESULT)
                .build());
        ResponseCreateParams second = response(user, "s3")
                .inputOfResponse(List.of(result))
                .previousResponseId(first.id())
                .addTool(city)
                .build();
        expect(text(ask(second, stream)), "You live in Porto.");
        check(user, told, "Porto");
    }

    private static String text(Response response) {
        return response.output().get(0).asMessage().content().get(0).asOutputText().text();
    }

    private void check(String user, String told, String city) throws Exception {
        String answer = " assistant:You live in " + city + ".";
        expect(turns(user, "s1"), "user:" + told + " assistant:Noted.");
        expect(turns(user, "s2"), "user:" + QUESTION + answer);
        expect(turns(user, "s3"), "user:" + QUESTION + " assistant: tool:" + RESULT + answer);
    }

    private String turns(String user, String session) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(
                        address + "/v1/spaces/default/users/" + user + "/sessions/" + session + "/messages"))
                .header("Authorization", "Bearer " + key)
                .build();
        String body = HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
        return String.join(" ", TURN.matcher(body).results().map(ProxiedChats::turn).toList());
    }

    private static String turn(MatchResult turn) {
        return turn.group(1) + ":" + turn.group(2);
    }

    private static void expect(String found, String wanted) {
        if (!found.equals(wanted)) {
            throw new AssertionError("'" + found + "' is not '" + wanted + "'");
        }
    }
}
