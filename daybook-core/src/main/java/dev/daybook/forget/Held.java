package dev.daybook.forget;

import dev.daybook.codec.EntryCodec;
import dev.daybook.data.Block;
import dev.daybook.data.Entry;
import dev.daybook.data.Fact;
import dev.daybook.data.Kind;
import dev.daybook.data.Ref;
import dev.daybook.remember.Citing;
import dev.daybook.remember.Ledger;
import dev.daybook.spi.Key;
import dev.daybook.spi.Put;
import dev.daybook.spi.Stored;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** An entry that is no episode, with all its versions; each may have to go by itself. */
final class Held {

    private final Key key;
    private final List<Version> versions = new ArrayList<>();

    Held(Key key) {
        this.key = key;
    }

    /** One version. It is doomed when it matches what is forgotten, or rests on it. */
    static final class Version {

        private final Stored stored;
        private final Entry entry;
        private final List<Ref> sources;
        private boolean doomed;

        Version(Stored stored) {
            this.stored = stored;
            this.entry = EntryCodec.decode(stored);
            this.sources = Citing.sources(entry);
        }

        Stored stored() {
            return stored;
        }

        Entry entry() {
            return entry;
        }

        List<Ref> sources() {
            return sources;
        }
    }

    /** What becomes of an entry. */
    enum Fate {
        STAYS,
        /** Some versions go, and the newest of the others is put back. */
        LOSES_VERSIONS,
        GOES
    }

    Key key() {
        return key;
    }

    void add(Stored version) {
        versions.add(new Version(version));
    }

    /** The oldest first. */
    List<Version> versions() {
        return versions;
    }

    Version current() {
        return versions.get(versions.size() - 1);
    }

    void doom(Predicate<Version> which) {
        versions.stream().filter(which).forEach(version -> version.doomed = true);
    }

    /**
     * Whether a version begins with the text of an earlier one that goes: an append takes along what stands there. What was
     * said before that one, too, does not come from it.
     */
    boolean goesOnFromDoomed(Version version) {
        List<Version> before = versions.subList(0, versions.indexOf(version));
        return before.stream()
                .filter(each -> each.doomed && !content(each).isBlank())
                .filter(each -> content(version).startsWith(content(each)))
                .anyMatch(each -> before.subList(0, before.indexOf(each)).stream()
                        .noneMatch(good -> !good.doomed && content(good).contains(content(each))));
    }

    private static String content(Version version) {
        return version.entry instanceof Block block ? block.content() : version.entry.text();
    }

    /** The newest version that goes; empty if none does. */
    Optional<Version> newestDoomed() {
        return versions.stream().filter(version -> version.doomed).reduce((earlier, later) -> later);
    }

    /** What the versions that go rest on. */
    List<Ref> doomedSources() {
        return versions.stream()
                .filter(version -> version.doomed)
                .flatMap(version -> version.sources.stream())
                .distinct()
                .toList();
    }

    Fate fate() {
        if (versions.stream().noneMatch(version -> version.doomed)) {
            return Fate.STAYS;
        }
        boolean serves = switch (key.kind()) {
            // Its text is the same in all versions.
            case EPISODE, NOTE -> false;
            // One that was removed must not come back by an earlier version.
            case BLOCK ->
                current().stored.status().equals(Put.LIVE) && versions.stream().anyMatch(version -> !version.doomed);
            case FACT, SUMMARY -> !current().doomed;
        };
        return serves ? Fate.LOSES_VERSIONS : Fate.GOES;
    }

    /** The newest version that rests on nothing forgotten. */
    Version survivor() {
        for (int i = versions.size() - 1; i >= 0; i--) {
            if (!versions.get(i).doomed) {
                return versions.get(i);
            }
        }
        throw new IllegalStateException("all versions of a " + key.kind().label() + " are doomed; nothing serves");
    }

    /** The version from which on the survivor has stood as it does, links and closing dates apart. */
    Version since() {
        Version since = survivor();
        for (int i = versions.indexOf(since) - 1; i >= 0; i--) {
            Version before = versions.get(i);
            if (before.doomed || !isSameText(before.entry, since.entry)) {
                break;
            }
            since = before;
        }
        return since;
    }

    private static boolean isSameText(Entry one, Entry other) {
        if (one instanceof Fact fact && other instanceof Fact same) {
            return fact.statement().equals(same.statement())
                    && fact.confidence() == same.confidence()
                    && fact.validFrom().isEqual(same.validFrom());
        }
        return one.text().equals(other.text());
    }

    /** Whether it was taken back by an undo: its versions stay, it is in no list. */
    boolean isWithdrawn() {
        return current().stored.status().equals(Ledger.WITHDRAWN);
    }

    boolean isA(Kind kind) {
        return key.kind() == kind;
    }
}
