package dev.daybook.langchain4j;

import dev.daybook.internal.checks.NullChecks;
import dev.daybook.internal.window.RecentQuestions;
import dev.daybook.model.Message;
import dev.daybook.model.Scope;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A {@code ChatMemoryStore} over the log of a memory. LangChain4j saves the whole window each time; the store writes
 * only the messages that the window did not have. So a window of four messages keeps every statement ever made: evicted
 * messages stay in the log, recall and context find them, and a list that is saved twice is written once.
 *
 * <p>One exchange is one episode of the session: the question is written at once, and tool calls, results and the answer
 * are added to its episode as they come. What follows 100,000 characters of a loop of tool calls is an episode of its
 * own.
 *
 * <ul>
 *   <li>A message that {@link #getMessages} returned is identified by its object, any other by its content and its
 *       place in the list. A list of copies that at once loses a message and gains an equal one cannot be told from the
 *       list before; the chat memories of LangChain4j never save copies.
 *   <li>The user's own text is written, without recalled contents and format instructions; see
 *       {@link UserTextListener}.
 *   <li>Tool calls and their ids are written with the assistant's message ({@link Message#toolCalls}), a result as a
 *       tool message ({@link Message#toolCallId}). The results of {@link LangChain4jTools} are recalled text: the log
 *       has a remark in their place.
 *   <li>A system message is the program's, not the user's speech, and may hold recalled text. It is never written: the
 *       window returns it, as its first message, while this process runs, and an AI service adds it to each call.
 *   <li>Images, recordings, videos and PDF files are parts of the message ({@link Message#parts}): those at an address
 *       come back as they were. The bytes within a message are not written; while this process runs the window has them,
 *       and afterwards a text such as {@code [image]} in their place.
 *   <li>Thinking and attributes of a message are kept in the metadata of its episode, up to 100,000 characters.
 * </ul>
 *
 * <p>A window is one that providers accept: the results of a call stand behind it, and a call without a result, because
 * it still runs or its process died, has a stand-in that says so and is never written. A result without its call is not
 * shown. A text that the memory does not accept ends no chat: half a character is replaced, what is too long is cut and
 * says so, and what the space refuses is withheld from the log, which has a remark in its place.
 *
 * <p>A save is one write, atomic, and durable on return unless the store of the daybook is in memory; after a restart
 * and in another replica {@link #getMessages} returns the same window without system messages and recalled text.
 * Thread-safe: saves of one session are made one after the other. Of two threads that save different lists, the log has
 * the messages of both, and the later list is the window. Forgetting is {@link dev.daybook.Memory#forget}: a forgotten
 * message leaves the window too.
 *
 * <p>Failures of the daybook ({@link dev.daybook.error.DaybookException}) reach the caller: a chat whose memory cannot
 * be written ends visibly. A retry of the same save is safe.
 */
public final class DaybookChatMemoryStore implements ChatMemoryStore {

    /** Conversations whose system message and objects are held: a window takes some tens of kilobytes. */
    private static final int OPEN_WINDOWS = 1_000;

    private static final int LOCKS = 64;

    private final SessionLocator locator;
    private final MessageCodec codec;
    private final RecentQuestions questions = new RecentQuestions();
    private final Map<WindowKey, OpenWindow> windows = Collections.synchronizedMap(new RecentWindows());
    private final List<ReentrantLock> locks =
            Stream.generate(ReentrantLock::new).limit(LOCKS).toList();

    private DaybookChatMemoryStore(SessionLocator locator, Set<String> recallTools) {
        this.locator = Objects.requireNonNull(locator, "locator");
        this.codec = new MessageCodec(recallTools);
    }

    /** Creates a store; one serves all users. */
    public static DaybookChatMemoryStore of(SessionLocator locator) {
        return of(locator, Set.of());
    }

    /**
     * Creates a store for programs with other recall tools than {@link LangChain4jTools}.
     *
     * @param recallTools names of tools whose results are recalled text and must not be recalled again
     */
    public static DaybookChatMemoryStore of(SessionLocator locator, Set<String> recallTools) {
        Set<String> names = new HashSet<>(NullChecks.all("recallTools", recallTools));
        names.add(LangChain4jTools.RECALL);
        return new DaybookChatMemoryStore(locator, names);
    }

    /**
     * Returns the window: the list that was saved last, without messages that were forgotten since; system messages
     * first.
     *
     * @throws IllegalArgumentException if the memory id names no session
     */
    @Override
    public List<ChatMessage> getMessages(Object memoryId) {
        return locked(memoryId, SessionWindow::messages);
    }

    /**
     * Saves the window: writes the messages that it did not have. The same list again writes nothing.
     *
     * @throws IllegalArgumentException if the memory id names no session, or the list or one of its messages is null; nothing is
     *     written then
     */
    @Override
    public void updateMessages(Object memoryId, List<ChatMessage> messages) {
        NullChecks.all("messages", messages);
        change(memoryId, window -> messages);
    }

    /**
     * Empties the window. The log keeps every message, and recall and context find it; the next message starts a new
     * window. To erase the messages as well, call {@code memory.forget(Selection.session(id))}.
     */
    @Override
    public void deleteMessages(Object memoryId) {
        change(memoryId, window -> List.of());
    }

    /** Replaces the window by a function of it, with no other change in between. */
    void change(Object memoryId, UnaryOperator<List<ChatMessage>> change) {
        locked(memoryId, window -> {
            List<ChatMessage> messages = List.copyOf(change.apply(window.messages()));
            window.save(messages);
            return messages;
        });
    }

    private List<ChatMessage> locked(Object memoryId, Function<SessionWindow, List<ChatMessage>> task) {
        SessionAddress address = locator.locate(memoryId);
        WindowKey key = new WindowKey(memoryId, address.memory().scope(), address.session());
        ReentrantLock lock = locks.get(Math.floorMod(key.hashOfSession(), LOCKS));
        lock.lock();
        try {
            OpenWindow open = windows.computeIfAbsent(key, ignored -> new OpenWindow());
            return task.apply(new SessionWindow(address, open, codec, questions));
        } finally {
            lock.unlock();
        }
    }

    /** The memory id belongs to the key, because a locator may serve two daybooks with the same users. */
    private record WindowKey(Object memoryId, Scope scope, String session) {

        int hashOfSession() {
            return Objects.hash(scope, session);
        }
    }

    private static final class RecentWindows extends LinkedHashMap<WindowKey, OpenWindow> {

        RecentWindows() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<WindowKey, OpenWindow> eldest) {
            return size() > OPEN_WINDOWS;
        }
    }
}
