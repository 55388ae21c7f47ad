package dev.daybook.ledger;

import dev.daybook.data.Block;
import dev.daybook.data.Entry;
import dev.daybook.data.Fact;
import dev.daybook.data.Message;
import dev.daybook.data.NewBlock;
import dev.daybook.data.NewFact;
import dev.daybook.data.NewSummary;
import dev.daybook.data.Note;
import dev.daybook.data.Origin;
import dev.daybook.data.Principal;
import dev.daybook.data.Provenance;
import dev.daybook.data.RefusedTextException;
import dev.daybook.data.SpaceSettings;
import dev.daybook.data.Summary;
import dev.daybook.data.ToolCall;
import dev.daybook.data.Trust;
import dev.daybook.extract.SecretScreen;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    public Message screened(Message message) {
        String name = message.name();
        return new Message(
                message.role(),
                name == null ? null : screened("the name of a speaker", name),
                screened("a message", message.text()),
                message.toolCalls().stream().map(this::screened).toList(),
                message.toolCallId());
    }

    public ToolCall screened(ToolCall call) {
        String result = call.result();
        return new ToolCall(
                call.id(),
                call.name(),
                screened("a tool call", call.arguments()),
                result == null ? null : screened("the result of a tool call", result));
    }

    public Map<String, Object> screened(Map<String, Object> metadata) {
        Map<String, Object> screened = new LinkedHashMap<>();
        metadata.forEach((name, value) ->
                screened.put(name, value instanceof String text ? screened("metadata '" + name + "'", text) : value));
        return screened;
    }

    /**
     * Returns a fact with its texts screened.
     *
     * @param place its place in the call
     * @throws dev.daybook.data.ForgottenTextException if its statement was forgotten
     */
    NewFact screened(String place, NewFact fact) {
        NewFact screened = fact.withStatement(
                screened("the subject of a fact", fact.subject()),
                screened("the predicate of a fact", fact.predicate()),
                screened("the object of a fact", fact.object()));
        refused.check(place, String.join(" ", List.of(screened.subject(), screened.predicate(), screened.object())));
        return screened;
    }

    public NewSummary screened(NewSummary summary) {
        return summary.withText(screenedSummary(summary.text()));
    }

    String screenedSummary(String text) {
        String screened = screened("a summary", text);
        refused.check("the summary", screened);
        return screened;
    }

    /**
     * Returns a block with its text screened.
     *
     * @param added the text that this write adds to it
     */
    NewBlock admitted(NewBlock block, String added) {
        NewBlock screened = block.withContent(screened("a block", block.content()));
        refused.check("the block", screened.content());
        refused.check("the block", screened("a block", added));
        return screened;
    }

    /** Returns an exported entry, but no episode, with its stated origin and the key of the import. */
    public Entry imported(Entry entry) {
        if (entry instanceof Block) {
            rules().requireBlockTrust();
        }
        Entry imported = copy(entry, origin(entry.origin()), trust(entry.trust(), entry.origin()));
        String place = entry.kind().label() + " '" + entry.id() + "'";
        RefusedTexts.of(imported).forEach(text -> refused.check(place, text));
        return imported;
    }

    /** Returns a copy with another origin and trust, and screened texts. */
    public Entry copy(Entry entry, Origin origin, Trust trust) {
        Provenance provenance = entry.provenance().statedBy(origin, trust);
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
        return fact.withStatement(
                        screened("the subject of a fact", fact.subject()),
                        screened("the predicate of a fact", fact.predicate()),
                        screened("the object of a fact", fact.object()))
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
                && (messages.stream().anyMatch(WritePolicy::holdsSecret)
                        || calls.stream().anyMatch(WritePolicy::holdsSecret)
                        || metadata.values().stream()
                                .anyMatch(value -> value instanceof String text && SecretScreen.finds(text)));
    }

    private static boolean holdsSecret(Message message) {
        String name = message.name();
        return SecretScreen.finds(message.text())
                || name != null && SecretScreen.finds(name)
                || message.toolCalls().stream().anyMatch(WritePolicy::holdsSecret);
    }

    private static boolean holdsSecret(ToolCall call) {
        String result = call.result();
        return SecretScreen.finds(call.arguments()) || result != null && SecretScreen.finds(result);
    }
}
