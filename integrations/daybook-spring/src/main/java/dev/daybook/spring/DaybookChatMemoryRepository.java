package dev.daybook.spring;

import dev.daybook.internal.checks.NullChecks;
import dev.daybook.internal.window.RecentQuestions;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Stream;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.messages.Message;

/**
 * A {@code ChatMemoryRepository} over the log of a memory. Spring AI replaces the whole list each time; the repository
 * writes only the messages that the list before did not have. So a window of four messages keeps every statement ever
 * made: evicted messages stay in the log with their ids and times, recall and context find them, and a list that is
 * saved twice is written once.
 *
 * <p>One exchange is one episode of the session: the question is written at once, and tool calls, results and the answer
 * are added to its episode as they come. What follows 100,000 characters of a loop of tool calls is an episode of its
 * own.
 *
 * <ul>
 *   <li>A message that {@link #findByConversationId} returned is identified by its metadata, any other by its content
 *       and its place in the list.
 *   <li>Tool calls and their ids are written with the assistant's message, each tool response as a tool message.
 *   <li>A system message is the program's, not the user's speech, and may hold recalled text. It is never written.
 *   <li>Media are parts of the message ({@link dev.daybook.model.Message#parts}): those at an address come back as they
 *       were. The bytes within a message are not written; the message that is read has a text such as {@code [image]} in
 *       their place.
 *   <li>Other metadata of a message are not written.
 *   <li>A message of a class of the application is one of its {@code MessageType}, with its text; one of the type
 *       {@code TOOL} names no call and is an {@link IllegalArgumentException}, and nothing is written.
 * </ul>
 *
 * <p>A list is one that providers accept: the results of a call stand behind it, and a call without a result, because it
 * still runs or its process died, has a stand-in that says so and is never written. A result without its call is not
 * returned. A text that the memory does not accept ends no chat: half a character is replaced, what is too long is cut
 * and says so, and what the space refuses is withheld, with a remark in its place and a warning in the log.
 *
 * <p>A save is one write, atomic, and durable on return. Thread-safe: saves of one conversation are made one after the
 * other. Forgetting is {@link dev.daybook.Memory#forget}: a forgotten message leaves the list too, and a caller that
 * still has it cannot write it again.
 *
 * <p>Each method throws an {@link IllegalArgumentException} for a conversation id without a user, see
 * {@link ConversationLocator}, and passes on a {@link dev.daybook.error.DaybookException} of the store. A retry of the
 * same save is safe. A save of one question alone, repeated after its answer was saved, is the question asked again.
 */
public final class DaybookChatMemoryRepository implements ChatMemoryRepository {

    private static final int LOCKS = 64;

    private final ConversationLocator locator;
    private final RecentQuestions questions = new RecentQuestions();
    private final List<ReentrantLock> locks =
            Stream.generate(ReentrantLock::new).limit(LOCKS).toList();

    private DaybookChatMemoryRepository(ConversationLocator locator) {
        this.locator = Objects.requireNonNull(locator, "locator");
    }

    /** Creates a repository; one serves all users. */
    public static DaybookChatMemoryRepository of(ConversationLocator locator) {
        return new DaybookChatMemoryRepository(locator);
    }

    /** Returns the conversation ids of all users; an application shows each user only the user's own. */
    @Override
    public List<String> findConversationIds() {
        return locator.conversationIds();
    }

    /** Returns the list that was saved last, without system messages and messages that were forgotten since. */
    @Override
    public List<Message> findByConversationId(String conversationId) {
        return locked(conversationId, ConversationWindow::messages);
    }

    @Override
    public void saveAll(String conversationId, List<Message> messages) {
        List<Message> list = List.copyOf(NullChecks.all("messages", messages));
        locked(conversationId, window -> {
            window.replace(list);
            return list;
        });
    }

    /**
     * Empties the list. The log keeps every message, and recall and context find it. To erase the messages as well, call
     * {@code memory.forget(Selection.session(id))}.
     */
    @Override
    public void deleteByConversationId(String conversationId) {
        saveAll(conversationId, List.of());
    }

    private List<Message> locked(String conversationId, Function<ConversationWindow, List<Message>> task) {
        ConversationAddress address = locator.locate(conversationId);
        int hash = Objects.hash(address.memory().scope(), address.session());
        ReentrantLock lock = locks.get(Math.floorMod(hash, LOCKS));
        lock.lock();
        try {
            return task.apply(new ConversationWindow(conversationId, address, questions));
        } finally {
            lock.unlock();
        }
    }
}
