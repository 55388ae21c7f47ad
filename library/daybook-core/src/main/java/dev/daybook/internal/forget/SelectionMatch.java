package dev.daybook.internal.forget;

import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.model.Origin;
import dev.daybook.query.Selection;
import dev.daybook.store.StoredEntry;

/** Tests versions of entries against the conditions of a selection. */
final class SelectionMatch {

    private SelectionMatch() {}

    static boolean matches(Selection selection, StoredEntry episode) {
        return !(selection instanceof Selection.Matching matching) || matches(matching, episode);
    }

    /**
     * Tests a version of a derived or asserted entry. A derived entry has the age of its sources, so a time selects it
     * only through them, unless its id is given.
     */
    static boolean matches(Selection selection, VersionedEntry.Version version) {
        return !(selection instanceof Selection.Matching matching) || matches(matching, version);
    }

    private static boolean matches(Selection.Matching selection, StoredEntry episode) {
        return matchesIdentity(selection, episode)
                && (selection.before() == null || episode.time().isBefore(selection.before()))
                && isSince(selection, episode)
                && (!hasOriginCondition(selection)
                        || isFrom(selection, EntryCodec.decode(episode).origin()));
    }

    private static boolean matches(Selection.Matching selection, VersionedEntry.Version version) {
        boolean asserted = version.sources().isEmpty() || !selection.ids().isEmpty();
        return matchesIdentity(selection, version.stored())
                && (selection.before() == null
                        || asserted && version.entry().recordedAt().toInstant().isBefore(selection.before()))
                && (selection.since() == null || isWritten(selection, version) && isSince(selection, version.stored()))
                && isFrom(selection, version.entry().origin());
    }

    /**
     * Tests whether a version was written by a caller. Derived entries are selected through their sources, unless the
     * selection names an id or an origin. The label "derived" is trusted only if the entry has sources and came in
     * without a key, since any caller may write that label.
     */
    private static boolean isWritten(Selection.Matching selection, VersionedEntry.Version version) {
        Origin origin = version.entry().origin();
        return !selection.ids().isEmpty()
                || hasOriginCondition(selection)
                || origin.source() != Origin.Source.DERIVATION
                || origin.key() != null
                || version.sources().isEmpty();
    }

    private static boolean isSince(Selection.Matching selection, StoredEntry stored) {
        return selection.since() == null || !stored.recorded().isBefore(selection.since());
    }

    static boolean hasOriginCondition(Selection selection) {
        return selection instanceof Selection.Matching matching && hasOriginCondition(matching);
    }

    private static boolean hasOriginCondition(Selection.Matching selection) {
        return selection.writer() != null || selection.source() != null || selection.key() != null;
    }

    private static boolean isFrom(Selection.Matching selection, Origin origin) {
        return (selection.writer() == null || selection.writer().equals(origin.writer()))
                && (selection.source() == null || selection.source() == origin.source())
                && (selection.key() == null || selection.key().equals(origin.key()));
    }

    private static boolean matchesIdentity(Selection.Matching selection, StoredEntry stored) {
        return (selection.session() == null || selection.session().equals(stored.session()))
                && (selection.kind() == null || selection.kind() == stored.key().kind())
                && (selection.ids().isEmpty()
                        || selection.ids().contains(stored.key().id()));
    }
}
