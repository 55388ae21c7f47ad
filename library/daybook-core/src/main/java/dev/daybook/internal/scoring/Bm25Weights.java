package dev.daybook.internal.scoring;

/**
 * Okapi BM25, the keyword score: a term counts more the rarer it is in the scope and the more often it occurs in the
 * text, with diminishing returns, and less in a text longer than the mean.
 *
 * <p>The formula is that of Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009; the
 * idf is the variant of Lucene, which is never negative. A text is a message, a passage of one, or a session.
 */
public final class Bm25Weights {

    /** Saturation of the term frequency. The usual value; no other did better on either kind of chat. */
    private static final double K1 = 1.2;

    /** Length normalisation. Between people .75 is best, with the long answers of assistants up to .9. */
    private static final double B = 0.75;

    private Bm25Weights() {}

    public static double idf(int texts, int textsWithTerm) {
        return Math.log(1 + (texts - textsWithTerm + 0.5) / (textsWithTerm + 0.5));
    }

    public static double weight(double idf, double frequency, double length, double meanLength) {
        double norm = meanLength == 0 ? 1 : 1 - B + B * length / meanLength;
        return idf * frequency * (K1 + 1) / (frequency + K1 * norm);
    }
}
