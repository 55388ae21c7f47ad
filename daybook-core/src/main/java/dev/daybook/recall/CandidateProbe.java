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

    private final int[] messagesWith;
    private int messages;
    private long length;

    CandidateProbe(QueryFilter queryFilter, AnalyzedQuery analyzedQuery, @Nullable String vectorSidecar) {
        this.queryFilter = queryFilter;
        this.analyzedQuery = analyzedQuery.in(LanguageSet.ALL);
        this.vectorSidecar = vectorSidecar;
        this.messagesWith = new int[this.analyzedQuery.terms().size()];
    }

    /**
     * Reads every row of a scope twice, a page at a time: first to count in how many messages each term occurs, then to score
     * the rows. At most {@link #CANDIDATES} rows by words and as many by vector are held at once.
     *
     * @return the best rows by words and the best by vector, each once, in any order
     */
    List<IndexRow> candidates(Store store, Scope scope) {
        BestRows byWords = new BestRows(CANDIDATES);
        BestRows byVector = new BestRows(CANDIDATES);
        PagedReads.rows(store, scope, 0).forEach(this::count);
        PagedReads.rows(store, scope, 0).filter(this::fits).forEach(row -> {
            double words = words(row);
            double vector = meaning(row);
            if (words > 0) {
                byWords.offer(row, words);
            }
            if (vector > Double.NEGATIVE_INFINITY) {
                byVector.offer(row, vector);
            }
        });
        return Stream.concat(byWords.rows(), byVector.rows()).distinct().toList();
    }

    private boolean fits(IndexRow row) {
        return row.key().kind() != Kind.BLOCK
                && row.status().equals(EntryPut.LIVE)
                && queryFilter.exclusion(new EntrySlot(row, 0, 0)).isEmpty();
    }

    private void count(IndexRow row) {
        for (IndexedMessage message : messages(row)) {
            messages++;
            length += message.words();
            int[] frequencies = frequencies(message);
            for (int term = 0; term < frequencies.length; term++) {
                messagesWith[term] += frequencies[term] > 0 ? 1 : 0;
            }
        }
    }

    private double words(IndexRow row) {
        double best = 0;
        for (IndexedMessage message : messages(row)) {
            best = Math.max(best, words(message));
        }
        return best;
    }

    private double words(IndexedMessage message) {
        double meanLength = messages == 0 ? 0 : (double) length / messages;
        int[] frequencies = frequencies(message);
        double sum = 0;
        for (int term = 0; term < frequencies.length; term++) {
            double idf = Bm25Weights.idf(messages, messagesWith[term]);
            sum += Bm25Weights.weight(idf, frequencies[term], message.words(), meanLength);
        }
        return sum;
    }

    /** Returns the frequency of each term of the query in a message. */
    private int[] frequencies(IndexedMessage message) {
        int[] frequencies = new int[messagesWith.length];
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
        analyzedQuery.terms().forEach(numbers::number);
        return TermRecord.read(record, numbers).messages();
    }
}
