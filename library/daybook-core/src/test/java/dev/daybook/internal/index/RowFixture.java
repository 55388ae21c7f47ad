package dev.daybook.internal.index;

import dev.daybook.internal.codec.EntryVectors;
import dev.daybook.internal.codec.VectorCodec;
import dev.daybook.internal.words.TermRecord;
import dev.daybook.model.Embedding;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.GroundingClass;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.MessageRef;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.model.Statement;
import dev.daybook.model.StatementKind;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.IndexRow;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Builds rows in the order of a store, by revision, and the scope index over them. */
public final class RowFixture {

    public static final String VECTORS = "vector/by-hand";

    public static final OffsetDateTime NOON = OffsetDateTime.parse("2026-03-04T12:00:00Z");

    /** "4 March 2026" is part of every message of that day. */
    public static final int DATE_WORDS = 3;

    private final List<IndexRow> rows = new ArrayList<>();
    private final Map<String, IndexRow> latest = new HashMap<>();
    private OffsetDateTime time = NOON;
    private Trust trust = Trust.USER;
    private long revision;

    /** Builds one session with an episode per message. */
    public static ScopeIndex session(Message... messages) {
        RowFixture rowFixture = new RowFixture();
        for (Message message : messages) {
            rowFixture.put("e" + rowFixture.rows.size(), "s", message);
        }
        return rowFixture.scopeIndex();
    }

    /** Sets the time of the entries put from now on. */
    public RowFixture at(OffsetDateTime time) {
        this.time = time;
        return this;
    }

    /** Sets the trust of the entries put from now on. */
    public RowFixture trusted(Trust trust) {
        this.trust = trust;
        return this;
    }

    /** Puts a new entry, or a new version of one; a user without a name says the texts. */
    public RowFixture put(String id, @Nullable String session, String... texts) {
        Message[] messages = new Message[texts.length];
        for (int i = 0; i < texts.length; i++) {
            messages[i] = Message.user(texts[i]);
        }
        return put(id, session, messages);
    }

    public RowFixture put(String id, @Nullable String session, Message... messages) {
        IndexRow before = latest.get(id);
        revision++;
        long position = before == null ? latest.size() + 1 : before.position();
        Map<String, Blob> sidecars = Map.of(
                TermRecord.SIDECAR,
                TermRecord.of(episode(id, session, time, trust, messages)).encode());
        return add(new IndexRow(
                new EntryKey(Kind.EPISODE, id),
                position,
                revision,
                revision,
                session,
                time.toInstant(),
                EntryPut.LIVE,
                sidecars));
    }

    /** Puts a statement that follows from the first messages of episodes. */
    public RowFixture state(String id, String sentence, String... episodes) {
        List<EntryRef> sources = Stream.of(episodes)
                .map(episode -> new EntryRef(new Scope.Anonymous(Space.DEFAULT), Kind.EPISODE, episode))
                .toList();
        Fact fact = new Fact(
                id,
                "Mira",
                "states",
                sentence,
                1,
                time,
                null,
                null,
                time,
                sources,
                SummaryMethod.MODEL,
                new Provenance(1, 1, Origin.USER, trust),
                new Statement(
                        sentence,
                        "Mira",
                        StatementKind.STATE,
                        false,
                        sources.stream()
                                .map(source -> new MessageRef(source, 0))
                                .toList(),
                        GroundingClass.SAID,
                        null),
                null);
        IndexRow before = latest.get(id);
        revision++;
        return add(new IndexRow(
                new EntryKey(Kind.FACT, id),
                before == null ? latest.size() + 1 : before.position(),
                revision,
                revision,
                null,
                time.toInstant(),
                EntryPut.LIVE,
                Map.of(TermRecord.SIDECAR, TermRecord.of(fact).encode())));
    }

    /** Adds the vectors of an entry, by message; that of the first is the entry's. */
    public RowFixture vectors(String id, Embedding... messages) {
        return vectors(id, new EntryVectors(messages[0], List.of(messages)));
    }

    public RowFixture vectors(String id, EntryVectors vectors) {
        IndexRow before = latest.get(id);
        Map<String, Blob> sidecars = new HashMap<>(before.sidecars());
        sidecars.put(VECTORS, VectorCodec.encode(vectors));
        return add(new IndexRow(
                before.key(),
                before.position(),
                ++revision,
                before.contentRevision(),
                before.session(),
                before.time(),
                before.status(),
                sidecars));
    }

    /** Takes an entry out of recall, as a status other than live does. */
    public RowFixture supersede(String id) {
        IndexRow before = latest.get(id);
        revision++;
        return add(new IndexRow(
                before.key(),
                before.position(),
                revision,
                revision,
                before.session(),
                before.time(),
                "superseded",
                Map.of()));
    }

    /** Returns the rows so far, in order. */
    public List<IndexRow> rows() {
        return List.copyOf(rows);
    }

    /** Removes the rows before the last version of each entry. */
    public RowFixture withoutHistory() {
        rows.removeIf(row -> row.contentRevision() != latest.get(row.key().id()).contentRevision());
        return this;
    }

    private RowFixture add(IndexRow row) {
        rows.add(row);
        latest.put(row.key().id(), row);
        return this;
    }

    public ScopeIndex scopeIndex() {
        ScopeIndex scopeIndex = new ScopeIndex(VECTORS);
        rows.forEach(scopeIndex::add);
        scopeIndex.complete();
        return scopeIndex;
    }

    public static Episode episode(String id, @Nullable String session, OffsetDateTime time, Message... messages) {
        return episode(id, session, time, Trust.USER, messages);
    }

    private static Episode episode(
            String id, @Nullable String session, OffsetDateTime time, Trust trust, Message... messages) {
        return new Episode(
                id,
                session,
                time,
                time,
                List.of(messages),
                List.of(),
                Map.of(),
                new Provenance(1, 1, Origin.USER, trust),
                false,
                null);
    }

    /** Returns the first message of an entry in a scope index. */
    public static int message(ScopeIndex scopeIndex, String id) {
        return scopeIndex.slots().get(slot(scopeIndex, id)).firstMessage();
    }

    public static int slot(ScopeIndex scopeIndex, String id) {
        return scopeIndex.slotOf(new EntryKey(Kind.EPISODE, id));
    }
}
