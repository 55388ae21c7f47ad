package dev.daybook.internal.grounding;

/**
 * The limits of the rules, chosen on recorded answers of models with one fault put in; see docs/benchmarks.md.
 *
 * @param gluedClause the weight of words of an ending or a clause by which the evidence of another person may exceed that of the person
 * @param content the share of content that must be there: see {@link ContentRule}
 * @param isSummary whether the statement is a sentence of a summary, which reports of several messages and speakers
 */
record GroundingLimits(double gluedClause, double content, boolean isSummary) {

    static final GroundingLimits CITED = new GroundingLimits(2.1, 0.375, false);

    static final GroundingLimits UNCITED = new GroundingLimits(5, 0.4, false);

    static final GroundingLimits SUMMARY = new GroundingLimits(3.6, 0.27, true);
}
