package dev.daybook.recall;

import dev.daybook.codec.VectorCodec;
import dev.daybook.data.Embedding;
import dev.daybook.data.Kind;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Probe;
import dev.daybook.spi.Put;
import dev.daybook.spi.Row;
import dev.daybook.words.IndexedMessage;
import dev.daybook.words.TermRecord;
import dev.daybook.words.Terms;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a question looks for in the rows of a scope: BM25 of the best message, and the cosine of the best vector. How rare
 * a word is, all rows together say. Not thread-safe.
 */
final class Sought implements Probe {

    /** As many by words, and as many by vector; a hit that is not among them would not be among the best ten. */
    private static final int CANDIDATES = 1_000;

    private final Rules rules;
    private final Question question;
    private final @Nullable String vectorSidecar;

    private final int[] messagesWith;
    private int messages;
    private long length;

    Sought(Rules rules, Question question, @Nullable String vectorSidecar) {
        this.rules = rules;
        this.question = question;
        this.vectorSidecar = vectorSidecar;
        this.messagesWith = new int[question.terms().size()];
    }

    @Override
    public List<String> terms() {
        return question.terms();
    }

    @Override
    public @Nullable Embedding vector() {
        return question.vector();
    }

    @Override
    public @Nullable String vectors() {
        return question.vector() == null ? null : vectorSidecar;
    }

    @Override
    public int count() {
        return CANDIDATES;
    }

    @Override
    public boolean fits(Row row) {
        return row.key().kind() != Kind.BLOCK
                && row.status().equals(Put.LIVE)
                && rules.exclusion(new Slot(row, 0, 0)).isEmpty();
    }

    @Override
    public void look(Row row) {
        for (IndexedMessage message : messages(row)) {
            messages++;
            length += message.words();
            int[] frequencies = frequencies(message);
            for (int term = 0; term < frequencies.length; term++) {
                messagesWith[term] += frequencies[term] > 0 ? 1 : 0;
            }
        }
    }

    @Override
    public double words(Row row) {
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
            double idf = Bm25.idf(messages, messagesWith[term]);
            sum += Bm25.weight(idf, frequencies[term], message.words(), meanLength);
        }
        return sum;
    }

    /** How often a message has each term of the question. */
    private int[] frequencies(IndexedMessage message) {
        int[] frequencies = new int[messagesWith.length];
        for (int word = 0; word < message.words(); word++) {
            if (message.word(word) < frequencies.length) {
                frequencies[message.word(word)]++;
            }
        }
        return frequencies;
    }

    @Override
    public double meaning(Row row) {
        Embedding asked = question.vector();
        Blob vectors = vectorSidecar == null ? null : row.sidecars().get(vectorSidecar);
        if (asked == null || vectors == null) {
            return Double.NEGATIVE_INFINITY;
        }
        var decoded = VectorCodec.decode(vectors);
        double best = asked.cosine(decoded.entry());
        for (Embedding message : decoded.messages()) {
            best = Math.max(best, asked.cosine(message));
        }
        return best;
    }

    /** The terms of the question get the first numbers, so that a term of a message is one of them by its number. */
    private List<IndexedMessage> messages(Row row) {
        Blob record = row.sidecars().get(TermRecord.SIDECAR);
        if (record == null) {
            return List.of();
        }
        Terms numbers = new Terms();
        question.terms().forEach(numbers::number);
        return TermRecord.read(record, numbers).messages();
    }
}
