package dev.daybook.recall;

import dev.daybook.data.Block;
import dev.daybook.data.Entry;
import dev.daybook.data.Fact;
import dev.daybook.data.Note;
import dev.daybook.data.Ref;
import dev.daybook.data.Scope;
import dev.daybook.data.Summary;
import java.util.List;
import java.util.function.Predicate;

/**
 * A shared entry as its reader may see it: the text, without references to other users. A shared entry may cite every
 * scope of its space, but ids of users, sessions and messages are visible to their own users only.
 */
final class SharedView {

    private final Scope reader;

    SharedView(Scope reader) {
        this.reader = reader;
    }

    /** Returns the entry without references to scopes other than the reader's own and the shared one. */
    Entry of(Entry entry) {
        if (entry instanceof Summary summary) {
            return summary(summary);
        }
        if (entry instanceof Fact fact) {
            return fact(fact);
        }
        if (entry instanceof Note note) {
            return note(note);
        }
        return entry instanceof Block block ? block(block) : entry;
    }

    private List<Ref> own(List<Ref> refs) {
        return refs.stream().filter(this::isOpen).toList();
    }

    private boolean isOpen(Ref ref) {
        return ref.scope() instanceof Scope.Shared || ref.scope().equals(reader);
    }

    private Summary summary(Summary summary) {
        Predicate<Ref> isOwn = ref -> ref.scope().equals(reader);
        // The summary does not store the scope of its session; it is the reader's if all covered entries are.
        boolean isOwnChat =
                !summary.covers().isEmpty() && summary.covers().stream().allMatch(isOwn);
        return new Summary(
                summary.id(),
                summary.position(),
                summary.revision(),
                summary.level(),
                isOwnChat || summary.period() == null ? summary.session() : null,
                summary.period(),
                summary.text(),
                summary.tokens(),
                summary.sourceCount(),
                summary.upTo(),
                summary.lastSourceAt(),
                own(summary.covers()),
                summary.state(),
                summary.method(),
                summary.createdAt(),
                summary.updatedAt(),
                summary.origin(),
                summary.trust());
    }

    private Fact fact(Fact fact) {
        return new Fact(
                fact.id(),
                fact.position(),
                fact.revision(),
                fact.subject(),
                fact.predicate(),
                fact.object(),
                fact.confidence(),
                fact.validFrom(),
                fact.validUntil(),
                fact.supersededBy(),
                fact.recordedAt(),
                own(fact.sources()),
                fact.method(),
                fact.origin(),
                fact.trust());
    }

    private Note note(Note note) {
        return new Note(
                note.id(),
                note.position(),
                note.revision(),
                note.text(),
                note.occurredAt(),
                note.recordedAt(),
                own(note.supersedes()),
                own(note.supersededBy()),
                own(note.sources()),
                note.method(),
                note.origin(),
                note.trust());
    }

    private Block block(Block block) {
        return new Block(
                block.name(),
                block.position(),
                block.revision(),
                block.content(),
                block.order(),
                block.agentWritable(),
                block.maxLength(),
                block.updatedAt(),
                own(block.sources()),
                block.origin(),
                block.trust());
    }
}
