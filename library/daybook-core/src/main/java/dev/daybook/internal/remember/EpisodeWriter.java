package dev.daybook.internal.remember;

import dev.daybook.internal.audit.AuditTrail;
import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.codec.EntryVectors;
import dev.daybook.internal.codec.EpisodeCodec;
import dev.daybook.internal.codec.VectorCodec;
import dev.daybook.internal.codec.VectorWatermarks;
import dev.daybook.internal.commit.AuditedCommit;
import dev.daybook.internal.commit.AuditedCommit.AuditedAction;
import dev.daybook.internal.commit.ScopeLocks;
import dev.daybook.internal.expiry.EndedEntryException;
import dev.daybook.internal.expiry.EntryEnd;
import dev.daybook.internal.ledger.WriteReceipts;
import dev.daybook.internal.quarantine.QuarantineStates;
import dev.daybook.internal.settings.RefusedTexts;
import dev.daybook.internal.settings.WritePolicy;
import dev.daybook.internal.words.TermRecord;
import dev.daybook.model.Embedding;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Scope;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.VersionCondition;
import dev.daybook.spi.Embedder;
import dev.daybook.spi.IdGenerator;
import dev.daybook.store.Blob;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.ExpectedHead;
import dev.daybook.store.Head;
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
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes episodes: completes and screens them, creates their term records and commits them in one batch. Calls no
 * model. Thread-safe.
 */
public final class EpisodeWriter {

    private final Store store;
    private final boolean isConditional;
    private final Clock clock;
    private final IdGenerator ids;
    private final @Nullable Embedder embedder;
    private final FirstWatermark firstWatermark;
    private final WriteReceipts receipts;
    private final AuditedCommit commit;
    private final EndedEntryException.Erasure ended;

    /**
     * @param firstWatermark asked before each write of episodes that all have vectors
     * @param ended erases ended episodes, before others take their ids
     */
    public EpisodeWriter(
            Store store,
            Clock clock,
            IdGenerator ids,
            @Nullable Embedder embedder,
            FirstWatermark firstWatermark,
            ScopeLocks scopeLocks,
            AuditTrail audit,
            EndedEntryException.Erasure ended) {
        this.ended = ended;
        this.store = store;
        this.isConditional = store.guarantees().conditional();
        this.clock = clock;
        this.ids = ids;
        this.embedder = embedder;
        this.firstWatermark = firstWatermark;
        this.receipts = new WriteReceipts(store, embedder);
        this.commit = new AuditedCommit(store, clock, scopeLocks, audit);
    }

    /**
     * Writes episodes in one batch; the receipts have the same order.
     *
     * @param condition the condition on the present version of each
     */
    public WrittenEpisodes write(
            Scope scope, List<NewEpisode> episodes, WritePolicy policy, VersionCondition condition) {
        if (episodes.isEmpty()) {
            return new WrittenEpisodes(List.of(), 0, 0, true, false);
        }
        episodes.forEach(this::checkWidth);
        checkDistinct(episodes);
        if (episodes.stream().allMatch(episode -> episode.id() == null)) {
            return commit.change(scope, () -> writeOnce(scope, episodes, policy, condition, Map.of()));
        }
        // One of many episodes with ids is likely to be there: a client writes a whole conversation again.
        Optional<WrittenEpisodes> fresh = episodes.size() > 1
                ? Optional.empty()
                : commit.changeUnread(() -> writeOnce(scope, episodes, policy, condition, Map.of()));
        return fresh.orElseGet(() -> ended.replaced(
                scope,
                () -> commit.changeLocked(
                        scope, () -> writeOnce(scope, episodes, policy, condition, present(scope, episodes)))));
    }

    /** Returns an episode as it would be written under a new id, or throws what a write would throw. Writes nothing. */
    public Episode draft(NewEpisode given, WritePolicy policy) {
        checkWidth(given);
        OffsetDateTime now = OffsetDateTime.now(clock).truncatedTo(ChronoUnit.MICROS);
        Episode draft = EpisodeDraft.complete(given.id(null), now, ids, policy);
        EntryEnd.requireAhead(draft.expiresAt(), now.toInstant());
        checkForgotten(given.id(null), draft, "", policy);
        return draft;
    }

    /** @param present the stored episodes under the ids of the call */
    private WrittenEpisodes writeOnce(
            Scope scope,
            List<NewEpisode> episodes,
            WritePolicy policy,
            VersionCondition condition,
            Map<String, StoredEntry> present) {
        OffsetDateTime now = OffsetDateTime.now(clock).truncatedTo(ChronoUnit.MICROS);
        IdGenerator fresh = idsBeside(suppliedIds(episodes));
        List<Receipt> answers = new ArrayList<>();
        List<EntryPut> puts = new ArrayList<>();
        List<StateChange> states = new ArrayList<>();
        List<EntryKey> replaced = new ArrayList<>();
        for (int i = 0; i < episodes.size(); i++) {
            NewEpisode given = episodes.get(i);
            Episode draft = EpisodeDraft.complete(given, now, fresh, policy);
            StoredEntry stored = present.get(draft.id());
            boolean hasEnded = stored != null && EntryCodec.isExpired(stored, now.toInstant());
            condition.require("episode '" + draft.id() + "'", hasEnded ? 0 : version(stored));
            if (stored != null && isRepeated(stored, hasEnded, given, draft)) {
                answers.add(receipts.of(draft.id(), stored.position(), stored.contentRevision()));
                continue;
            }
            EntryEnd.requireAhead(draft.expiresAt(), now.toInstant());
            if (hasEnded) {
                replaced.add(new EntryKey(Kind.EPISODE, draft.id()));
                continue;
            }
            if (stored != null && QuarantineStates.isIn(stored)) {
                states.add(QuarantineStates.takenOver(store, scope, stored, draft.trust()));
            } else if (stored != null) {
                policy.rules().requireReplaceable(EpisodeCodec.decode(stored));
            }
            if (stored != null) {
                policy.rules().requireEnd(EpisodeCodec.decode(stored), draft::expiresAt);
            }
            checkForgotten(given, draft, episodes.size() == 1 ? "" : " of episodes[" + i + "]", policy);
            puts.add(put(draft, stored));
            // The position is known after the write.
            answers.add(receipts.of(draft.id(), 0, 0));
        }
        if (!replaced.isEmpty()) {
            throw new EndedEntryException(replaced);
        }
        if (puts.isEmpty()) {
            return new WrittenEpisodes(answers, 0, 0, true, false);
        }
        return committed(scope, answers, puts, states, now.toInstant());
    }

    /**
     * Tests for a repeated write. A retry of the write of an ended episode gives its end again; a write without an end
     * asks for an episode that stays, which the ended one is not.
     */
    private static boolean isRepeated(StoredEntry stored, boolean hasEnded, NewEpisode given, Episode draft) {
        return !(hasEnded && given.expiresAt() == null)
                && EpisodeDraft.isSame(EpisodeCodec.decode(stored), given, draft);
    }

    private IdGenerator idsBeside(Set<String> supplied) {
        return kind -> {
            String id = ids.next(kind);
            while (supplied.contains(id)) {
                id = ids.next(kind);
            }
            return id;
        };
    }

    /** Commits the puts, with the first watermark of the scope if all have vectors. */
    private WrittenEpisodes committed(
            Scope scope, List<Receipt> answers, List<EntryPut> puts, List<StateChange> states, Instant now) {
        boolean isEmbedded = puts.stream().allMatch(this::hasVectors);
        ExpectedHead head = isEmbedded ? headWithoutWatermark(scope) : ExpectedHead.ANY;
        boolean isMarked = !head.equals(ExpectedHead.ANY);
        if (isMarked) {
            states.add(VectorWatermarks.reached(Objects.requireNonNull(embedder), head.revision() + puts.size()));
        }
        List<CommitResult.Placed> placements =
                commit(scope, puts, states, now, head).placed();
        return new WrittenEpisodes(
                placed(answers, placements),
                placements.get(0).revision() - 1,
                placements.get(placements.size() - 1).revision(),
                isEmbedded,
                isMarked);
    }

    /** Completes the answers of the episodes that were put. */
    private List<Receipt> placed(List<Receipt> answers, List<CommitResult.Placed> placements) {
        Map<EntryKey, CommitResult.Placed> placed = new HashMap<>();
        placements.forEach(place -> placed.put(place.key(), place));
        answers.replaceAll(receipt -> {
            CommitResult.Placed place = placed.get(new EntryKey(Kind.EPISODE, receipt.id()));
            return place == null ? receipt : receipts.of(receipt.id(), place.position(), place.revision());
        });
        return answers;
    }

    /**
     * Returns the head that a batch must expect to store the first watermark of a scope: nothing was written since every
     * entry had vectors, and nothing is erased until the commit. {@link ExpectedHead#ANY} for a batch without watermark.
     */
    private ExpectedHead headWithoutWatermark(Scope scope) {
        OptionalLong after = isConditional ? firstWatermark.after(scope) : OptionalLong.empty();
        if (after.isEmpty()) {
            return ExpectedHead.ANY;
        }
        Head head = store.head(scope);
        return head.revision() == after.getAsLong() ? ExpectedHead.of(head) : ExpectedHead.ANY;
    }

    /** Returns the version for a condition: one in quarantine is not there for a reader. */
    private static long version(@Nullable StoredEntry stored) {
        return stored == null || QuarantineStates.isIn(stored) ? 0 : stored.contentRevision();
    }

    /** @param batch the place of the episode in the call, if it has no id */
    private static void checkForgotten(NewEpisode given, Episode draft, String batch, WritePolicy policy) {
        String where = given.id() == null ? batch : " of the episode '" + given.id() + "'";
        for (int i = 0; i < draft.messages().size(); i++) {
            String place = "messages[" + i + "]" + where;
            RefusedTexts.of(draft.messages().get(i))
                    .forEach(text -> policy.refused().check(place, text));
        }
    }

    private CommitResult commit(
            Scope scope, List<EntryPut> puts, List<StateChange> states, Instant now, ExpectedHead head) {
        List<String> written = puts.stream().map(put -> put.key().id()).toList();
        return commit.commit(
                scope, new AuditedAction(commit.nextOperation(), "remember", now, written), puts, states, head);
    }

    private EntryPut put(Episode draft, @Nullable StoredEntry replaced) {
        Instant now = draft.recordedAt().toInstant();
        // The recording time never goes back, even if the clock was set back.
        Instant recorded = replaced != null && replaced.recorded().isAfter(now) ? replaced.recorded() : now;
        Map<String, Blob> sidecars = new HashMap<>();
        sidecars.put(TermRecord.SIDECAR, TermRecord.of(draft).encode());
        Embedding embedding = draft.embedding();
        if (embedding != null && embedder != null) {
            sidecars.put(
                    VectorCodec.sidecar(embedder),
                    VectorCodec.encodeSupplied(
                            EntryVectors.supplied(embedding, draft.messages().size())));
        }
        return new EntryPut(
                new EntryKey(Kind.EPISODE, draft.id()),
                draft.session(),
                draft.occurredAt().toInstant(),
                recorded,
                EntryPut.LIVE,
                EpisodeCodec.encode(draft),
                sidecars,
                replaced == null ? 0 : replaced.contentRevision());
    }

    private boolean hasVectors(EntryPut put) {
        return embedder != null && put.sidecars().containsKey(VectorCodec.sidecar(embedder));
    }

    private Map<String, StoredEntry> present(Scope scope, List<NewEpisode> episodes) {
        List<EntryKey> keys = episodes.stream()
                .flatMap(episode -> Optional.ofNullable(episode.id()).stream())
                .map(id -> new EntryKey(Kind.EPISODE, id))
                .toList();
        Map<String, StoredEntry> present = new HashMap<>();
        if (!keys.isEmpty()) {
            store.get(scope, keys).forEach(stored -> present.put(stored.key().id(), stored));
        }
        return present;
    }

    void checkWidth(NewEpisode episode) {
        Embedding embedding = episode.embedding();
        if (embedding != null && embedder != null && embedding.dimensions() != embedder.dimensions()) {
            throw new IllegalArgumentException("embedding has " + embedding.dimensions() + " dimensions, the embedder "
                    + embedder.name() + " has " + embedder.dimensions()
                    + "; supply a vector of that embedder or none");
        }
    }

    private static Set<String> suppliedIds(List<NewEpisode> episodes) {
        Set<String> supplied = new HashSet<>();
        for (NewEpisode episode : episodes) {
            if (episode.id() != null) {
                supplied.add(episode.id());
            }
        }
        return supplied;
    }

    static void checkDistinct(List<NewEpisode> episodes) {
        Set<String> seen = new HashSet<>();
        for (NewEpisode episode : episodes) {
            String id = episode.id();
            if (id != null && !seen.add(id)) {
                throw new IllegalArgumentException(
                        "id '" + id + "' occurs twice in one batch; write them one after the other");
            }
        }
    }
}
