package dev.daybook.recall;

import dev.daybook.codec.CheckedEmbedder;
import dev.daybook.codec.VectorCodec;
import dev.daybook.data.DaybookException;
import dev.daybook.data.Embedding;
import dev.daybook.data.Query;
import dev.daybook.data.Query.By;
import dev.daybook.data.Scope;
import dev.daybook.spi.Head;
import dev.daybook.spi.Store;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes questions of queries. A query by meaning is embedded with one embedder, and only if there are vectors to compare
 * it with, or some are on their way. Thread-safe.
 */
final class Questions {

    private static final Logger LOG = System.getLogger("dev.daybook.recall");

    private final Store store;
    private final ScopeEmbedders embedders;
    private final Partitions partitions;
    private final LargeScope large;
    private final VectorsBehind behind;
    private final Duration catchUp;
    private final QueryCache cache = new QueryCache();

    /**
     * @param catchUp how long a question waits for entries of its scope that have no vector yet; the rest count as neutral
     */
    Questions(
            Store store,
            ScopeEmbedders embedders,
            Partitions partitions,
            LargeScope large,
            VectorsBehind behind,
            Duration catchUp) {
        this.large = large;
        this.store = store;
        this.embedders = embedders;
        this.partitions = partitions;
        this.behind = behind;
        this.catchUp = catchUp;
    }

    /**
     * A question to a scope.
     *
     * @param head what was acknowledged when it was asked; the answer holds all of that
     * @param embedder whose vectors the question's is compared with; null: it has none
     */
    record Asked(Head head, @Nullable CheckedEmbedder embedder, Question question) {

        /** The question to a scope that is searched with some embedder: vectors of two are never compared. */
        Question with(@Nullable CheckedEmbedder other) {
            boolean same = embedder != null && other != null && embedder.name().equals(other.name());
            return same ? question : Question.of(question.text(), null);
        }
    }

    Asked ask(Scope scope, Query query) {
        Head head = store.head(scope);
        if (query.by() != By.BEST && query.by() != By.MEANING) {
            return new Asked(head, null, Question.of(query.text(), null));
        }
        CheckedEmbedder own = embedders.of(scope);
        embedders.warnOfMissing();
        boolean coming =
                own != null && embedders.isPresent(own) && !behind.awaitSettled(scope, head.revision(), Duration.ZERO);
        Seen seen = seen(scope, head, sidecar(own));
        // After an opening the thread that embeds has not looked at this scope yet, and finds nothing to do in most.
        coming &= !seen.complete();
        // By meaning, nothing that comes of a broken embedder may look like an answer.
        boolean broken =
                query.by() == By.MEANING && own != null && own.failure().isPresent();
        boolean comparable = coming || seen.vectors() || query.asOf() != null || broken;
        CheckedEmbedder embedder = comparable ? own : ofShared(scope, query);
        if (embedder == null) {
            return new Asked(head, null, Question.of(query.text(), null));
        }
        String searched = Question.searched(query.text());
        String text = query.by() == By.MEANING ? searched : Speakers.inFirstPerson(seen.speakers(), searched);
        // The question comes first: loading the model may take longer than the whole of the wait for the entries.
        Embedding vector = vector(embedder, text, query.by());
        if (vector == null) {
            return new Asked(head, null, Question.of(query.text(), null));
        }
        if (coming) {
            behind.awaitSettled(scope, head.revision(), catchUp);
            head = store.head(scope);
        }
        return new Asked(head, embedder, Question.of(query.text(), vector));
    }

    /** An embedder that fails costs a search by best its meaning, and no more: the words are there. */
    private @Nullable Embedding vector(CheckedEmbedder embedder, String text, By by) {
        try {
            return cache.vector(embedder, text);
        } catch (RuntimeException | LinkageError failure) {
            RuntimeException cause = embedder.cause(failure);
            if (by == By.MEANING) {
                throw cause;
            }
            // What is the embedder's, it has told itself. The message of anything else may quote the question.
            if (!(cause instanceof DaybookException)) {
                LOG.log(
                        Level.WARNING,
                        "the embedder {0} failed at a question, which is searched by its words: {1}",
                        embedder.name(),
                        cause.getClass().getName());
            }
            return null;
        }
    }

    /** To be called when something was forgotten: a question may have held it. */
    void forget() {
        cache.clear();
    }

    private @Nullable CheckedEmbedder ofShared(Scope scope, Query query) {
        Scope shared = new Scope.Shared(scope.space());
        if (!query.shared() || scope.equals(shared)) {
            return null;
        }
        CheckedEmbedder embedder = embedders.of(shared);
        return seen(shared, store.head(shared), sidecar(embedder)).vectors() ? embedder : null;
    }

    private Seen seen(Scope scope, Head head, @Nullable String sidecar) {
        if (large.is(head)) {
            return seenOfLarge(scope, head, sidecar);
        }
        try {
            return partitions.read(scope, head, sidecar, Seen::of);
        } catch (Partitions.TooLarge beyondTheBudget) {
            return seenOfLarge(scope, head, sidecar);
        }
    }

    /** Who speaks in it is not known without reading all of it. */
    private Seen seenOfLarge(Scope scope, Head head, @Nullable String sidecar) {
        return new Seen(sidecar != null && large.hasVectors(scope, head, sidecar), false, Set.of());
    }

    /** The sidecar to be read for an embedder; null for none. */
    static @Nullable String sidecar(@Nullable CheckedEmbedder embedder) {
        return embedder == null ? null : VectorCodec.sidecar(embedder);
    }

    /** What of a scope bears on the vector of a question. */
    private record Seen(boolean vectors, boolean complete, Set<String> speakers) {
        static Seen of(Partition partition) {
            return new Seen(
                    !partition.entryVectors().present().isEmpty(),
                    partition.isEmbedded(),
                    Set.copyOf(partition.speakers()));
        }
    }
}
