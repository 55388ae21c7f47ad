package dev.daybook.internal.recall;

import dev.daybook.internal.scopes.ReadScopes;
import dev.daybook.model.Block;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.Note;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.Summary;
import java.util.List;
import java.util.function.Predicate;

/**
 * The entries of several scopes as their reader may see them. A shared entry may cite every scope of its space, but ids
 * of users, sessions and messages are visible to those only who read their scopes: others get the text without references.
 */
final class ReaderView {

    private final ReadScopes scopes;

    ReaderView(ReadScopes scopes) {
        this.scopes = scopes;
    }

    /**
     * Returns an entry of one of the scopes as the reader sees it: without references to other scopes, and with the trust
     * that its scope is bounded to.
     */
    Entry of(Scope owner, Entry entry) {
        Provenance provenance = entry.provenance().atMost(scopes.atMost(owner));
        Entry bounded = provenance.equals(entry.provenance()) ? entry : entry.withProvenance(provenance);
        return owner.equals(scopes.own()) ? bounded : withoutForeignReferences(bounded);
    }

    private Entry withoutForeignReferences(Entry entry) {
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
        return scopes.reads(ref.scope());
    }

    private Summary summary(Summary summary) {
        Predicate<EntryRef> isOwn = ref -> isOpen(ref) && !(ref.scope() instanceof Scope.Shared);
        // The summary does not store the scope of its session; it is one of the reader's if those of all covered
        // entries are.
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
