package dev.daybook.internal.recall;

import dev.daybook.internal.codec.ByteReader;
import dev.daybook.internal.codec.EntryVectors;
import dev.daybook.internal.codec.VectorCodec;
import dev.daybook.internal.heap.ReadBudget;
import dev.daybook.internal.index.EntrySlot;
import dev.daybook.internal.index.RowPrefetcher;
import dev.daybook.internal.scoring.AnalyzedQuery;
import dev.daybook.internal.scoring.Bm25Weights;
import dev.daybook.internal.scoring.QueryFilter;
import dev.daybook.internal.scoring.TermStatistics;
import dev.daybook.internal.words.IndexedMessage;
import dev.daybook.internal.words.LanguageSet;
import dev.daybook.internal.words.TermDictionary;
import dev.daybook.internal.words.TermRecord;
import dev.daybook.model.Embedding;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.Scope;
import dev.daybook.model.Trust;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryPut;
import dev.daybook.store.Head;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.Store;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A search of all rows of a scope that is too large for an index in memory. A row has the BM25 score of its best message and the
 * cosine of its best vector; the frequencies of the terms are estimated from a sample of the rows. For one query. Not thread-safe.
 */
final class CandidateProbe {

    /** The number of candidates by words, and of those by vector; enough for the best ten hits. */
    private static final int CANDIDATES = 1_000;

    /** The number of them that are searched on their own for each trust, so that no number of other texts hides them. */
    private static final int TRUSTED_CANDIDATES = 200;

    /** The rows of a run of the sample: a store reads them as one page. */
    private static final int SAMPLE_ROWS = 250;

    /** The number of runs: 20,000 rows tell how rare a term is, and take a fraction of the search. */
    private static final int SAMPLE_RUNS = 80;

    private static final List<Trust> TRUSTED = List.of(Trust.ASSISTANT, Trust.USER);

    private final QueryFilter queryFilter;
    private final AnalyzedQuery analyzedQuery;

    /** Numbers the terms of the query by their places in it. */
    private final TermDictionary asked = new TermDictionary();

    private final @Nullable String vectorSidecar;

    /** True if the candidates of one text are limited, because one hit stands for all. */
    private final boolean collapse;

    /**
     * The rows that a search of a large scope ranks.
     *
     * @param passing the best rows by words and the best by vector that pass the conditions, each once, in any order
     * @param whole the best rows by words whatever the conditions; empty if they were not asked for
     */
    record Candidates(List<IndexRow> passing, List<IndexRow> whole) {}

    CandidateProbe(
            QueryFilter queryFilter, AnalyzedQuery analyzedQuery, @Nullable String vectorSidecar, boolean collapse) {
        this.collapse = collapse;
        this.queryFilter = queryFilter;
        this.analyzedQuery = analyzedQuery.in(LanguageSet.ALL);
        this.vectorSidecar = vectorSidecar;
        terms().forEach(asked::number);
    }

    /** Returns the terms whose statistics a search needs. */
    List<String> terms() {
        return analyzedQuery.terms();
    }

    /**
     * Estimates in how many messages each term occurs, from a sample of the rows: runs that are evenly spread over the
     * revisions, each of which counts for those up to the next one. The sample of up to {@link #SAMPLE_ROWS} times {@link
     * #SAMPLE_RUNS} rows has all of them.
     */
    TermStatistics statistics(Store store, Scope scope, Head head) {
        double[] messagesWith = new double[terms().size()];
        double[] totals = new double[2];
        long step = head.revision() / SAMPLE_RUNS;
        long revision = 0;
        Page<IndexRow> run = store.rows(scope, revision, SAMPLE_ROWS);
        while (!run.items().isEmpty()) {
            long last = run.items().get(run.items().size() - 1).revision();
            long next = run.cursor() == null ? last : Math.max(revision + step, last);
            double weight = (double) (next - revision) / (last - revision);
            run.items()
                    .forEach(row -> messages(row, asked::find)
                            .forEach(message -> count(message, weight, messagesWith, totals)));
            revision = next;
            run = store.rows(scope, revision, SAMPLE_ROWS);
        }
        return new TermStatistics(
                (int) Math.round(totals[0]),
                Math.round(totals[1]),
                DoubleStream.of(messagesWith)
                        .mapToObj(count -> (int) Math.round(count))
                        .toList());
    }

    private void count(IndexedMessage message, double weight, double[] messagesWith, double[] totals) {
        totals[0] += weight;
        totals[1] += weight * message.words();
        int[] frequencies = frequencies(message);
        for (int term = 0; term < frequencies.length; term++) {
            messagesWith[term] += frequencies[term] > 0 ? weight : 0;
        }
    }

    /**
     * Scores every row of a scope, a page at a time, while the next page is read. At most {@link #CANDIDATES} rows by words
     * and as many by vector are held at once, and for a trust {@link #TRUSTED_CANDIDATES}.
     *
     * @param whole whether to look for the best rows by words whatever the conditions too
     */
    Candidates candidates(Store store, Scope scope, TermStatistics statistics, boolean whole) {
        BestCandidates all = new BestCandidates(CANDIDATES);
        List<BestCandidates> trusted = TRUSTED.stream()
                .map(trust -> new BestCandidates(TRUSTED_CANDIDATES))
                .toList();
        BestRows ofWhole = new BestRows(CANDIDATES);
        new RowPrefetcher(store, scope).read(0, row -> {
            if (!isSearched(row)) {
                return;
            }
            boolean passes = queryFilter.exclusion(EntrySlot.of(row, 0, 0)).isEmpty();
            if (!passes && !whole) {
                return;
            }
            RowScore score = new RowScore(row, statistics, passes ? vectors(row) : null);
            double words = score.words(Trust.UNKNOWN);
            if (whole && words > 0) {
                ofWhole.offer(row, words);
            }
            if (passes) {
                all.offer(score, words, score.meaning());
                for (int i = 0; i < TRUSTED.size(); i++) {
                    trusted.get(i).offer(score, score.words(TRUSTED.get(i)), score.meaning(TRUSTED.get(i)));
                }
            }
        });
        List<IndexRow> found = Stream.concat(all.rows(), trusted.stream().flatMap(BestCandidates::rows))
                .toList();
        List<IndexRow> distinct = found.stream().distinct().toList();
        // Each list has taken its rows, and the caller gives back what it gets.
        ReadBudget.giveBack(bytes(found) - bytes(distinct));
        return new Candidates(distinct, ofWhole.rows().toList());
    }

    private static long bytes(List<IndexRow> rows) {
        return rows.stream().mapToLong(BestRows::bytes).sum();
    }

    /** The best rows by words and the best by vector. */
    private final class BestCandidates {
        private final BestRows byWords;
        private final BestRows byVector;

        BestCandidates(int count) {
            byWords = new BestRows(count);
            byVector = new BestRows(count);
        }

        void offer(RowScore row, double words, double vector) {
            if (words > 0) {
                offer(byWords, row, words);
            }
            if (vector > Double.NEGATIVE_INFINITY) {
                offer(byVector, row, vector);
            }
        }

        private void offer(BestRows rows, RowScore row, double score) {
            if (collapse) {
                rows.offerCopy(row.row, score, row::signature);
            } else {
                rows.offer(row.row, score);
            }
        }

        Stream<IndexRow> rows() {
            return Stream.concat(byWords.rows(), byVector.rows());
        }
    }

    /** The scores of a row: those of its best message that may have some trust, and of the whole entry. */
    private final class RowScore {
        private final IndexRow row;
        private final List<IndexedMessage> messages;
        private final double[] words;
        private final @Nullable EntryVectors vectors;
        private @Nullable Long signature;

        RowScore(IndexRow row, TermStatistics statistics, @Nullable EntryVectors vectors) {
            this.row = row;
            this.messages = messages(row, asked::find);
            this.words = messages.stream()
                    .mapToDouble(message -> CandidateProbe.this.words(message, statistics))
                    .toArray();
            this.vectors = vectors;
        }

        /** Returns a hash of the terms of all messages, for which the row is read again, once. */
        long signature() {
            Long known = signature;
            if (known == null) {
                TermDictionary numbers = new TermDictionary();
                known = messages(row, numbers::number).stream()
                        .mapToLong(message -> message.signature(numbers))
                        .reduce(row.key().kind().ordinal(), (all, next) -> 31 * all + next);
                signature = known;
            }
            return known;
        }

        double words(Trust lowest) {
            double best = 0;
            for (int i = 0; i < words.length; i++) {
                best = isAtLeast(i, lowest) ? Math.max(best, words[i]) : best;
            }
            return best;
        }

        double meaning() {
            return vectors == null
                    ? Double.NEGATIVE_INFINITY
                    : Math.max(cosine(vectors.entry()), meaning(Trust.UNKNOWN));
        }

        double meaning(Trust lowest) {
            double best = Double.NEGATIVE_INFINITY;
            for (int i = 0; vectors != null && i < vectors.messages().size(); i++) {
                best = isAtLeast(i, lowest)
                        ? Math.max(best, cosine(vectors.messages().get(i)))
                        : best;
            }
            return best;
        }

        /** Returns whether a message answers the user within its entry. */
        private boolean answersUser(int message) {
            int before = message;
            while (before >= 0 && messages.get(before).role().equals(Message.ASSISTANT)) {
                before--;
            }
            return before >= 0
                    && before < message
                    && messages.get(before).role().equals(Message.USER)
                    && messages.get(before).mostTrust() == Trust.USER;
        }

        private boolean isAtLeast(int message, Trust lowest) {
            if (lowest == Trust.UNKNOWN) {
                return true;
            }
            Trust most = message < messages.size() ? messages.get(message).mostTrust() : Trust.UNKNOWN;
            return !most.isBelow(lowest) || most == Trust.ASSISTANT && answersUser(message);
        }
    }

    private static boolean isSearched(IndexRow row) {
        return row.key().kind() != Kind.BLOCK && row.status().equals(EntryPut.LIVE);
    }

    private double words(IndexedMessage message, TermStatistics statistics) {
        double meanLength = statistics.meanLength();
        int[] frequencies = frequencies(message);
        double sum = 0;
        for (int term = 0; term < frequencies.length; term++) {
            double idf = Bm25Weights.idf(
                    statistics.messages(), statistics.messagesWith().get(term));
            sum += Bm25Weights.weight(idf, frequencies[term], message.words(), meanLength);
        }
        return sum;
    }

    /** Returns the frequency of each term of the query in a message. */
    private int[] frequencies(IndexedMessage message) {
        int[] frequencies = new int[terms().size()];
        for (int word = 0; word < message.words(); word++) {
            if (message.word(word) >= 0) {
                frequencies[message.word(word)]++;
            }
        }
        return frequencies;
    }

    private @Nullable EntryVectors vectors(IndexRow row) {
        Blob vectors = vectorSidecar == null ? null : row.sidecars().get(vectorSidecar);
        return analyzedQuery.vector() == null || vectors == null ? null : VectorCodec.decode(vectors);
    }

    private double cosine(Embedding vector) {
        Embedding queryVector = analyzedQuery.vector();
        return queryVector == null ? Double.NEGATIVE_INFINITY : queryVector.cosine(vector);
    }

    private static List<IndexedMessage> messages(IndexRow row, ByteReader.Utf8 numbers) {
        Blob record = row.sidecars().get(TermRecord.SIDECAR);
        return record == null ? List.of() : TermRecord.read(record, numbers).messages();
    }
}
