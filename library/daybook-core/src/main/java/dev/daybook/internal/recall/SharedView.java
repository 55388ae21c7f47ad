package dev.daybook.internal.recall;

import dev.daybook.model.Block;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.Note;
import dev.daybook.model.Scope;
import dev.daybook.model.Summary;
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
            return fact.withSources(own(fact.sources()));
        }
        if (entry instanceof Note note) {
            return note(note);
        }
        return entry instanceof Block block ? block.withSources(own(block.sources())) : entry;
    }

    private List<EntryRef> own(List<EntryRef> refs) {
        return refs.stream().filter(this::isOpen).toList();
    }

    private boolean isOpen(EntryRef ref) {
        return ref.scope() instanceof Scope.Shared || ref.scope().equals(reader);
    }

    private Summary summary(Summary summary) {
        Predicate<EntryRef> isOwn = ref -> ref.scope().equals(reader);
        // The summary does not store the scope of its session; it is the reader's if all covered entries are.
        boolean isOwnSession =
                !summary.covers().isEmpty() && summary.covers().stream().allMatch(isOwn);
        return summary.withSession(isOwnSession || summary.period() == null ? summary.session() : null)
                .withCovers(own(summary.covers()));
    }

    private Note note(Note note) {
        return note.withSupersedes(own(note.supersedes()))
                .withSupersededBy(own(note.supersededBy()))
                .withSources(own(note.sources()));
    }
}
