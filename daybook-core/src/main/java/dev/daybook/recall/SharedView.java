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
 * What a user sees of an entry that is shared: its text, and no more of other users than that says. What is shared may
 * cite every scope of its space; ids of users, of their conversations and of what they said are theirs.
 */
final class SharedView {

    private final Scope reader;

    SharedView(Scope reader) {
        this.reader = reader;
    }

    /** The entry without what it cites of scopes that are neither the reader's nor shared. */
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

    private List<Ref> own(List<Ref> refs) {
        return refs.stream().filter(this::isOpen).toList();
    }

    private boolean isOpen(Ref ref) {
        return ref.scope() instanceof Scope.Shared || ref.scope().equals(reader);
    }

    private Summary summary(Summary summary) {
        Predicate<Ref> isOwn = ref -> ref.scope().equals(reader);
        // A conversation has no scope of its own here: it is the reader's if all that is covered is.
        boolean isOwnChat =
                !summary.covers().isEmpty() && summary.covers().stream().allMatch(isOwn);
        return summary.withSession(isOwnChat || summary.period() == null ? summary.session() : null)
                .withCovers(own(summary.covers()));
    }

    private Note note(Note note) {
        return note.withSupersedes(own(note.supersedes()))
                .withSupersededBy(own(note.supersededBy()))
                .withSources(own(note.sources()));
    }
}
