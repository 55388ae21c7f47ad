package dev.daybook.agentscope;

import dev.daybook.Memory;
import dev.daybook.error.RefusedTextException;
import dev.daybook.internal.checks.PassedId;
import dev.daybook.internal.window.MemoryTrouble;
import dev.daybook.internal.window.OpenExchange;
import dev.daybook.internal.window.StorableText;
import dev.daybook.model.Message;
import io.agentscope.core.agent.Agent;
import io.agentscope.core.agent.RuntimeContext;
import io.agentscope.core.event.AgentEvent;
import io.agentscope.core.event.AgentResultEvent;
import io.agentscope.core.message.GenerateReason;
import io.agentscope.core.message.Msg;
import io.agentscope.core.message.MsgRole;
import io.agentscope.core.middleware.AgentInput;
import io.agentscope.core.middleware.MiddlewareBase;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * A middleware of AgentScope that recalls for an agent and captures its conversations, in the place of the
 * {@code LongTermMemory} that AgentScope 2 deprecates: {@code ReActAgent.builder().middleware(DaybookMiddleware.of(space::user))}.
 * One serves all users. The call names user and session:
 * {@code agent.call(List.of(message), RuntimeContext.builder().userId("ada").sessionId("s1").build())}.
 *
 * <p>The context of the memory goes to the end of the system prompt, quoted as data, so recalled text is never written as
 * the user's. One call is one episode: the message of the user is written before the agent begins, so an agent that fails
 * loses no statement, and its answer is added to the same episode. Several messages of the user at the end of a call are
 * one. A message that is sent again because the call failed is written once. Tool calls between question and answer are not
 * written. A call that waits for the caller, for the result of a tool or a confirmation, has no answer yet: that of the call
 * that continues it is added to the same episode.
 *
 * <p>A store that fails, or a text that the memory refuses, does not end the call; it is a warning in the log. A call
 * without a user is an {@link IllegalArgumentException} before the model is asked. Blocking work runs on Reactor's bounded
 * elastic scheduler. Thread-safe.
 */
public final class DaybookMiddleware implements MiddlewareBase {

    private static final Logger LOG = System.getLogger(DaybookMiddleware.class.getName());

    private static final String REMEDY =
            "; give the call RuntimeContext.builder().userId(user).sessionId(session).build()";

    /** The results of a call that waits for the caller: the answer comes with a call that continues it. */
    private static final Set<GenerateReason> PAUSES = EnumSet.of(
            GenerateReason.TOOL_SUSPENDED,
            GenerateReason.PERMISSION_ASKING,
            GenerateReason.REASONING_STOP_REQUESTED,
            GenerateReason.ACTING_STOP_REQUESTED,
            GenerateReason.MIDDLEWARE_STOP_REQUESTED);

    /** The name of the recalled text in Reactor's context, which no other call and no other middleware sees. */
    private final Object recalled = new Object();

    private final Function<String, Memory> memories;

    private DaybookMiddleware(Function<String, Memory> memories) {
        this.memories = Objects.requireNonNull(memories, "memories");
    }

    /**
     * Creates a middleware.
     *
     * @param memories returns the memory of a user id, such as {@code daybook::user} or {@code space::user}; never called
     *     without a user
     */
    public static DaybookMiddleware of(Function<String, Memory> memories) {
        return new DaybookMiddleware(memories);
    }

    @Override
    public Flux<AgentEvent> onAgent(
            Agent agent,
            @Nullable RuntimeContext context,
            AgentInput input,
            Function<AgentInput, Flux<AgentEvent>> next) {
        return Mono.fromCallable(() -> CapturedCall.begin(session(context), input.msgs()))
                .subscribeOn(Schedulers.boundedElastic())
                .flatMapMany(call -> next.apply(input)
                        .publishOn(Schedulers.boundedElastic())
                        .doOnNext(call::end)
                        .contextWrite(reactor -> reactor.put(recalled, call.recalled())));
    }

    @Override
    public Mono<String> onSystemPrompt(Agent agent, RuntimeContext call, String currentPrompt) {
        return Mono.deferContextual(reactor -> {
            String context = reactor.getOrDefault(recalled, "");
            return Mono.just(currentPrompt.isEmpty() ? context : (currentPrompt + "\n\n" + context).strip());
        });
    }

    private SessionOfUser session(@Nullable RuntimeContext context) {
        if (context == null) {
            throw new IllegalArgumentException("user is null: the call has no runtime context" + REMEDY);
        }
        Memory memory = memories.apply(PassedId.user(context.getUserId()));
        String session = context.getSessionId();
        if (session == null || session.isBlank()) {
            throw new IllegalArgumentException("session is " + (session == null ? "null" : "blank") + REMEDY);
        }
        return new SessionOfUser(memory, session);
    }

    private record SessionOfUser(Memory memory, String id) {}

    /**
     * A call with its question, and the text that was recalled for it.
     *
     * @param consent the text of the user beside a confirmation of tool calls; empty: none
     */
    private record CapturedCall(@Nullable OpenExchange exchange, String consent, String recalled) {

        /** Recalls before it writes, so that the context does not repeat the question. */
        static CapturedCall begin(SessionOfUser session, List<Msg> messages) {
            Msg last = messages.isEmpty() ? null : messages.get(messages.size() - 1);
            boolean isConfirmation = last != null && isConfirmation(last);
            String text = isConfirmation ? said(List.of(last)) : said(messages);
            if (!text.isBlank() && !isConfirmation) {
                OpenExchange exchange =
                        OpenExchange.of(session.memory(), session.id(), Message.user(StorableText.of(text)));
                String recalled = recall(session, text);
                remember(exchange::ask);
                return new CapturedCall(exchange, "", recalled);
            }
            return attempt(
                            () -> OpenExchange.unanswered(session.memory(), session.id()),
                            Optional.<OpenExchange>empty())
                    .map(open -> new CapturedCall(
                            open, text, recall(session, open.question().text())))
                    .orElseGet(() -> new CapturedCall(null, "", ""));
        }

        private static boolean isConfirmation(Msg message) {
            return message.getMetadata() != null && message.getMetadata().containsKey(Msg.METADATA_CONFIRM_RESULTS);
        }

        /** Returns what the user says at the end of the messages, each in paragraphs of its own. */
        private static String said(List<Msg> messages) {
            int begin = messages.size();
            while (begin > 0 && messages.get(begin - 1).getRole() == MsgRole.USER) {
                begin--;
            }
            return messages.subList(begin, messages.size()).stream()
                    .map(message -> Objects.requireNonNullElse(message.getTextContent(), ""))
                    .filter(text -> !text.isBlank())
                    .collect(Collectors.joining("\n\n"));
        }

        private static String recall(SessionOfUser session, String question) {
            return attempt(
                    () -> session.memory()
                            .session(session.id())
                            .context(StorableText.question(question))
                            .text(),
                    "");
        }

        void end(AgentEvent event) {
            if (exchange == null
                    || !(event instanceof AgentResultEvent result)
                    || result.getResult() == null
                    || PAUSES.contains(result.getResult().getGenerateReason())) {
                return;
            }
            List<Message> end = new ArrayList<>();
            if (!consent.isBlank()) {
                end.add(Message.user(StorableText.of(consent)));
            }
            String answer = Objects.requireNonNullElse(result.getResult().getTextContent(), "");
            end.add(Message.assistant(StorableText.of(answer)));
            remember(() -> exchange.answer(end));
        }

        private static void remember(Supplier<Optional<RefusedTextException>> write) {
            attempt(write, Optional.<RefusedTextException>empty())
                    .ifPresent(
                            refused -> LOG.log(Level.WARNING, "the memory refuses a text, which is withheld", refused));
        }

        private static <T> T attempt(Supplier<T> work, T otherwise) {
            try {
                return work.get();
            } catch (RuntimeException e) {
                if (!MemoryTrouble.isMet(e)) {
                    throw e;
                }
                LOG.log(Level.WARNING, "the memory failed; the call goes on without it", e);
                return otherwise;
            }
        }
    }
}
