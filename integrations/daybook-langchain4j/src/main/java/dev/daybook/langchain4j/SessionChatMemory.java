package dev.daybook.langchain4j;

import dev.daybook.internal.checks.NullChecks;
import dev.daybook.spi.TokenCounter;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.memory.ChatMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A {@code ChatMemory} over a session, with a token budget: the system message and the newest messages that fit. Older
 * messages leave the window and stay in the log, where recall and context find them.
 *
 * <p>A tool result never stands without the call it answers, and a call never without a result: see
 * {@link DaybookChatMemoryStore}. The newest message, with the calls it answers, is in the
 * window even if it exceeds the budget alone: a model cannot answer an empty window.
 *
 * <p>Each addition is one write, durable on return as in {@link DaybookChatMemoryStore}. Thread-safe: messages that two
 * threads add at the same time are both in the window and in the log.
 */
public final class SessionChatMemory implements ChatMemory {

    private final DaybookChatMemoryStore store;
    private final Object id;
    private final int maxTokens;
    private final MessageTokens tokens;

    private SessionChatMemory(DaybookChatMemoryStore store, Object id, int maxTokens, MessageTokens tokens) {
        if (maxTokens < 1) {
            throw new IllegalArgumentException("maxTokens is " + maxTokens + "; use 1 or more");
        }
        this.store = Objects.requireNonNull(store, "store");
        this.id = Objects.requireNonNull(id, "id");
        this.maxTokens = maxTokens;
        this.tokens = tokens;
    }

    /**
     * Creates a chat memory that counts four characters per token, as a daybook does by default.
     *
     * @param id the memory id, which the locator of the store maps to a session
     * @param maxTokens the budget, with the system message; 1 or more
     */
    public static SessionChatMemory of(DaybookChatMemoryStore store, Object id, int maxTokens) {
        return new SessionChatMemory(store, id, maxTokens, MessageTokens.approximate());
    }

    /** Creates a chat memory with a token counter, best the one given to {@code DaybookBuilder.tokenCounter}. */
    public static SessionChatMemory of(DaybookChatMemoryStore store, Object id, int maxTokens, TokenCounter counter) {
        return new SessionChatMemory(store, id, maxTokens, MessageTokens.of(counter));
    }

    @Override
    public Object id() {
        return id;
    }

    /** Writes a message to the session; a system message replaces the one before and is not written. */
    @Override
    public void add(ChatMessage message) {
        NullChecks.present("message", message);
        store.change(id, window -> {
            List<ChatMessage> messages = new ArrayList<>(window);
            if (message instanceof SystemMessage) {
                messages.removeIf(SystemMessage.class::isInstance);
            }
            add(messages, message);
            return fitting(messages);
        });
    }

    /** A result stands behind its call, also if another request has added messages meanwhile. */
    private static void add(List<ChatMessage> messages, ChatMessage message) {
        int at = messages.size();
        if (message instanceof ToolExecutionResultMessage result) {
            messages.removeIf(other -> other instanceof ToolExecutionResultMessage standIn
                    && SessionWindow.isStandIn(standIn)
                    && Objects.equals(standIn.id(), result.id()));
            at = behindCall(messages, result);
        }
        messages.add(at, message);
    }

    private static int behindCall(List<ChatMessage> messages, ToolExecutionResultMessage result) {
        for (int i = messages.size() - 1; i >= 0; i--) {
            if (messages.get(i) instanceof AiMessage caller
                    && caller.toolExecutionRequests().stream()
                            .anyMatch(request -> Objects.equals(request.id(), result.id()))) {
                int behind = i + 1;
                while (behind < messages.size() && messages.get(behind) instanceof ToolExecutionResultMessage) {
                    behind++;
                }
                return behind;
            }
        }
        return messages.size();
    }

    /** Replaces the window; writes the messages that it did not have, also those beyond the budget. */
    @Override
    public void set(Iterable<ChatMessage> messages) {
        List<ChatMessage> list = new ArrayList<>();
        NullChecks.present("messages", messages).forEach(list::add);
        if (list.isEmpty()) {
            throw new IllegalArgumentException("messages is empty; use clear() to empty the window");
        }
        store.updateMessages(id, list);
        store.change(id, this::fitting);
    }

    @Override
    public List<ChatMessage> messages() {
        return fitting(store.getMessages(id));
    }

    /** Empties the window; the log keeps its messages, see {@link DaybookChatMemoryStore#deleteMessages}. */
    @Override
    public void clear() {
        store.deleteMessages(id);
    }

    private List<ChatMessage> fitting(List<ChatMessage> messages) {
        List<ChatMessage> fitting = new ArrayList<>();
        List<ChatMessage> turns = new ArrayList<>();
        for (ChatMessage message : messages) {
            (message instanceof SystemMessage ? fitting : turns).add(message);
        }
        int left = maxTokens - tokens.estimateTokenCountInMessages(fitting);
        int start = turns.size();
        for (int i = turns.size() - 1; i >= 0; i--) {
            left -= tokens.estimateTokenCountInMessage(turns.get(i));
            if (left < 0 && start < turns.size()) {
                break;
            }
            if (!(turns.get(i) instanceof ToolExecutionResultMessage)) {
                start = i;
            }
        }
        fitting.addAll(turns.subList(start, turns.size()));
        return fitting;
    }
}
