package dev.daybook.spring;

import dev.daybook.error.RefusedTextException;
import dev.daybook.internal.window.MemoryTrouble;
import dev.daybook.internal.window.OpenExchange;
import dev.daybook.internal.window.StorableText;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.RecentTurns;
import dev.daybook.spring.ChatFailure.Step;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.springframework.ai.chat.client.ChatClientMessageAggregator;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisor;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisorChain;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.prompt.Prompt;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * An advisor that recalls for a chat and captures it, of blocking and of streaming calls. The conversation id of the
 * call ({@code ChatMemory.CONVERSATION_ID}) names the user and the session; see {@link ConversationLocator}.
 *
 * <p>The context of the memory goes to the end of the system message, quoted as data. The message of the user stays as
 * it is, so that neither this advisor nor a chat memory can write recalled text as the user's words.
 *
 * <p>One exchange is one episode. The user's message is written before the model is called, so a model that fails
 * loses no statement; the answer is added to the same episode when it is complete. Of a stream that is cancelled, because
 * a client went away, the part that was shown is added, marked as {@link dev.daybook.model.Episode#BROKEN_OFF}; of a
 * stream that fails none. A question
 * that a program asks again because the call failed is written once. The history that a program sends along is not
 * written again, nor are system messages. With a {@link DaybookChatMemoryRepository} use {@link #recallOnly}, or every
 * message would be written twice.
 *
 * <p>A store that fails does not end the chat unless {@link #failing} says so, nor does a text that the memory refuses:
 * the failure goes to the log as a warning, and to the handler of {@link #reporting}. A question that could not be
 * written is written with its answer. A refused text is withheld, and half an emoji or a text that is too long is
 * shortened without a failure. A call without a user is a {@link MissingUserException} always. Immutable and
 * thread-safe; blocking work of a stream runs on Reactor's bounded elastic scheduler.
 */
public final class DaybookAdvisor implements CallAdvisor, StreamAdvisor {

    private static final Logger LOG = System.getLogger(DaybookAdvisor.class.getName());

    private final ConversationLocator locator;
    private final ContextOptions options;
    private final boolean captures;
    private final boolean fails;
    private final Consumer<ChatFailure> failures;

    private DaybookAdvisor(
            ConversationLocator locator,
            ContextOptions options,
            boolean captures,
            boolean fails,
            Consumer<ChatFailure> failures) {
        this.locator = Objects.requireNonNull(locator, "locator");
        this.options = Objects.requireNonNull(options, "options");
        this.captures = captures;
        this.fails = fails;
        this.failures = Objects.requireNonNull(failures, "failures");
    }

    /** Creates an advisor for chats without a chat memory: 2,000 tokens, recent turns included; captures. */
    public static DaybookAdvisor of(ConversationLocator locator) {
        return new DaybookAdvisor(locator, ContextOptions.defaults(), true, false, failure -> {});
    }

    /** Creates an advisor for chats with a chat memory, which writes the chat: 2,000 tokens, no recent turns. */
    public static DaybookAdvisor recallOnly(ConversationLocator locator) {
        return new DaybookAdvisor(
                locator, ContextOptions.defaults().recent(RecentTurns.none()), false, false, failure -> {});
    }

    /** Returns a copy with other options of the context. */
    public DaybookAdvisor withOptions(ContextOptions options) {
        return new DaybookAdvisor(locator, options, captures, fails, failures);
    }

    /**
     * Returns a copy that ends the call with the exception of a store that fails, or of a text that the memory refuses.
     * If the answer cannot be written, it is lost to the caller, or the stream ends with an error.
     */
    public DaybookAdvisor failing() {
        return new DaybookAdvisor(locator, options, captures, true, failures);
    }

    /**
     * Returns a copy that reports each failure of the memory to a handler as well, on the thread of the call. A handler
     * that throws ends the call.
     */
    public DaybookAdvisor reporting(Consumer<ChatFailure> failures) {
        return new DaybookAdvisor(locator, options, captures, fails, failures);
    }

    @Override
    public String getName() {
        return "daybook";
    }

    /** Returns the place of Spring AI's chat memories: outside the loop of tool calls, so a call is captured once. */
    @Override
    public int getOrder() {
        return Advisor.DEFAULT_CHAT_MEMORY_PRECEDENCE_ORDER;
    }

    @Override
    public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
        AdvisedCall call = call(request);
        ChatClientResponse response = chain.nextCall(call.request());
        answered(response, call.exchange());
        return response;
    }

    @Override
    public Flux<ChatClientResponse> adviseStream(ChatClientRequest request, StreamAdvisorChain chain) {
        return Mono.fromCallable(() -> call(request))
                .subscribeOn(Schedulers.boundedElastic())
                .flatMapMany(call ->
                        answered(chain.nextStream(call.request()).publishOn(Schedulers.boundedElastic()), call));
    }

    /** Writes the answer of a stream once: the whole one, or the part that was shown before the stream was cancelled. */
    private Flux<ChatClientResponse> answered(Flux<ChatClientResponse> stream, AdvisedCall call) {
        Queue<String> shown = new ConcurrentLinkedQueue<>();
        AtomicBoolean ended = new AtomicBoolean();
        return new ChatClientMessageAggregator()
                .aggregateChatClientResponse(stream, response -> {
                    if (ended.compareAndSet(false, true)) {
                        answered(response, call.exchange());
                    }
                })
                .doOnNext(response -> shown.add(text(response)))
                .doOnCancel(() -> {
                    if (ended.compareAndSet(false, true)) {
                        // The thread of a client that goes away must not block.
                        Schedulers.boundedElastic().schedule(() -> brokenOff(String.join("", shown), call));
                    }
                });
    }

    private void brokenOff(String shown, AdvisedCall call) {
        if (!shown.isBlank()) {
            call.open().breakingOff();
            remember(() -> call.exchange().write(ChatTurns.messages(new AssistantMessage(shown))));
        }
    }

    private static String text(ChatClientResponse response) {
        return response.chatResponse() == null || response.chatResponse().getResult() == null
                ? ""
                : Objects.requireNonNullElse(
                        response.chatResponse().getResult().getOutput().getText(), "");
    }

    /** A request as the model gets it, with the exchange that its answer completes. */
    private record AdvisedCall(ChatClientRequest request, OpenExchange open, PendingAnswer exchange) {}

    /** Writes the end of an exchange; returns why the memory refused a text. */
    @FunctionalInterface
    private interface PendingAnswer {
        Optional<RefusedTextException> write(List<dev.daybook.model.Message> answer);
    }

    private ConversationAddress address(ChatClientRequest request) {
        if (request.context().get(ChatMemory.CONVERSATION_ID) instanceof String id) {
            return locator.locate(id);
        }
        throw new MissingUserException("no conversation id is set, so there is no user" + UserConversation.REMEDY);
    }

    /** Recalls before it writes, so that the context does not repeat the message that it is for. */
    private AdvisedCall call(ChatClientRequest request) {
        ConversationAddress address = address(request);
        UserMessage question = request.prompt().getUserMessage();
        OpenExchange exchange = OpenExchange.of(
                address.memory(),
                address.session(),
                ChatTurns.messages(question).get(0));
        List<Message> messages = request.prompt().getInstructions();
        if (messages.isEmpty() || !(messages.get(messages.size() - 1) instanceof UserMessage)) {
            // The program runs the tools itself: the call before this one wrote the question.
            return new AdvisedCall(request, exchange, exchange::resume);
        }
        String context = context(question, address);
        remember(exchange::ask);
        ChatClientRequest advised = context.isEmpty()
                ? request
                : request.mutate()
                        .prompt(withContext(request.prompt(), context))
                        .build();
        return new AdvisedCall(advised, exchange, exchange::answer);
    }

    private String context(UserMessage question, ConversationAddress address) {
        String prompt = StorableText.question(Objects.requireNonNullElse(question.getText(), ""));
        return attempt(
                Step.RECALL,
                () -> address.memory()
                        .session(address.session())
                        .context(prompt, options)
                        .text(),
                "");
    }

    private static Prompt withContext(Prompt prompt, String context) {
        List<Message> messages = new ArrayList<>(prompt.getInstructions());
        if (messages.get(0) instanceof SystemMessage system) {
            messages.set(0, new SystemMessage(system.getText() + "\n\n" + context));
        } else {
            messages.add(0, new SystemMessage(context));
        }
        return prompt.mutate().messages(messages).build();
    }

    private void answered(ChatClientResponse response, PendingAnswer exchange) {
        if (response.chatResponse() == null || response.chatResponse().getResult() == null) {
            return;
        }
        AssistantMessage answer = response.chatResponse().getResult().getOutput();
        if (!answer.hasToolCalls()) {
            remember(() -> exchange.write(ChatTurns.messages(answer)));
        }
    }

    private void remember(Supplier<Optional<RefusedTextException>> write) {
        if (captures) {
            attempt(Step.REMEMBER, write, Optional.<RefusedTextException>empty())
                    .ifPresent(refused -> failed(Step.REMEMBER, refused));
        }
    }

    /** The only place that decides which exceptions of the memory a chat outlives. */
    private <T> T attempt(Step step, Supplier<T> work, T otherwise) {
        try {
            return work.get();
        } catch (RuntimeException e) {
            if (!MemoryTrouble.isMet(e)) {
                throw e;
            }
            failed(step, e);
            return otherwise;
        }
    }

    private void failed(Step step, RuntimeException failure) {
        failures.accept(new ChatFailure(step, failure));
        if (fails) {
            throw failure;
        }
        LOG.log(Level.WARNING, step.consequence() + "; the chat goes on", failure);
    }
}
