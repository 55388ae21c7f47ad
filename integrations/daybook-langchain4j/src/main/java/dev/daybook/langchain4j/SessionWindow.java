package dev.daybook.langchain4j;

import dev.daybook.internal.window.ExchangeWriter;
import dev.daybook.internal.window.LoggedWindow;
import dev.daybook.internal.window.RecentQuestions;
import dev.daybook.internal.window.ToolPairs;
import dev.daybook.internal.window.TurnPlace;
import dev.daybook.internal.window.WindowAlignment;
import dev.daybook.internal.window.WindowRecord;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.outcome.Turn;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The window of one session while the lock of the session is held: joins the part in the log ({@link LoggedWindow})
 * with the part in this process ({@link OpenWindow}).
 */
final class SessionWindow {

    private static final Logger LOG = System.getLogger(SessionWindow.class.getName());

    /** The name of the window record in the metadata of an episode. */
    private static final String WINDOW = "langchain4j.window";

    private static final String JSON = "langchain4j.message.";

    private final SessionAddress address;
    private final OpenWindow open;
    private final MessageCodec codec;
    private final RecentQuestions questions;
    private @Nullable LoggedWindow read;

    SessionWindow(SessionAddress address, OpenWindow open, MessageCodec codec, RecentQuestions questions) {
        this.questions = questions;
        this.address = address;
        this.open = open;
        this.codec = codec;
    }

    /** Returns the system messages, then the messages of the window. */
    List<ChatMessage> messages() {
        List<ChatMessage> messages = new ArrayList<>(open.system());
        held(logged()).forEach(message -> messages.add(message.chatMessage()));
        return messages;
    }

    /** Writes the messages that the window does not have, and makes a list the window. */
    void save(List<ChatMessage> messages) {
        List<ChatMessage> list = messages.stream()
                .filter(message -> !(message instanceof SystemMessage) && !isStandIn(message))
                .toList();
        LoggedWindow logged = logged();
        List<@Nullable HeldMessage> known = known(list, held(logged));
        List<ChatMessage> added = new ArrayList<>();
        List<@Nullable TurnPlace> places = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            HeldMessage message = known.get(i);
            if (message == null) {
                added.add(list.get(i));
                places.add(null);
            } else if (isInLog(logged, message)) {
                places.add(message.place());
            }
        }
        if (!added.isEmpty()) {
            places = write(added, places, logged);
        } else if (!places.equals(logged.places()) && logged.newest() != null) {
            LoggedWindow.rewrite(
                    address.memory(), logged.newest(), WINDOW, WindowRecord.write(places, logged.history()));
        }
        settle(list, known);
        open.system(messages);
        open.trim(places.stream().map(Objects::requireNonNull).toList());
    }

    /** Returns whether a message only stands for a result that is not there. */
    static boolean isStandIn(ChatMessage message) {
        return message instanceof ToolExecutionResultMessage result
                && MessageCodec.text(result.contents()).equals(ToolPairs.NO_RESULT);
    }

    /** Reads the log once: only other replicas write to the session meanwhile. */
    private LoggedWindow logged() {
        if (read == null) {
            read = LoggedWindow.read(address.memory(), address.session(), WINDOW);
        }
        return read;
    }

    /** Returns the held message of each message of a list; null: it is new. */
    private List<@Nullable HeldMessage> known(List<ChatMessage> list, List<HeldMessage> window) {
        IdentityHashMap<ChatMessage, HeldMessage> objects = open.byObject();
        record Given(@Nullable HeldMessage object, RecordedMessage recorded) {}
        List<Given> given = list.stream()
                .map(message -> {
                    HeldMessage object = objects.get(message);
                    return new Given(object, object == null ? codec.record(message) : object.recorded());
                })
                .toList();
        int[] at = WindowAlignment.align(window, given, (held, message) -> {
            HeldMessage object = message.object();
            return object == null ? held.says(message.recorded()) : held.place().equals(object.place());
        });
        List<@Nullable HeldMessage> known = new ArrayList<>();
        for (int i = 0; i < at.length; i++) {
            known.add(at[i] == WindowAlignment.NEW ? given.get(i).object() : window.get(at[i]));
        }
        return known;
    }

    /** A message that was given out earlier may have left the window, or may have been forgotten. */
    private boolean isInLog(LoggedWindow logged, HeldMessage message) {
        return logged.places().contains(message.place())
                || address.memory().find(Episode.class, message.episode()).isPresent();
    }

    private List<@Nullable TurnPlace> write(
            List<ChatMessage> added, List<@Nullable TurnPlace> places, LoggedWindow logged) {
        List<RecordedMessage> recorded = added.stream().map(codec::record).toList();
        List<Message> messages = recorded.stream().map(RecordedMessage::message).toList();
        ExchangeWriter writer = new ExchangeWriter(address.memory(), address.session());
        Episode exchange = writer.continued(logged, WINDOW, messages, questions.asked(conversation()));
        String window = WindowRecord.write(places, logged.history(), exchange);
        ExchangeWriter.Written written = writer.write(exchange, messages, Map.of(WINDOW, window), (number, index) -> {
            String json = recorded.get(number).json();
            return json == null ? Map.of() : Map.of(JSON + index, json);
        });
        questions.asked(conversation(), written.episode());
        if (written.refusal() != null) {
            LOG.log(Level.WARNING, "the memory refused a message of a chat; the chat goes on", written.refusal());
        }
        hold(added, recorded, written);
        return placed(places, written);
    }

    private void hold(List<ChatMessage> added, List<RecordedMessage> recorded, ExchangeWriter.Written written) {
        for (int i = 0; i < added.size(); i++) {
            ChatMessage given = added.get(i);
            open.hold(new HeldMessage(
                    new TurnPlace(written.position(), written.first() + i),
                    written.episode(),
                    written.added().get(i),
                    recorded.get(i),
                    MessageCodec.isTooLong(given) ? MessageCodec.chat(recorded.get(i)) : MessageCodec.copy(given)));
        }
    }

    private static List<@Nullable TurnPlace> placed(List<@Nullable TurnPlace> places, ExchangeWriter.Written written) {
        int next = written.first();
        List<@Nullable TurnPlace> placed = new ArrayList<>();
        for (TurnPlace place : places) {
            placed.add(place == null ? new TurnPlace(written.position(), next++) : place);
        }
        return placed;
    }

    private List<Object> conversation() {
        return List.of(address.memory().scope(), address.session());
    }

    /**
     * Returns to the user's own text when the answer is there. Until then, during the calls of tools, the model sees
     * its question as LangChain4j asked it, with the recalled contents.
     */
    private void settle(List<ChatMessage> list, List<@Nullable HeldMessage> known) {
        boolean answered = false;
        for (int i = list.size() - 1; i >= 0; i--) {
            HeldMessage held = known.get(i);
            answered |= list.get(i) instanceof AiMessage answer && !answer.hasToolExecutionRequests();
            if (answered
                    && held != null
                    && list.get(i) instanceof UserMessage question
                    && UserText.isAugmented(question)) {
                open.hold(held.with(MessageCodec.copy(UserText.own(question))));
            }
        }
    }

    /** Returns the messages of a window: the objects that were given out, or else read from the log. */
    private List<HeldMessage> held(LoggedWindow logged) {
        List<HeldMessage> messages = new ArrayList<>();
        for (Turn turn : ToolPairs.withoutOwn(logged.turns(), questions.asked(conversation()))) {
            if (ToolPairs.isStandIn(turn)) {
                messages.add(read(turn, null));
                continue;
            }
            HeldMessage message = open.at(TurnPlace.of(turn), turn.episode());
            if (message == null || !message.stored().equals(turn.message())) {
                message = read(turn, message);
                open.hold(message);
            }
            messages.add(message);
        }
        return messages;
    }

    private HeldMessage read(Turn turn, @Nullable HeldMessage before) {
        Object json = address.memory()
                .find(Episode.class, turn.episode())
                .map(Episode::metadata)
                .map(metadata -> metadata.get(JSON + turn.index()))
                .orElse(null);
        RecordedMessage stored = new RecordedMessage(turn.message(), json instanceof String text ? text : null);
        ChatMessage shown = MessageCodec.chat(stored);
        return new HeldMessage(
                TurnPlace.of(turn),
                turn.episode(),
                turn.message(),
                before != null ? before.recorded() : turn.message().parts().isEmpty() ? stored : codec.record(shown),
                shown);
    }
}
