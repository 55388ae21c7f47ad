package dev.daybook.bench.child;

import dev.daybook.model.Embedding;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import java.time.OffsetDateTime;

/** One row of the data set: an exchange of a user and an assistant. */
record ExchangeRow(String id, String user, String session, String time, String input, String output) {

    ExchangeRow of(String id, String user, String time) {
        return new ExchangeRow(id, user, session, time, input, output);
    }

    /** Returns the row as an episode of two messages whose vector is part of the write. */
    NewEpisode episode(Embedding vector) {
        return NewEpisode.of(Message.user(input), Message.assistant(output))
                .id(id)
                .session(session)
                .occurredAt(OffsetDateTime.parse(time))
                .embedding(vector);
    }
}
