package dev.daybook.recall;

/**
 * How well a word that occurs often here and rarely elsewhere speaks for a text. Okapi BM25 (Robertson and Zaragoza,
 * "The Probabilistic Relevance Framework: BM25 and Beyond", 2009), with the idf that is never negative, as in Lucene.
 */
final class Bm25 {

    /** How soon repetition stops counting; the usual value, and no other was better on either kind of chat. */
    private static final double K1 = 1.2;

    /** How far length counts against a text; between people .75 is best, with assistants' long answers up to .9. */
    private static final double B = 0.75;

    private Bm25() {}

    static double idf(int texts, int textsWithTerm) {
        return Math.log(1 + (texts - textsWithTerm + 0.5) / (textsWithTerm + 0.5));
    }

    static double weight(double idf, double frequency, double length, double meanLength) {
        double norm = meanLength == 0 ? 1 : 1 - B + B * length / meanLength;
        return idf * frequency * (K1 + 1) / (frequency + K1 * norm);
    }
}
