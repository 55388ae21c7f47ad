package dev.daybook.internal.remember;

import dev.daybook.internal.audit.AuditTrail;
import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.codec.EpisodeCodec;
import dev.daybook.internal.commit.AuditedCommit;
import dev.daybook.internal.commit.AuditedCommit.AuditedAction;
import dev.daybook.internal.commit.ScopeLocks;
import dev.daybook.internal.expiry.EndedEntries;
import dev.daybook.internal.expiry.EndedEntryException;
import dev.daybook.internal.expiry.EntryEnd;
import dev.daybook.internal.quarantine.QuarantineStates;
import dev.daybook.internal.quarantine.QuarantineStates.QuarantinedEntry;
import dev.daybook.internal.settings.WritePolicy;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Scope;
import dev.daybook.model.SizeLimits;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.spi.IdGenerator;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.ExpectedHead;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes proposed episodes: the episode, under the status that hides it, and its state of the quarantine are in one
 * batch. Writes no term record and no vector; a release makes them as for any entry in quarantine. Thread-safe.
 */
public final class ProposalWriter {

    private final Store store;
    private final Clock clock;
    private final IdGenerator ids;
    private final EpisodeWriter episodes;
    private final AuditedCommit commit;
    private final EndedEntryException.Erasure ended;

    /**
     * @param store the store including quarantined entries
     * @param episodes checks new episodes
     * @param ended erases ended proposals, before others take their ids
     */
    public ProposalWriter(
            Store store,
            Clock clock,
            IdGenerator ids,
            EpisodeWriter episodes,
            ScopeLocks scopeLocks,
            AuditTrail audit,
            EndedEntryException.Erasure ended) {
        this.store = store;
        this.clock = clock;
        this.ids = ids;
        this.episodes = episodes;
        this.commit = new AuditedCommit(store, clock, scopeLocks, audit);
        this.ended = ended;
    }

    /**
     * Writes episodes into quarantine in one batch.
     *
     * @return the ids under which they are stored, in the order of the call
     * @throws IllegalArgumentException if an id was given to another proposal with other content, or too many wait
     */
    public List<String> write(Scope scope, List<NewEpisode> proposed, WritePolicy policy) {
        if (proposed.isEmpty()) {
            return List.of();
        }
        proposed.forEach(episodes::checkWidth);
        EpisodeWriter.checkDistinct(proposed);
        // The number of waiting proposals is decided by entries that the write does not replace.
        return ended.replaced(
                scope, () -> commit.changeOnHead(scope, head -> writeOnce(scope, proposed, policy, head)));
    }

    private List<String> writeOnce(Scope scope, List<NewEpisode> proposed, WritePolicy policy, ExpectedHead head) {
        OffsetDateTime now = OffsetDateTime.now(clock).truncatedTo(ChronoUnit.MICROS);
        ProposalIds own = ProposalIds.of(policy.principal().key());
        String operation = commit.nextOperation(QuarantineStates.PROPOSAL);
        List<String> answer =
                proposed.stream().map(given -> own.id(given.id(), ids)).toList();
        Map<String, StoredEntry> present = present(scope, answer);
        List<EntryPut> puts = new ArrayList<>();
        List<StateChange> states = new ArrayList<>();
        List<EntryKey> over = new ArrayList<>();
        for (int i = 0; i < proposed.size(); i++) {
            NewEpisode given = proposed.get(i);
            EntryKey key = new EntryKey(Kind.EPISODE, answer.get(i));
            Episode draft = EpisodeDraft.complete(given.id(null), now, kind -> key.id(), policy);
            StoredEntry stored = present.get(key.id());
            boolean hasEnded = stored != null && EntryCodec.isExpired(stored, now.toInstant());
            if (stored != null && !hasEnded) {
                requireRepeated(given, draft, EpisodeCodec.decode(stored));
                continue;
            }
            EntryEnd.requireAhead(draft.expiresAt(), now.toInstant());
            if (hasEnded) {
                over.add(key);
                continue;
            }
            puts.add(put(key, draft));
            states.add(QuarantinedEntry.proposed(key, draft.origin().key()).put(operation, now.toInstant()));
        }
        over.addAll(overflowing(scope, own, puts.size(), over, now.toInstant()));
        if (!over.isEmpty()) {
            throw new EndedEntryException(over);
        }
        if (!puts.isEmpty()) {
            List<String> written = puts.stream().map(put -> put.key().id()).toList();
            commit.commit(
                    scope,
                    new AuditedAction(operation, AuditEntry.PROPOSE, now.toInstant(), written),
                    puts,
                    states,
                    head);
        }
        return answer;
    }

    private static EntryPut put(EntryKey key, Episode draft) {
        return new EntryPut(
                key,
                draft.session(),
                draft.occurredAt().toInstant(),
                draft.recordedAt().toInstant(),
                QuarantineStates.STATUS,
                EpisodeCodec.encode(draft),
                Map.of(),
                0);
    }

    private Map<String, StoredEntry> present(Scope scope, List<String> ids) {
        List<EntryKey> keys =
                ids.stream().map(id -> new EntryKey(Kind.EPISODE, id)).toList();
        Map<String, StoredEntry> present = new HashMap<>();
        store.get(scope, keys).forEach(stored -> present.put(stored.key().id(), stored));
        return present;
    }

    /**
     * Checks that a proposal repeats the earlier one of its id. Compares it only with a text of the proposer: the answer
     * must not tell what another writer made of the episode since its release.
     */
    private static void requireRepeated(NewEpisode given, Episode draft, Episode stored) {
        boolean isOwn = Objects.equals(stored.origin().key(), draft.origin().key());
        if (isOwn && !EpisodeDraft.isSame(stored, given, draft)) {
            throw new IllegalArgumentException(
                    "the id '" + given.id() + "' was given to another proposal with other content; use another id");
        }
    }

    /**
     * Checks that there is room for more proposals of a key.
     *
     * @param added the number of proposals under new ids
     * @param replaced the ended proposals that others replace
     * @return further ended proposals to erase first, as many as are in the way: no list shows them to a reviewer
     * @throws IllegalArgumentException if there is no room without them either
     */
    private List<EntryKey> overflowing(Scope scope, ProposalIds own, int added, List<EntryKey> replaced, Instant now) {
        if (added == 0) {
            return List.of();
        }
        Set<EntryKey> others = QuarantineStates.proposals(store, scope, own.prefix())
                .map(QuarantinedEntry::key)
                .collect(Collectors.toCollection(HashSet::new));
        replaced.forEach(others::remove);
        int more = added + replaced.size();
        int excess = others.size() + more - SizeLimits.WAITING_PROPOSALS;
        if (excess <= 0) {
            return List.of();
        }
        List<EntryKey> ended =
                EndedEntries.keys(store, scope, now).filter(others::contains).toList();
        if (ended.size() < excess) {
            throw new IllegalArgumentException("with " + more + " more, " + (others.size() - ended.size() + more)
                    + " proposed episodes of this key would wait in this scope, and at most "
                    + SizeLimits.WAITING_PROPOSALS
                    + " can; propose fewer, or again after a review");
        }
        return ended.subList(0, excess);
    }
}
