package dev.daybook.langchain4j;

import dev.daybook.Memory;
import dev.daybook.error.RefusedTextException;
import dev.daybook.internal.window.OpenExchange;
import dev.daybook.model.Message;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A capture of chats for programs without a chat memory: writes the user's message and the model's answer to a session,
 * of blocking and of streaming models. Attach it as a {@link #listener} of a model, or around a model with
 * {@link #around(ChatModel)}. With a {@link DaybookChatMemoryStore} it would write every message twice.
 *
 * <p>One exchange is one episode. The user's message is written before the model is called, so a model that fails
 * loses no statement. Of a stream that the program cancels ({@code StreamingHandle}) the part that came is written, marked as
 * {@link dev.daybook.model.Episode#BROKEN_OFF}, by a capture {@link #around(StreamingChatModel)} the model; a listener
 * does not see it. Of a stream that fails no part is written. Of a request only its end counts: the user's last message if it is the last one, and with a final answer the tool calls and results since that message. The
 * history that a program sends along is not written again, nor are system messages and recalled text
 * ({@link UserTextListener}). A question that a program asks again because the call
 * failed is written once.
 *
 * <p>A failed write (a session that is not set, a store that cannot be written, a text that the memory refuses, which is
 * withheld) does not end the chat unless
 * {@link #failing} says so: it goes to the log as a warning and to the handler of {@link #reporting}.
 *
 * <p>Immutable; as thread-safe as the functions that it is given. Each write is durable on return.
 */
public final class ChatCapture {

    /**
     * The key of the listener attribute that holds the {@link SessionAddress} of a request:
     * {@code ChatRequestOptions.builder().addListenerAttribute(ChatCapture.SESSION, address)}.
     */
    public static final String SESSION = "daybook.session";

    private static final Logger LOG = System.getLogger(ChatCapture.class.getName());

    private final Function<Map<Object, Object>, SessionAddress> addresses;
    private final @Nullable Consumer<RuntimeException> failures;
    private final MessageCodec codec = new MessageCodec(Set.of(LangChain4jTools.RECALL));

    private ChatCapture(
            Function<Map<Object, Object>, SessionAddress> addresses, @Nullable Consumer<RuntimeException> failures) {
        this.addresses = addresses;
        this.failures = failures;
    }

    /**
     * Creates a capture for models that several users share: each request names its session in the listener attribute
     * {@link #SESSION}. A request without it is a failed write, never a session that all users share.
     */
    public static ChatCapture perRequest() {
        return of(ChatCapture::addressOf);
    }

    /** Creates a capture that writes every chat of a model to one session: a program or an agent of one user. */
    public static ChatCapture fixed(Memory memory, String session) {
        SessionAddress address = new SessionAddress(memory, session);
        return of(attributes -> address);
    }

    /**
     * Creates a capture with a function for the session of a request, for programs that know the user otherwise.
     *
     * @param addresses returns the session from the listener attributes of the request; runs on the thread of the
     *     request, and for an answer on the thread of the answer
     */
    public static ChatCapture of(Function<Map<Object, Object>, SessionAddress> addresses) {
        return new ChatCapture(Objects.requireNonNull(addresses, "addresses"), failure -> {});
    }

    /** Returns a copy that reports each failed write to a handler as well as to the log; the chat goes on. */
    public ChatCapture reporting(Consumer<RuntimeException> failures) {
        return new ChatCapture(addresses, Objects.requireNonNull(failures, "failures"));
    }

    /**
     * Returns a copy that throws the exception of a failed write, to be put around a model. Before the call of the
     * model the call fails; after it the answer is lost to the caller, or a stream ends with {@code onError}.
     */
    public ChatCapture failing() {
        return new ChatCapture(addresses, null);
    }

    /**
     * Returns the capture as a listener of a model, blocking or streaming.
     *
     * @throws IllegalStateException if the capture is {@link #failing}: LangChain4j ignores the exceptions of listeners
     */
    public ChatModelListener listener() {
        if (failures == null) {
            throw new IllegalStateException("LangChain4j ignores the exceptions of a listener, so this capture cannot"
                    + " fail as one; use around(model)");
        }
        return new CaptureListener(this);
    }

    /** Returns a model that captures its chats and otherwise behaves as the given one. */
    public ChatModel around(ChatModel model) {
        return new CapturingModel(this, Objects.requireNonNull(model, "model"));
    }

    /** Returns a streaming model that captures its chats and otherwise behaves as the given one. */
    public StreamingChatModel around(StreamingChatModel model) {
        return new CapturingStream(this, Objects.requireNonNull(model, "model"));
    }

    /** Writes the user's message, if the request ends with it; a request with tool results repeats it. */
    void asked(ChatRequest request, Map<Object, Object> attributes) {
        List<ChatMessage> messages = request.messages();
        if (messages.get(messages.size() - 1) instanceof UserMessage message) {
            write(attributes, address -> exchange(address, message).ask());
        }
    }

    /** Adds a final answer to its question, after the tool calls and results that led to it. */
    void answered(ChatRequest request, @Nullable ChatResponse response, Map<Object, Object> attributes) {
        AiMessage answer = response == null ? null : response.aiMessage();
        if (answer != null && !answer.hasToolExecutionRequests()) {
            end(request, answer, attributes, UnaryOperator.identity());
        }
    }

    /** Adds the part of an answer to its question. */
    void brokenOff(ChatRequest request, String part, Map<Object, Object> attributes) {
        if (!part.isBlank()) {
            end(request, AiMessage.from(part), attributes, OpenExchange::breakingOff);
        }
    }

    private void end(
            ChatRequest request, AiMessage answer, Map<Object, Object> attributes, UnaryOperator<OpenExchange> marked) {
        List<ChatMessage> messages = request.messages();
        int start = messages.size();
        while (start > 0 && !(messages.get(start - 1) instanceof UserMessage)) {
            start--;
        }
        List<Message> end = Stream.concat(messages.subList(start, messages.size()).stream(), Stream.of(answer))
                .filter(message -> !(message instanceof SystemMessage))
                .map(message -> codec.record(message).message())
                .toList();
        ChatMessage question = start == 0 ? UserMessage.from("") : messages.get(start - 1);
        write(attributes, address -> marked.apply(exchange(address, question)).resume(end));
    }

    private OpenExchange exchange(SessionAddress address, ChatMessage question) {
        return OpenExchange.of(
                address.memory(), address.session(), codec.record(question).message());
    }

    /** The session comes from a function of the application, whose failures do not end the chat either. */
    private void write(Map<Object, Object> attributes, Function<SessionAddress, Optional<RefusedTextException>> write) {
        Optional<? extends RuntimeException> failure;
        try {
            failure = write.apply(addresses.apply(attributes));
        } catch (RuntimeException e) {
            failure = Optional.of(e);
        }
        failure.ifPresent(this::failed);
    }

    private void failed(RuntimeException failure) {
        if (failures == null) {
            throw failure;
        }
        LOG.log(Level.WARNING, "a message of a chat was not remembered; the chat goes on", failure);
        failures.accept(failure);
    }

    private static SessionAddress addressOf(Map<Object, Object> attributes) {
        if (attributes.get(SESSION) instanceof SessionAddress address) {
            return address;
        }
        throw new IllegalArgumentException("the request names no session, so there is no user; call chat(request,"
                + " ChatRequestOptions.builder().addListenerAttribute(ChatCapture.SESSION, new SessionAddress(memory,"
                + " session)).build()), or use ChatCapture.fixed(memory, session) for a program of one user");
    }
}
