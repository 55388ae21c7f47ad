package dev.daybook.remember;

import dev.daybook.codec.EntryVectors;
import dev.daybook.codec.EpisodeCodec;
import dev.daybook.codec.VectorCodec;
import dev.daybook.data.Embedding;
import dev.daybook.data.Episode;
import dev.daybook.data.Kind;
import dev.daybook.data.NewEpisode;
import dev.daybook.data.Receipt;
import dev.daybook.data.Scope;
import dev.daybook.data.StoreException;
import dev.daybook.spi.Batch;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Commit;
import dev.daybook.spi.Embedder;
import dev.daybook.spi.IdSource;
import dev.daybook.spi.Key;
import dev.daybook.spi.Put;
import dev.daybook.spi.Store;
import dev.daybook.spi.Stored;
import dev.daybook.words.TermRecord;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes episodes: completes and screens them, creates their term records and commits them in one batch. Calls no model. Thread-safe. */
public final class Recorder {

    private final Store store;
    private final Clock clock;
    private final IdSource ids;
    private final @Nullable Embedder embedder;
    private final Receipts receipts;
    private final Turns turns;
    private final AuditTrail audit;
    private final Ulids operations;

    public Recorder(
            Store store, Clock clock, IdSource ids, @Nullable Embedder embedder, Turns turns, AuditTrail audit) {
        this.store = store;
        this.clock = clock;
        this.ids = ids;
        this.embedder = embedder;
        this.receipts = new Receipts(store, embedder);
        this.turns = turns;
        this.audit = audit;
        this.operations = new Ulids(clock);
    }

    /** Writes episodes in one batch; the receipts have the same order. */
    public List<Receipt> write(Scope scope, List<NewEpisode> episodes, WritePolicy policy) {
        if (episodes.isEmpty()) {
            return List.of();
        }
        episodes.forEach(this::checkWidth);
        checkDistinct(episodes);
        // Only an id given by the caller can match an existing episode. Without one the write lock is not needed, and
        // concurrent writers of
        // a scope share a group commit.
        boolean mayMeet = episodes.stream().anyMatch(episode -> episode.id() != null);
        return mayMeet
                ? turns.take(scope, () -> writeUntilNoConflict(scope, episodes, policy))
                : writeUntilNoConflict(scope, episodes, policy);
    }

    private List<Receipt> writeUntilNoConflict(Scope scope, List<NewEpisode> episodes, WritePolicy policy) {
        return audit.untilNoConflict(scope, () -> writeOnce(scope, episodes, policy));
    }

    private List<Receipt> writeOnce(Scope scope, List<NewEpisode> episodes, WritePolicy policy) {
        OffsetDateTime now = OffsetDateTime.now(clock).truncatedTo(ChronoUnit.MICROS);
        Map<String, Stored> present = present(scope, episodes);
        Set<String> supplied = suppliedIds(episodes);
        IdSource fresh = kind -> {
            String id = ids.next(kind);
            while (supplied.contains(id)) {
                id = ids.next(kind);
            }
            return id;
        };
        List<Receipt> answers = new ArrayList<>();
        List<Put> puts = new ArrayList<>();
        for (NewEpisode given : episodes) {
            Episode draft = Draft.complete(given, now, fresh, policy);
            Stored stored = present.get(draft.id());
            if (stored != null && Draft.isSame(EpisodeCodec.decode(stored), given, draft)) {
                answers.add(receipts.of(draft.id(), stored.position(), stored.contentRevision()));
                continue;
            }
            if (stored != null && QuarantineStates.isIn(stored)) {
                throw QuarantineStates.refusal(stored.key());
            }
            puts.add(put(draft, stored));
            // The position is known after the write.
            answers.add(receipts.of(draft.id(), 0, 0));
        }
        if (puts.isEmpty()) {
            return answers;
        }
        Map<Key, Commit.Placed> placed = new HashMap<>();
        commit(scope, puts, now.toInstant()).placed().forEach(place -> placed.put(place.key(), place));
        answers.replaceAll(receipt -> {
            Commit.Placed place = placed.get(new Key(Kind.EPISODE, receipt.id()));
            return place == null ? receipt : receipts.of(receipt.id(), place.position(), place.revision());
        });
        return answers;
    }

    private Commit commit(Scope scope, List<Put> puts, Instant now) {
        String operation = operations.next("op_");
        List<String> written = puts.stream().map(put -> put.key().id()).toList();
        AuditTrail.Entry entry = audit.record(scope, operation, "remember", now, written);
        try {
            return store.write(new Batch(
                    scope, operation, puts, List.of(), entry.newKey().stream().toList(), entry.audit()));
        } catch (StoreException failure) {
            throw failure.outcomeUnknown() ? failure.of(written) : failure;
        }
    }

    private Put put(Episode draft, @Nullable Stored replaced) {
        Instant now = draft.recordedAt().toInstant();
        // The recording time never goes back, even if the clock was set back.
        Instant recorded = replaced != null && replaced.recorded().isAfter(now) ? replaced.recorded() : now;
        Map<String, Blob> sidecars = new HashMap<>();
        sidecars.put(TermRecord.SIDECAR, TermRecord.of(draft).encode());
        Embedding embedding = draft.embedding();
        if (embedding != null && embedder != null) {
            sidecars.put(
                    VectorCodec.sidecar(embedder),
                    VectorCodec.encode(
                            EntryVectors.supplied(embedding, draft.messages().size())));
        }
        return new Put(
                new Key(Kind.EPISODE, draft.id()),
                draft.session(),
                draft.occurredAt().toInstant(),
                recorded,
                Put.LIVE,
                EpisodeCodec.encode(draft),
                sidecars,
                replaced == null ? 0 : replaced.contentRevision());
    }

    private Map<String, Stored> present(Scope scope, List<NewEpisode> episodes) {
        List<Key> keys = episodes.stream()
                .flatMap(episode -> Optional.ofNullable(episode.id()).stream())
                .map(id -> new Key(Kind.EPISODE, id))
                .toList();
        Map<String, Stored> present = new HashMap<>();
        if (!keys.isEmpty()) {
            store.get(scope, keys).forEach(stored -> present.put(stored.key().id(), stored));
        }
        return present;
    }

    private void checkWidth(NewEpisode episode) {
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

    private static void checkDistinct(List<NewEpisode> episodes) {
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
