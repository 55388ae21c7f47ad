package dev.daybook.recall;

import dev.daybook.codec.EntryVectors;
import dev.daybook.codec.VectorCodec;
import dev.daybook.data.Embedding;
import dev.daybook.data.Episode;
import dev.daybook.data.Kind;
import dev.daybook.data.Message;
import dev.daybook.data.Origin;
import dev.daybook.data.Provenance;
import dev.daybook.data.Trust;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Key;
import dev.daybook.spi.Put;
import dev.daybook.spi.Row;
import dev.daybook.words.TermRecord;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds rows in the order of a store, by revision, and the scope index over them. */
final class Rows {

    static final String VECTORS = "vector/by-hand";

    static final OffsetDateTime NOON = OffsetDateTime.parse("2026-03-04T12:00:00Z");

    /** "4 March 2026" is part of every message of that day. */
    static final int DATE_WORDS = 3;

    private final List<Row> rows = new ArrayList<>();
    private final Map<String, Row> latest = new HashMap<>();
    private OffsetDateTime time = NOON;
    private long revision;

    /** Builds one session with an episode per message. */
    static Partition session(Message... messages) {
        Rows rows = new Rows();
        for (Message message : messages) {
            rows.put("e" + rows.rows.size(), "s", message);
        }
        return rows.partition();
    }

    /** Sets the time of the entries put from now on. */
    Rows at(OffsetDateTime time) {
        this.time = time;
        return this;
    }

    /** Puts a new entry, or a new version of one; a user without a name says the texts. */
    Rows put(String id, @Nullable String session, String... texts) {
        Message[] messages = new Message[texts.length];
        for (int i = 0; i < texts.length; i++) {
            messages[i] = Message.user(texts[i]);
        }
        return put(id, session, messages);
    }

    Rows put(String id, @Nullable String session, Message... messages) {
        Row before = latest.get(id);
        revision++;
        long position = before == null ? latest.size() + 1 : before.position();
        Map<String, Blob> sidecars = Map.of(
                TermRecord.SIDECAR,
                TermRecord.of(episode(id, session, time, messages)).encode());
        return add(new Row(
                new Key(Kind.EPISODE, id),
                position,
                revision,
                revision,
                session,
                time.toInstant(),
                Put.LIVE,
                sidecars));
    }

    /** Adds the vectors of an entry, by message; that of the first is the entry's. */
    Rows vectors(String id, Embedding... messages) {
        return vectors(id, new EntryVectors(messages[0], List.of(messages)));
    }

    Rows vectors(String id, EntryVectors vectors) {
        Row before = latest.get(id);
        Map<String, Blob> sidecars = new HashMap<>(before.sidecars());
        sidecars.put(VECTORS, VectorCodec.encode(vectors));
        return add(new Row(
                before.key(),
                before.position(),
                ++revision,
                before.contentRevision(),
                before.session(),
                before.time(),
                before.status(),
                sidecars));
    }

    /** Removes the rows before the last version of each entry. */
    Rows withoutHistory() {
        rows.removeIf(row -> row.contentRevision() != latest.get(row.key().id()).contentRevision());
        return this;
    }

    private Rows add(Row row) {
        rows.add(row);
        latest.put(row.key().id(), row);
        return this;
    }

    Partition partition() {
        Partition partition = new Partition(VECTORS);
        rows.forEach(partition::take);
        partition.place();
        return partition;
    }

    static Episode episode(String id, @Nullable String session, OffsetDateTime time, Message... messages) {
        return new Episode(
                id,
                session,
                time,
                time,
                List.of(messages),
                List.of(),
                Map.of(),
                new Provenance(1, 1, Origin.USER, Trust.USER),
                false,
                null);
    }

    /** Returns the first message of an entry in a scope index. */
    static int message(Partition partition, String id) {
        return partition.slots().get(slot(partition, id)).firstMessage();
    }

    static int slot(Partition partition, String id) {
        return partition.slotOf(new Key(Kind.EPISODE, id));
    }
}
