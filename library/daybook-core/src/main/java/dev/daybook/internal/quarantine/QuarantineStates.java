package dev.daybook.internal.quarantine;

import dev.daybook.internal.codec.ByteReader;
import dev.daybook.internal.codec.ByteWriter;
import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.settings.AccessRules;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Entry;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Trust;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.IndexRow;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The quarantined entries of a scope, one state for each. An episode stays in the store under a status that hides it,
 * so that it keeps its place in the session; its state records the operation. If the episode is there in another
 * version, because an earlier one came back or a writer of more trust took its id, the state holds the hidden version.
 * Any other entry is erased from the store, because entries it had ended or replaced must show no trace of it; its state
 * holds the entry.
 */
public final class QuarantineStates {

    /**
     * The beginning of the id of an operation that wrote its episodes into quarantine. The id tells it, and no other form
     * of the state, so that earlier versions read, list and release proposals as any quarantine.
     */
    public static final String PROPOSAL = "proposal_";

    /** The beginning of the id of every proposed episode. */
    public static final String PROPOSED_ID = "proposal_";

    /** The status of a quarantined episode. */
    public static final String STATUS = "quarantined";

    private static final String PREFIX = "quarantine/";
    private static final int PLAIN = 1;

    /** With the first hidden revision, which only an episode with a hidden version has. */
    private static final int WITH_VERSIONS = 2;

    private QuarantineStates() {}

    /** Tests whether a version is quarantined. */
    public static boolean isIn(StoredEntry stored) {
        return stored.status().equals(STATUS);
    }

    /** Returns the exception for a write under the id of a quarantined entry. */
    public static IllegalArgumentException refusal(EntryKey key) {
        return new IllegalArgumentException(key.kind().label() + " '" + key.id()
                + "' is in quarantine; release or forget it first, or use another id");
    }

    /**
     * Checks a write under the id of an entry of which a version is quarantined.
     *
     * @param trust the trust of the write
     * @throws IllegalArgumentException if the write may not take the id over
     */
    public static void requireFree(Store store, Scope scope, EntryKey key, Trust trust) {
        boolean isTaken = of(store, scope, key).stream()
                .flatMap(kept -> kept.entry().stream())
                .anyMatch(entry -> !AccessRules.takesOver(trust, entry.trust()));
        if (isTaken) {
            throw refusal(key);
        }
    }

    /**
     * A quarantined entry.
     *
     * @param operation the operation of the quarantine
     * @param at the time of the quarantine
     * @param isLink whether the entry itself stays, but was ended or replaced by a quarantined one
     * @param version the entry in its former version; null for an episode whose current version is hidden
     * @param since the body put in its place by the quarantine, to detect later writes; null: none. The state of a waiting
     *     proposal, in whose place nothing is put, has the id of the proposer's key here: a list reads no episode, and
     *     earlier versions pass it over
     * @param hiddenFrom the revision of the first hidden version of an episode; the last is {@code version}
     */
    public record QuarantinedEntry(
            String operation,
            Instant at,
            EntryKey key,
            boolean isLink,
            @Nullable StoredEntry version,
            @Nullable Blob since,
            long hiddenFrom) {

        /** Creates the state of an episode. */
        public static QuarantinedEntry episode(EntryKey key) {
            return new QuarantinedEntry("", Instant.EPOCH, key, false, null, null, 0);
        }

        /** Creates the state of a proposed episode. */
        public static QuarantinedEntry proposed(EntryKey key, @Nullable String proposer) {
            Blob since = proposer == null ? null : Blob.of(proposer);
            return new QuarantinedEntry("", Instant.EPOCH, key, false, null, since, 0);
        }

        /** Creates the state of an episode of which an earlier version comes back. */
        public static QuarantinedEntry versions(StoredEntry version, Blob since, long hiddenFrom) {
            return new QuarantinedEntry("", Instant.EPOCH, version.key(), false, version, since, hiddenFrom);
        }

        /** Creates the state of another entry. */
        public static QuarantinedEntry entry(StoredEntry version, @Nullable Blob since) {
            return new QuarantinedEntry("", Instant.EPOCH, version.key(), false, version, since, 0);
        }

        /** Creates the state of an entry that was ended or replaced by a quarantined one. */
        public static QuarantinedEntry link(StoredEntry version, Blob since) {
            return new QuarantinedEntry("", Instant.EPOCH, version.key(), true, version, since, 0);
        }

        /** Returns the change that stores the state. */
        public StateChange put(String operation, Instant at) {
            QuarantinedEntry there = new QuarantinedEntry(operation, at, key, isLink, version, since, hiddenFrom);
            return new StateChange(there.name(), EntryPut.ANY, there.encode());
        }

        /** Returns the change that removes the state. */
        public StateChange removal() {
            return new StateChange(name(), EntryPut.ANY, null);
        }

        /** Returns the name of the state. */
        public String name() {
            return prefix(key) + operation + (isLink ? "/link" : "");
        }

        /** Tests whether a version of an episode is hidden, although the episode is there. */
        boolean hides(StoredEntry stored) {
            return version != null
                    && key.kind() == Kind.EPISODE
                    && key.equals(stored.key())
                    && stored.contentRevision() >= hiddenFrom
                    && stored.contentRevision() <= version.contentRevision();
        }

        /** Tests whether the entry is counted by its state, since it is not in the store in any version. */
        public boolean isOnlyState() {
            return !isLink && version != null && key.kind() != Kind.EPISODE;
        }

        /** Tests whether the entry was proposed, and never was anywhere but in quarantine. */
        public boolean isProposal() {
            return operation.startsWith(PROPOSAL);
        }

        /** Returns the id of the key that proposed the entry; null if none did. */
        public @Nullable String proposer() {
            if (!isProposal()) {
                return null;
            }
            if (version != null) {
                return EntryCodec.decode(version).origin().key();
            }
            return since == null ? null : since.text();
        }

        /** Returns the former entry; empty if it is in the store. */
        public Optional<Entry> entry() {
            return Optional.ofNullable(version).map(EntryCodec::decode);
        }

        private Blob encode() {
            ByteWriter out = new ByteWriter()
                    .octet(hiddenFrom == 0 ? PLAIN : WITH_VERSIONS)
                    .text(operation)
                    .text(at.toString())
                    .text(key.kind().label())
                    .text(key.id())
                    .octet(isLink ? 1 : 0)
                    .octet(version == null ? 0 : 1);
            if (version != null) {
                out.number(version.position())
                        .number(version.contentRevision())
                        .optionalText(version.session())
                        .text(version.time().toString())
                        .text(version.recorded().toString())
                        .text(version.status())
                        .bytes(version.body());
            }
            out.octet(since == null ? 0 : 1);
            if (since != null) {
                out.bytes(since);
            }
            return hiddenFrom == 0 ? out.toBlob() : out.number(hiddenFrom).toBlob();
        }

        private static QuarantinedEntry decode(ScopeState state) {
            return ByteReader.decode(state.bytes(), in -> read(in));
        }

        private static QuarantinedEntry read(ByteReader in) {
            int form = in.octet();
            if (form != PLAIN && form != WITH_VERSIONS) {
                throw ByteReader.damaged("a quarantined entry has an unknown form");
            }
            String operation = in.text();
            Instant at = Instant.parse(in.text());
            EntryKey key = new EntryKey(Kind.of(in.text()), in.text());
            boolean isLink = in.octet() == 1;
            StoredEntry version = in.octet() == 0
                    ? null
                    : new StoredEntry(
                            key,
                            in.number(),
                            in.number(),
                            in.optionalText(),
                            Instant.parse(in.text()),
                            Instant.parse(in.text()),
                            in.text(),
                            in.bytes());
            Blob since = in.octet() == 0 ? null : in.bytes();
            return new QuarantinedEntry(operation, at, key, isLink, version, since, form == PLAIN ? 0 : in.number());
        }
    }

    /**
     * Returns the change for a write under the id of a hidden episode: its versions stay hidden until a release, which
     * leaves the write.
     *
     * @param trust the trust of the write
     * @throws IllegalArgumentException if the write may not take the id over
     */
    public static StateChange takenOver(Store store, Scope scope, StoredEntry hidden, Trust trust) {
        QuarantinedEntry kept = of(store, scope, hidden.key()).stream()
                .filter(each -> each.version() == null)
                .findFirst()
                .filter(each ->
                        AccessRules.takesOver(trust, EntryCodec.decode(hidden).trust()))
                .orElseThrow(() -> refusal(hidden.key()));
        return new QuarantinedEntry(kept.operation(), kept.at(), kept.key(), false, hidden, null, 1)
                .put(kept.operation(), kept.at());
    }

    /** Returns a test for versions of episodes that are hidden, although the episodes are there. */
    public static Predicate<StoredEntry> hiddenVersions(Store store, Scope scope) {
        if (isEmpty(store, scope)) {
            return stored -> false;
        }
        Map<EntryKey, List<QuarantinedEntry>> hiding = startingWith(store, scope, PREFIX + Kind.EPISODE.label() + "/")
                .filter(kept -> kept.version() != null)
                .collect(Collectors.groupingBy(QuarantinedEntry::key));
        return stored -> hiding.getOrDefault(stored.key(), List.of()).stream().anyMatch(kept -> kept.hides(stored));
    }

    /** Streams all quarantined entries of a scope, including links. */
    public static Stream<QuarantinedEntry> all(Store store, Scope scope) {
        return startingWith(store, scope, PREFIX);
    }

    /** Returns the quarantined versions of an entry, by operation; only a block has more than one. */
    public static List<QuarantinedEntry> of(Store store, Scope scope, EntryKey key) {
        return startingWith(store, scope, prefix(key))
                // An id may be a prefix of another.
                .filter(kept -> kept.key().equals(key) && !kept.isLink())
                .toList();
    }

    /** Tests cheaply whether a scope has no quarantined entries. */
    public static boolean isEmpty(Store store, Scope scope) {
        return store.states(scope, PREFIX, null, 1).items().isEmpty();
    }

    /** Tests without a read whether a row may be that of a proposal that waits for a review. */
    public static boolean mayBeProposal(IndexRow row) {
        return row.status().equals(STATUS) && row.key().id().startsWith(PROPOSED_ID);
    }

    /**
     * Streams the proposals that wait for a review among the episodes whose ids begin alike. One that a writer took over has
     * a version.
     *
     * @param ids the beginning of the ids; {@link #PROPOSED_ID}: all
     */
    public static Stream<QuarantinedEntry> proposals(Store store, Scope scope, String ids) {
        return startingWith(store, scope, PREFIX + Kind.EPISODE.label() + "/" + ids)
                .filter(QuarantinedEntry::isProposal);
    }

    /** Returns a test for versions that never were anywhere but in a proposal that waits for a review. */
    public static Predicate<StoredEntry> proposedVersions(Store store, Scope scope) {
        Map<EntryKey, List<QuarantinedEntry>> waiting =
                proposals(store, scope, PROPOSED_ID).collect(Collectors.groupingBy(QuarantinedEntry::key));
        return stored -> isIn(stored)
                && waiting.getOrDefault(stored.key(), List.of()).stream()
                        // Of one that was taken over, and hidden later, the later version is no proposal.
                        .anyMatch(kept -> kept.version() == null || kept.hides(stored));
    }

    /** Returns the ids of the quarantined episodes. */
    public static Set<String> episodes(Store store, Scope scope) {
        return startingWith(store, scope, PREFIX + Kind.EPISODE.label() + "/")
                .filter(kept -> kept.version() == null)
                .map(kept -> kept.key().id())
                .collect(Collectors.toSet());
    }

    private static String prefix(EntryKey key) {
        return PREFIX + key.kind().label() + "/" + key.id() + "/";
    }

    private static Stream<QuarantinedEntry> startingWith(Store store, Scope scope, String prefix) {
        return PagedReads.all(cursor -> store.states(scope, prefix, cursor, PagedReads.SIZE))
                .map(QuarantinedEntry::decode);
    }
}
