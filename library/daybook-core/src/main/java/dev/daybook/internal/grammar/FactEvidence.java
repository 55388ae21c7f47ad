package dev.daybook.internal.grammar;

/**
 * The strength with which the form of a sentence states its fact. The confidence is the measured precision of the forms of a class;
 * see docs/benchmarks.md.
 */
public enum FactEvidence {
    /** The form has no other meaning: "I live in Lisbon". */
    DIRECT(0.95),
    /** The form mostly means it: "I teach Latin" is a job. */
    USUAL(0.9);

    private final double confidence;

    FactEvidence(double confidence) {
        this.confidence = confidence;
    }

    public double confidence() {
        return confidence;
    }
}
