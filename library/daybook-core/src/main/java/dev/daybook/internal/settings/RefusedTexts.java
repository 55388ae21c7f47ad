package dev.daybook.internal.settings;

import dev.daybook.error.ForgottenTextException;
import dev.daybook.model.Block;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Message;
import dev.daybook.model.Scope;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The texts that a write to one scope must not contain, because they were forgotten there: {@link #NONE} unless the
 * space refuses forgotten texts.
 */
public final class RefusedTexts {

    /** Refuses nothing. */
    public static final RefusedTexts NONE = new RefusedTexts(null, null, Set.of());

    private final @Nullable RefusalKey key;
    private final @Nullable Scope scope;
    private final Set<TextHash> hashes;

    private RefusedTexts(@Nullable RefusalKey key, @Nullable Scope scope, Set<TextHash> hashes) {
        this.key = key;
        this.scope = scope;
        this.hashes = hashes;
    }

    static RefusedTexts of(RefusalKey key, Scope scope, Set<TextHash> hashes) {
        return hashes.isEmpty() ? NONE : new RefusedTexts(key, scope, hashes);
    }

    /** Returns the texts of an entry that a refusal is about: what was said, shown or stated, without names and metadata. */
    public static Stream<String> of(Entry entry) {
        return switch (entry.kind()) {
            case EPISODE -> ((Episode) entry).messages().stream().flatMap(RefusedTexts::of);
            case BLOCK -> Stream.of(((Block) entry).content());
            case FACT ->
                Stream.of(((Fact) entry).triple(), ((Fact) entry).sentence()).distinct();
            case NOTE, SUMMARY -> Stream.of(entry.text());
        };
    }

    /** Returns the text and the captions of a message. */
    public static Stream<String> of(Message message) {
        return Stream.concat(
                Stream.of(message.text()), message.parts().stream().flatMap(part -> Stream.ofNullable(part.caption())));
    }

    /**
     * Checks a text that is about to be written.
     *
     * @param place the place of the text in the call, for the message
     * @throws ForgottenTextException if it was forgotten
     */
    public void check(String place, String text) {
        if (key != null
                && scope != null
                && key.hash(scope, text).filter(hashes::contains).isPresent()) {
            throw new ForgottenTextException(place + " has a text that was forgotten here, and the space refuses"
                    + " forgotten texts; leave it out, or set 'refuseForgotten' to false, which deletes the hashes of"
                    + " all forgotten texts of the space");
        }
    }
}
