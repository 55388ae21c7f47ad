package dev.daybook.internal.forget;

import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.ledger.EntryCitations;
import dev.daybook.internal.ledger.EntryLedger;
import dev.daybook.model.Block;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.StoredEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** An entry other than an episode, with all its versions. Each version is marked for erasure by itself. */
final class VersionedEntry {

    private final EntryKey key;
    private final List<Version> versions = new ArrayList<>();

    VersionedEntry(EntryKey key) {
        this.key = key;
    }

    /** A version, marked when it matches the selection or cites an affected entry. */
    static final class Version {

        private final StoredEntry stored;
        private final Entry entry;
        private final List<EntryRef> sources;
        private boolean marked;

        Version(StoredEntry stored) {
            this.stored = stored;
            this.entry = EntryCodec.decode(stored);
            this.sources = EntryCitations.sources(entry);
        }

        StoredEntry stored() {
            return stored;
        }

        Entry entry() {
            return entry;
        }

        List<EntryRef> sources() {
            return sources;
        }
    }

    /** The effect of an erasure on an entry. */
    enum Disposition {
        KEPT,
        /** The marked versions are erased, and the newest other version is put back. */
        LOSES_VERSIONS,
        ERASED
    }

    EntryKey key() {
        return key;
    }

    void add(StoredEntry version) {
        versions.add(new Version(version));
    }

    /** Returns the versions, oldest first. */
    List<Version> versions() {
        return versions;
    }

    Version current() {
        return versions.get(versions.size() - 1);
    }

    void mark(Predicate<Version> which) {
        versions.stream().filter(which).forEach(version -> version.marked = true);
    }

    /**
     * Tests whether a version of a block begins with the text of an earlier marked version, as an append does. Text
     * that stood before the marked version, too, does not come from it.
     */
    boolean appendsToMarked(Version version) {
        List<Version> before = versions.subList(0, versions.indexOf(version));
        return before.stream()
                .filter(each -> each.marked && !content(each).isBlank())
                .filter(each -> content(version).startsWith(content(each)))
                .anyMatch(each -> before.subList(0, before.indexOf(each)).stream()
                        .noneMatch(good -> !good.marked && content(good).contains(content(each))));
    }

    private static String content(Version version) {
        return version.entry instanceof Block block ? block.content() : version.entry.text();
    }

    /** Returns the newest marked version, if any. */
    Optional<Version> newestMarked() {
        return versions.stream().filter(version -> version.marked).reduce((earlier, later) -> later);
    }

    /** Returns the sources of the marked versions. */
    List<EntryRef> markedSources() {
        return versions.stream()
                .filter(version -> version.marked)
                .flatMap(version -> version.sources.stream())
                .distinct()
                .toList();
    }

    Disposition disposition() {
        if (versions.stream().noneMatch(version -> version.marked)) {
            return Disposition.KEPT;
        }
        boolean canStay = switch (key.kind()) {
            // All versions have the same text.
            case EPISODE, NOTE -> false;
            // A removed block must not come back in an earlier version.
            case BLOCK ->
                current().stored.status().equals(EntryPut.LIVE)
                        && versions.stream().anyMatch(version -> !version.marked);
            case FACT, SUMMARY -> !current().marked;
        };
        return canStay ? Disposition.LOSES_VERSIONS : Disposition.ERASED;
    }

    /** Returns the newest version that is not marked. */
    Version survivor() {
        for (int i = versions.size() - 1; i >= 0; i--) {
            if (!versions.get(i).marked) {
                return versions.get(i);
            }
        }
        throw new IllegalStateException(
                "all versions of a " + key.kind().label() + " are marked for erasure; none can be put back");
    }

    /** Returns the first version with the text of the survivor. Links and closing dates may differ. */
    Version unchangedSince() {
        Version unchangedSince = survivor();
        for (int i = versions.indexOf(unchangedSince) - 1; i >= 0; i--) {
            Version before = versions.get(i);
            if (before.marked || !isSameText(before.entry, unchangedSince.entry)) {
                break;
            }
            unchangedSince = before;
        }
        return unchangedSince;
    }

    private static boolean isSameText(Entry one, Entry other) {
        if (one instanceof Fact fact && other instanceof Fact same) {
            return fact.sentence().equals(same.sentence())
                    && fact.confidence() == same.confidence()
                    && fact.validFrom().isEqual(same.validFrom());
        }
        return one.text().equals(other.text());
    }

    /** Tests whether an undo withdrew the entry: its versions stay, no list shows it. */
    boolean isWithdrawn() {
        return current().stored.status().equals(EntryLedger.WITHDRAWN);
    }

    /** Tests whether it is a fact that is not shown because it repeats one of some facts. */
    boolean repeatsAny(Set<String> facts) {
        if (!current().stored.status().equals(EntryLedger.STATED)) {
            return false;
        }
        String repeated = ((Fact) current().entry).supersededBy();
        return repeated != null && facts.contains(repeated);
    }

    boolean isA(Kind kind) {
        return key.kind() == kind;
    }
}
