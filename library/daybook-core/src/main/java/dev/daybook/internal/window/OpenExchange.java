package dev.daybook.internal.window;

import dev.daybook.Memory;
import dev.daybook.error.RefusedTextException;
import dev.daybook.internal.window.ExchangeWriter.MessageMetadata;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One question of a chat without a window, and its answer. {@link #ask} writes the question, {@link #answer} completes
 * the same episode. Not thread-safe.
 */
public final class OpenExchange {

    /** Turns of the session among which an unanswered question is looked for. */
    private static final int LAST = 16;

    private final Memory memory;
    private final String session;
    private final Message question;
    private final ExchangeWriter writer;
    private @Nullable String episode;

    private OpenExchange(Memory memory, String session, Message question) {
        this.memory = memory;
        this.session = session;
        this.question = question;
        this.writer = new ExchangeWriter(memory, session);
    }

    /** Creates an exchange; writes nothing. */
    public static OpenExchange of(Memory memory, String session, Message question) {
        return new OpenExchange(memory, session, question);
    }

    /**
     * Writes the question. A program that repeats a failed call asks the same question again: if the session ends with
     * that question, unanswered, it is not written again.
     *
     * @return why the memory refused the question, which is withheld then
     */
    public Optional<RefusedTextException> ask() {
        if (find(1)) {
            return Optional.empty();
        }
        ExchangeWriter.Written written = writer.write(null, List.of(question), Map.of(), MessageMetadata.NONE);
        episode = written.episode();
        return Optional.ofNullable(written.refusal());
    }

    /**
     * Writes the end of the exchange: calls, results and the answer. If the question was not written before, because
     * the store failed, it is written with them; if it was forgotten meanwhile, it does not come back.
     *
     * @return why the memory refused a message, which is withheld then
     */
    public Optional<RefusedTextException> answer(List<Message> more) {
        List<Message> whole = new ArrayList<>(List.of(question));
        whole.addAll(more);
        if (episode == null) {
            return write(null, whole);
        }
        Optional<Episode> asked = memory.find(Episode.class, episode);
        if (asked.isEmpty()) {
            return write(null, more);
        }
        boolean isOpen = asked.get().isUnanswered() && asked.get().messages().size() == 1;
        if (isOpen) {
            return write(ExchangeWriter.hasRoom(asked.get(), more) ? asked.get() : null, more);
        }
        // Another call with the same question was answered first.
        return write(null, whole);
    }

    private Optional<RefusedTextException> write(@Nullable Episode exchange, List<Message> added) {
        return Optional.ofNullable(
                writer.write(exchange, added, Map.of(), MessageMetadata.NONE).refusal());
    }

    /** Completes an exchange whose question another call wrote; without one, only the end is written. */
    public Optional<RefusedTextException> resume(List<Message> more) {
        return find(LAST) ? answer(more) : write(null, more);
    }

    private boolean find(int last) {
        List<Turn> turns = memory.session(session).turns(last);
        for (int i = turns.size() - 1; i >= 0; i--) {
            Turn turn = turns.get(i);
            if (turn.message().equals(question)
                    && memory.find(Episode.class, turn.episode())
                            .filter(found ->
                                    found.isUnanswered() && found.messages().equals(List.of(question)))
                            .isPresent()) {
                episode = turn.episode();
                return true;
            }
        }
        return false;
    }
}
