package dev.daybook.recall;

import dev.daybook.codec.VectorCodec;
import dev.daybook.data.Embedding;
import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryPut;
import dev.daybook.store.IndexRow;
import dev.daybook.store.PagedReads;
import dev.daybook.store.Store;
import dev.daybook.words.IndexedMessage;
import dev.daybook.words.LanguageSet;
import dev.daybook.words.TermDictionary;
import dev.daybook.words.TermRecord;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A search of all rows of a scope that is too large for an index in memory. A row has the BM25 score of its best message and the
 * cosine of its best vector; the frequencies of the terms are those of the whole scope. For one query. Not thread-safe.
 */
final class CandidateProbe {

    /** The number of candidates by words, and of those by vector; enough for the best ten hits. */
    private static final int CANDIDATES = 1_000;

    private final QueryFilter queryFilter;
    private final AnalyzedQuery analyzedQuery;
    private final @Nullable String vectorSidecar;

    /**
     * The rows that a search of a large scope ranks.
     *
     * @param passing the best rows by words and the best by vector that pass the conditions, each once, in any order
     * @param whole the best rows by words whatever the conditions; empty if there are none, or if they were not asked for
     */
    record Candidates(List<IndexRow> passing, List<IndexRow> whole) {}

    CandidateProbe(QueryFilter queryFilter, AnalyzedQuery analyzedQuery, @Nullable String vectorSidecar) {
        this.queryFilter = queryFilter;
        this.analyzedQuery = analyzedQuery.in(LanguageSet.ALL);
        this.vectorSidecar = vectorSidecar;
    }

    /** Returns the terms whose statistics a search needs. */
    List<String> terms() {
        return analyzedQuery.terms();
    }

    /** Counts in how many messages each term occurs. Reads every row of the scope, a page at a time. */
    TermStatistics statistics(Store store, Scope scope) {
        int[] messagesWith = new int[terms().size()];
        long[] totals = new long[2];
        PagedReads.rows(store, scope, 0).flatMap(row -> messages(row).stream()).forEach(message -> {
            totals[0]++;
            totals[1] += message.words();
            int[] frequencies = frequencies(message);
            for (int term = 0; term < frequencies.length; term++) {
                messagesWith[term] += frequencies[term] > 0 ? 1 : 0;
            }
        });
        return new TermStatistics(
                (int) totals[0], totals[1], IntStream.of(messagesWith).boxed().toList());
    }

    /**
     * Scores every row of a scope, a page at a time. At most {@link #CANDIDATES} rows by words and as many by vector are
     * held at once.
     *
     * @param whole whether to look for the best rows whatever the conditions too
     */
    Candidates candidates(Store store, Scope scope, TermStatistics statistics, boolean whole) {
        BestRows byWords = new BestRows(CANDIDATES);
        BestRows byVector = new BestRows(CANDIDATES);
        BestRows ofWhole = new BestRows(CANDIDATES);
        boolean asksWhole = whole && !queryFilter.isUnfiltered();
        PagedReads.rows(store, scope, 0).filter(CandidateProbe::isSearched).forEach(row -> {
            boolean passes = queryFilter.exclusion(new EntrySlot(row, 0, 0)).isEmpty();
            double words = passes || asksWhole ? words(row, statistics) : 0;
            double vector = passes ? meaning(row) : Double.NEGATIVE_INFINITY;
            if (passes && words > 0) {
                byWords.offer(row, words);
            }
            if (asksWhole && words > 0) {
                ofWhole.offer(row, words);
            }
            if (vector > Double.NEGATIVE_INFINITY) {
                byVector.offer(row, vector);
            }
        });
        return new Candidates(
                Stream.concat(byWords.rows(), byVector.rows()).distinct().toList(),
                ofWhole.rows().toList());
    }

    private static boolean isSearched(IndexRow row) {
        return row.key().kind() != Kind.BLOCK && row.status().equals(EntryPut.LIVE);
    }

    private double words(IndexRow row, TermStatistics statistics) {
        double best = 0;
        for (IndexedMessage message : messages(row)) {
            best = Math.max(best, words(message, statistics));
        }
        return best;
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
            if (message.word(word) < frequencies.length) {
                frequencies[message.word(word)]++;
            }
        }
        return frequencies;
    }

    private double meaning(IndexRow row) {
        Embedding queryVector = analyzedQuery.vector();
        Blob vectors = vectorSidecar == null ? null : row.sidecars().get(vectorSidecar);
        if (queryVector == null || vectors == null) {
            return Double.NEGATIVE_INFINITY;
        }
        var decoded = VectorCodec.decode(vectors);
        double best = queryVector.cosine(decoded.entry());
        for (Embedding message : decoded.messages()) {
            best = Math.max(best, queryVector.cosine(message));
        }
        return best;
    }

    /** Reads the messages of a row. The terms of the query get the lowest numbers, so a number identifies them. */
    private List<IndexedMessage> messages(IndexRow row) {
        Blob record = row.sidecars().get(TermRecord.SIDECAR);
        if (record == null) {
            return List.of();
        }
        TermDictionary numbers = new TermDictionary();
        terms().forEach(numbers::number);
        return TermRecord.read(record, numbers).messages();
    }
}
