package dev.daybook.spring;

import dev.daybook.Memory;
import dev.daybook.internal.window.ExchangeWriter;
import dev.daybook.internal.window.LoggedWindow;
import dev.daybook.internal.window.RecentQuestions;
import dev.daybook.internal.window.StoredForm;
import dev.daybook.internal.window.TurnPlace;
import dev.daybook.internal.window.WindowAlignment;
import dev.daybook.internal.window.WindowRecord;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.outcome.Turn;
import dev.daybook.spring.ChatTurns.Given;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The window of one conversation: the messages that the chat memory of Spring AI shows, of all that the log has. */
final class ConversationWindow {

    /** The name of the window record in the metadata of an episode. */
    private static final String WINDOW = "spring.window";

    /** The beginning of the name of {@link Given#missing} in the metadata of an episode; its index follows. */
    private static final String MISSING = "spring.missing.";

    private static final Logger LOG = System.getLogger(ConversationWindow.class.getName());

    private final String conversationId;
    private final Memory memory;
    private final String session;
    private final RecentQuestions questions;

    ConversationWindow(String conversationId, ConversationAddress address, RecentQuestions questions) {
        this.conversationId = conversationId;
        this.memory = address.memory();
        this.session = address.session();
        this.questions = questions;
    }

    List<org.springframework.ai.chat.messages.Message> messages() {
        return ChatTurns.chat(conversationId, read().turns(), this::missing);
    }

    private @Nullable String missing(Turn turn) {
        if (!ChatTurns.mayMiss(turn.message())) {
            return null;
        }
        return memory.find(Episode.class, turn.episode())
                                .map(episode -> episode.metadata().get(MISSING + turn.index()))
                                .orElse(null)
                        instanceof String missing
                ? missing
                : null;
    }

    /**
     * Makes a list the window. Writes the messages that the window does not have: to the episode of their question, or
     * in one episode of their own.
     */
    void replace(List<org.springframework.ai.chat.messages.Message> list) {
        LoggedWindow logged = read();
        List<Given> given = ChatTurns.given(conversationId, list);
        int[] at = WindowAlignment.align(logged.turns(), given, ConversationWindow::isSame);
        if (isAskedAnew(logged, given, at)) {
            at[0] = WindowAlignment.NEW;
        }
        List<Given> added = new ArrayList<>();
        List<@Nullable TurnPlace> places = new ArrayList<>();
        for (int i = 0; i < at.length; i++) {
            if (at[i] != WindowAlignment.NEW) {
                places.add(TurnPlace.of(logged.turns().get(at[i])));
            } else if (!isForgotten(given.get(i))) {
                TurnPlace place = departed(given.get(i));
                places.add(place);
                if (place == null) {
                    added.add(given.get(i));
                }
            }
        }
        write(logged, added, places);
    }

    private LoggedWindow read() {
        return LoggedWindow.read(memory, session, WINDOW);
    }

    private void write(LoggedWindow logged, List<Given> added, List<@Nullable TurnPlace> places) {
        if (added.isEmpty()) {
            if (!places.equals(logged.places()) && logged.newest() != null) {
                LoggedWindow.rewrite(memory, logged.newest(), WINDOW, WindowRecord.write(places, logged.history()));
            }
            return;
        }
        ExchangeWriter writer = new ExchangeWriter(memory, session);
        List<Message> messages = added.stream().map(Given::message).toList();
        Episode exchange = writer.continued(logged, WINDOW, messages, questions.asked(conversationId));
        String window = WindowRecord.write(places, logged.history(), exchange);
        ExchangeWriter.Written written = writer.write(exchange, messages, Map.of(WINDOW, window), (number, index) -> {
            String missing = added.get(number).missing();
            return missing == null ? Map.of() : Map.of(MISSING + index, missing);
        });
        questions.asked(conversationId, written.episode());
        if (written.refusal() != null) {
            LOG.log(Level.WARNING, "the memory refused a message of a chat; the chat goes on", written.refusal());
        }
    }

    /**
     * Returns whether the only message is a question that the window has with what followed it. A chat memory that drops all
     * older messages leaves nothing else that tells the second "continue" of a user from the first. With an older message in
     * the list the places tell them apart, and a late save of an earlier list writes nothing.
     */
    private static boolean isAskedAnew(LoggedWindow logged, List<Given> given, int[] at) {
        return at.length == 1
                && at[0] != WindowAlignment.NEW
                && at[0] < logged.turns().size() - 1
                && given.get(0).reference() == null
                && given.get(0).message().role().equals(Message.USER);
    }

    /** An equal message is another one if it was read from another turn. */
    private static boolean isSame(Turn turn, Given given) {
        TurnReference reference = given.reference();
        return isSame(turn.message(), given.message())
                && (reference == null || reference.place().equals(TurnPlace.of(turn)));
    }

    private static boolean isSame(Message stored, Message given) {
        return StoredForm.isOf(stored, given) || StoredForm.isOf(MessageMedia.reread(stored), given);
    }

    /** A message that was read and forgotten since must not come back with the list of a slow caller. */
    private boolean isForgotten(Given given) {
        TurnReference reference = given.reference();
        return reference != null
                && memory.find(Episode.class, reference.episode()).isEmpty();
    }

    /** Returns the place of a message that has left the window since it was read; null: a new message. */
    private @Nullable TurnPlace departed(Given given) {
        TurnReference reference = given.reference();
        if (reference == null) {
            return null;
        }
        Optional<Message> stored = memory.find(Episode.class, reference.episode())
                .map(Episode::messages)
                .filter(messages -> reference.place().index() < messages.size())
                .map(messages -> messages.get(reference.place().index()));
        return stored.filter(message -> isSame(message, given.message())).isPresent() ? reference.place() : null;
    }
}
