package dev.daybook.internal.ledger;

import dev.daybook.model.Block;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.Note;
import dev.daybook.model.Scope;
import dev.daybook.model.Summary;
import java.util.ArrayList;
import java.util.List;

/** The citations of entries: an entry is erased with any entry it cites. */
public final class EntryCitations {

    private EntryCitations() {}

    /** Returns the sources of an entry's text; empty if it was asserted. */
    public static List<EntryRef> sources(Entry entry) {
        return switch (entry.kind()) {
            case EPISODE -> List.of();
            case BLOCK -> ((Block) entry).sources();
            case FACT -> ((Fact) entry).ownSources();
            case NOTE -> sources((Note) entry);
            case SUMMARY -> ((Summary) entry).covers();
        };
    }

    /** Includes the superseded notes, because their text went into the note. */
    private static List<EntryRef> sources(Note note) {
        List<EntryRef> sources = new ArrayList<>(note.sources());
        sources.addAll(note.supersedes());
        return sources;
    }

    /** Returns whether an entry of a scope may cite another: one of its scope; a shared entry, any of its space. */
    static boolean isWithin(Scope scope, EntryRef ref) {
        return scope instanceof Scope.Shared
                ? ref.scope().space().equals(scope.space())
                : ref.scope().equals(scope);
    }

    /**
     * Checks that an entry cites only its own scope; a shared entry may cite any scope of its space.
     *
     * @throws IllegalArgumentException if it cites another scope
     */
    public static void requireWithin(Scope scope, Entry entry) {
        List<EntryRef> cited = new ArrayList<>(sources(entry));
        if (entry instanceof Note note) {
            cited.addAll(note.supersededBy());
        }
        for (EntryRef ref : cited) {
            if (!isWithin(scope, ref)) {
                throw new IllegalArgumentException(
                        entry.kind().label() + " '" + entry.id() + "' cites '" + ref.id() + "' in "
                                + ref.scope().code() + ", but is in " + scope.code()
                                + "; cite only entries of its own scope");
            }
        }
    }
}
