package dev.daybook.server.mem0;

import dev.daybook.Memory;
import dev.daybook.error.StaleVersionException;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.GroundingClass;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.Statement;
import dev.daybook.model.StatementKind;
import dev.daybook.query.VersionCondition;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A change of a memory: a new version under the same id, whose earlier versions stay in the history.
 *
 * @param text null: the text stays
 * @param metadata added to the present metadata
 * @param at the new time; null: the time stays
 */
record MemoryUpdate(
        StoredMemory before,
        @Nullable String text,
        Map<String, Object> metadata,
        @Nullable OffsetDateTime at) {

    private static final int ATTEMPTS = 20;

    MemoryUpdate {
        boolean isMessage = before.entry() instanceof Episode episode
                && !before.isTextOfNote()
                && (text == null || episode.messages().size() == 1);
        boolean isFact = before.entry() instanceof Fact && text != null && metadata.isEmpty() && at == null;
        if (!isMessage && !isFact) {
            throw new IllegalArgumentException("of this memory, "
                    + (before.isTextOfNote()
                            ? "the text of a note, an update changes nothing"
                            : before.entry() instanceof Episode
                                    ? "an exchange of several messages, an update changes the metadata and the time only"
                                    : before.entry() instanceof Fact
                                            ? "a fact, an update changes the text only"
                                            : "a note, an update changes nothing")
                    + "; delete it and add the messages anew");
        }
    }

    static MemoryUpdate read(StoredMemory before, JsonFields fields) {
        fields.get("memory_id");
        String text = fields.optionalText("text");
        if (text != null && text.isBlank()) {
            throw fields.wrong("text", text, "a text that is not blank, or delete the memory");
        }
        Map<String, Object> metadata = AddedMessages.metadata(fields);
        OffsetDateTime at = AddedMessages.time(fields);
        ForeignFields.done(fields);
        if (text == null && metadata.isEmpty() && at == null) {
            throw new IllegalArgumentException("the update changes nothing; give a text, metadata or a timestamp");
        }
        return new MemoryUpdate(before, text, metadata, at);
    }

    /**
     * Writes the change upon the version that is there, and again if another write was faster.
     *
     * @throws dev.daybook.server.problem.NotFoundException if the memory was deleted meanwhile
     * @throws StaleVersionException if other writes were faster each time
     */
    void write() {
        MemoryUpdate update = this;
        for (int attempt = 1; ; attempt++) {
            try {
                update.writeOnce();
                return;
            } catch (StaleVersionException overtaken) {
                if (attempt == ATTEMPTS) {
                    throw overtaken;
                }
                update = new MemoryUpdate(before.present(), text, metadata, at);
            }
        }
    }

    private void writeOnce() {
        Memory memory = before.memory();
        if (before.entry() instanceof Episode episode) {
            memory.remember(changed(episode), VersionCondition.of(episode.revision()));
        } else {
            Fact fact = (Fact) before.entry();
            memory.facts().remember(changed(fact), VersionCondition.of(fact.revision()));
        }
    }

    /**
     * The trust stays, and the origin of a text that stays: an update of metadata must not make an imported text one of the
     * user. A new text has its own origin.
     */
    private NewEpisode changed(Episode episode) {
        Map<String, Object> all = new LinkedHashMap<>(episode.metadata());
        all.putAll(metadata);
        return NewEpisode.of(
                        text == null
                                ? episode.messages()
                                : List.of(changed(episode.messages().get(0), text)))
                .id(episode.id())
                .session(episode.session())
                .occurredAt(at == null ? episode.occurredAt() : at)
                .toolCalls(episode.standaloneToolCalls())
                .metadata(all)
                .origin(text == null ? episode.origin() : null)
                .trust(episode.trust())
                .expiresAt(episode.expiresAt())
                .embedding(text == null ? episode.embedding() : null);
    }

    /** The text of a memory names its parts, so a new text replaces them too. */
    private static Message changed(Message message, String text) {
        return message.withText(text).withParts();
    }

    /** The text replaces the object too: else a reader of triples would see the old one. */
    private NewFact changed(Fact fact) {
        Statement statement = fact.statement() != null
                ? fact.statement().withSentence(text)
                : new Statement(text, Message.USER, StatementKind.STATE, false, List.of(), GroundingClass.SAID, null);
        return NewFact.of(fact.subject(), fact.predicate(), text)
                .id(fact.id())
                .trust(fact.trust())
                .expiresAt(fact.expiresAt())
                .confidence(fact.confidence())
                .validFrom(fact.validFrom())
                .validUntil(fact.statedUntil())
                .sources(fact.ownSources())
                .singleValued(fact.isStatedSingleValued())
                .statement(statement);
    }
}
