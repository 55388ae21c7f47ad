package dev.daybook.internal.settings;

import dev.daybook.access.Principal;
import dev.daybook.error.RefusedTextException;
import dev.daybook.internal.secrets.SecretScreen;
import dev.daybook.model.Block;
import dev.daybook.model.Entry;
import dev.daybook.model.Fact;
import dev.daybook.model.MediaPart;
import dev.daybook.model.Message;
import dev.daybook.model.NewBlock;
import dev.daybook.model.NewFact;
import dev.daybook.model.NewSummary;
import dev.daybook.model.Note;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Statement;
import dev.daybook.model.Summary;
import dev.daybook.model.ToolCall;
import dev.daybook.model.Trust;
import dev.daybook.query.SpaceSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a write for all kinds: the writer's key, the treatment of secrets and the refused texts. The only place
 * that stamps origins, bounds trust and screens texts.
 */
public record WritePolicy(Principal principal, SpaceSettings.Secrets secrets, RefusedTexts refused) {

    /** The policy of derived entries: their sources were screened when they were written. */
    public static final WritePolicy DERIVED =
            new WritePolicy(Principal.OWNER, SpaceSettings.Secrets.MARK, RefusedTexts.NONE);

    /** Returns the rules for what the writer may replace. */
    public AccessRules rules() {
        return new AccessRules(principal);
    }

    public Origin origin(Origin stated) {
        name("the writer of an entry", stated.writer());
        return principal.key() == null ? stated : stated.withKey(principal.key());
    }

    public Trust trust(@Nullable Trust stated, Origin origin) {
        return principal.atMost().least(stated == null ? origin.source().trust() : stated);
    }

    /**
     * Returns a text as it may be stored.
     *
     * @throws RefusedTextException if it looks like a secret and the space rejects secrets
     */
    public String screened(String what, String text) {
        if (secrets == SpaceSettings.Secrets.REJECT && SecretScreen.finds(text)) {
            throw refusal(what);
        }
        return secrets == SpaceSettings.Secrets.REDACT ? SecretScreen.redact(text) : text;
    }

    static RefusedTextException refusal(String what) {
        return new RefusedTextException(
                what + " looks like it holds a password or a key, and the space rejects secrets; remove it or set"
                        + " 'secrets' to mark or redact");
    }

    /**
     * Returns an id or a name as it may be stored, which is as it is: redacted it would name something else.
     *
     * @throws RefusedTextException if it looks like a key and the space rejects or redacts secrets
     */
    public <T extends @Nullable String> T name(String what, T name) {
        if (name != null && secrets != SpaceSettings.Secrets.MARK && SecretScreen.findsKey(name)) {
            throw new RefusedTextException(what + " looks like it holds a password or a key, and the space "
                    + (secrets == SpaceSettings.Secrets.REJECT ? "rejects" : "redacts")
                    + " secrets; use another id or name");
        }
        return name;
    }

    public Message screened(Message message) {
        return new Message(
                message.role(),
                optional("the name of a speaker", message.name()),
                screened("a message", message.text()),
                message.toolCalls().stream().map(this::screened).toList(),
                name("the id of a tool call", message.toolCallId()),
                message.parts().stream().map(this::screened).toList());
    }

    private MediaPart screened(MediaPart part) {
        return new MediaPart(
                part.type(),
                part.mediaType(),
                optional("the uri of a part", part.uri()),
                optional("the name of a part", part.name()),
                part.size(),
                part.sha256(),
                optional("the caption of a part", part.caption()));
    }

    private @Nullable String optional(String what, @Nullable String text) {
        return text == null ? null : screened(what, text);
    }

    public ToolCall screened(ToolCall call) {
        return new ToolCall(
                name("the id of a tool call", call.id()),
                name("the name of a tool", call.name()),
                screened("a tool call", call.arguments()),
                optional("the result of a tool call", call.result()));
    }

    public Map<String, Object> screened(Map<String, Object> metadata) {
        Map<String, Object> screened = new LinkedHashMap<>();
        metadata.forEach((name, value) -> screened.put(
                name("a name of metadata", name),
                value instanceof String text ? screened("metadata '" + name + "'", text) : value));
        return screened;
    }

    /**
     * Returns a fact with its texts screened.
     *
     * @param place its place in the call
     * @throws dev.daybook.error.ForgottenTextException if its statement was forgotten
     */
    public NewFact screened(String place, NewFact fact) {
        NewFact screened = fact.subject(screened("the subject of a fact", fact.subject()))
                .predicate(screened("the predicate of a fact", fact.predicate()))
                .object(screened("the object of a fact", fact.object()))
                .statement(screened(fact.statement()));
        name("the id of a fact", fact.id());
        refused.check(place, String.join(" ", List.of(screened.subject(), screened.predicate(), screened.object())));
        Statement statement = screened.statement();
        if (statement != null) {
            refused.check(place, statement.sentence());
        }
        return screened;
    }

    private @Nullable Statement screened(@Nullable Statement statement) {
        return statement == null
                ? null
                : statement.withSentence(screened("the sentence of a fact", statement.sentence()));
    }

    public NewSummary screened(NewSummary summary) {
        return summary.text(screenedSummary(summary.text()));
    }

    public String screenedSummary(String text) {
        String screened = screened("a summary", text);
        refused.check("the summary", screened);
        return screened;
    }

    /**
     * Returns a block with its text screened.
     *
     * @param added the text that this write adds to it
     */
    public NewBlock admitted(NewBlock block, String added) {
        name("the name of a block", block.name());
        NewBlock screened = block.content(screened("a block", block.content()));
        refused.check("the block", screened.content());
        refused.check("the block", screened("a block", added));
        return screened;
    }

    /** Returns an exported entry, but no episode, with its stated origin and the key of the import. */
    public Entry imported(Entry entry) {
        if (entry instanceof Block) {
            rules().requireBlockTrust();
        }
        name("the id of an entry", entry.id());
        Entry imported = copy(entry, origin(entry.origin()), trust(entry.trust(), entry.origin()));
        String place = entry.kind().label() + " '" + entry.id() + "'";
        RefusedTexts.of(imported).forEach(text -> refused.check(place, text));
        return imported;
    }

    /** Returns a copy with another origin and trust, and screened texts. */
    public Entry copy(Entry entry, Origin origin, Trust trust) {
        Provenance provenance = entry.provenance().by(origin, trust);
        if (entry instanceof Block block) {
            return copy(block, provenance);
        }
        if (entry instanceof Fact fact) {
            return copy(fact, provenance);
        }
        if (entry instanceof Note note) {
            return copy(note, provenance);
        }
        return entry instanceof Summary summary ? copy(summary, provenance) : entry;
    }

    private Block copy(Block block, Provenance provenance) {
        return block.withContent(screened("a block", block.content())).withProvenance(provenance);
    }

    private Fact copy(Fact fact, Provenance provenance) {
        return fact.withTriple(
                        screened("the subject of a fact", fact.subject()),
                        screened("the predicate of a fact", fact.predicate()),
                        screened("the object of a fact", fact.object()))
                .withStatement(screened(fact.statement()))
                .withProvenance(provenance);
    }

    private Note copy(Note note, Provenance provenance) {
        return note.withText(screened("a note", note.text())).withProvenance(provenance);
    }

    private Summary copy(Summary summary, Provenance provenance) {
        String text = screened("a summary", summary.text());
        return summary.saying(text, summary.tokens(), summary.method(), summary.updatedAt())
                .withProvenance(provenance);
    }

    /**
     * Tests whether a screened text looks like a secret that is only marked: it is stored, but not shown outside its
     * scope. A space that rejects secrets has none, so its texts are not screened again.
     */
    public boolean isSensitive(List<Message> messages, List<ToolCall> calls, Map<String, Object> metadata) {
        return secrets != SpaceSettings.Secrets.REJECT
                && (metadata.keySet().stream().anyMatch(SecretScreen::findsKey)
                        || messages.stream().anyMatch(WritePolicy::holdsSecret)
                        || calls.stream().anyMatch(WritePolicy::holdsSecret)
                        || metadata.values().stream()
                                .anyMatch(value -> value instanceof String text && SecretScreen.finds(text)));
    }

    private static boolean holdsSecret(Message message) {
        String name = message.name();
        String call = message.toolCallId();
        return SecretScreen.finds(message.text())
                || call != null && SecretScreen.findsKey(call)
                || name != null && SecretScreen.finds(name)
                || message.toolCalls().stream().anyMatch(WritePolicy::holdsSecret)
                || message.parts().stream()
                        .flatMap(part -> Stream.of(part.uri(), part.name(), part.caption()))
                        .anyMatch(text -> text != null && SecretScreen.finds(text));
    }

    private static boolean holdsSecret(ToolCall call) {
        String result = call.result();
        String id = call.id();
        return SecretScreen.finds(call.arguments())
                || SecretScreen.findsKey(call.name())
                || id != null && SecretScreen.findsKey(id)
                || result != null && SecretScreen.finds(result);
    }
}
