package dev.daybook.internal.ledger;

import dev.daybook.internal.settings.AccessRules;
import dev.daybook.model.Fact;
import dev.daybook.model.GroundingClass;
import dev.daybook.model.Provenance;
import dev.daybook.model.Statement;
import dev.daybook.model.StatementKind;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import java.time.OffsetDateTime;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A fact as it was stated, and what it does to others on its line.
 *
 * @param fact the fact with its own end and its own sources
 * @param isSingleValued whether the subject has one such object at a time
 * @param closer the id of a fact that ended this one elsewhere, before an import; null: none
 */
record FactStatement(
        Fact fact,
        FactRelation relation,
        boolean isSingleValued,
        @Nullable String closer) {

    /**
     * Returns the statement of a fact.
     *
     * @param isKnownCloser whether the fact that ended it is in the scope
     */
    static FactStatement of(Fact fact, boolean isKnownCloser) {
        Fact stated = fact.asStated();
        FactRelation relation = FactRelation.of(stated);
        boolean isSingleValued = isGiven(fact) ? fact.isStatedSingleValued() : relation.isSingleValued();
        // A computed end is before the stated one.
        boolean isEndedElsewhere = !isKnownCloser
                || stated.validUntil() != null && stated.validUntil().equals(fact.validUntil());
        return isEndedElsewhere && fact.supersededBy() != null
                ? new FactStatement(
                        stated.until(fact.validUntil(), null), relation, isSingleValued, fact.supersededBy())
                : new FactStatement(stated, relation, isSingleValued, null);
    }

    /** Returns the statement without the end of another scope, because the fact that ended it is gone. */
    FactStatement reopened() {
        return new FactStatement(fact.until(null, null), relation, isSingleValued, null);
    }

    FactStatement manyValued() {
        return new FactStatement(fact, relation, false, closer);
    }

    FactStatement until(OffsetDateTime end) {
        return new FactStatement(fact.until(end, null), relation, isSingleValued, closer);
    }

    FactStatement from(Provenance provenance) {
        return new FactStatement(fact.withProvenance(provenance), relation, isSingleValued, closer);
    }

    String id() {
        return fact.id();
    }

    /** Tests whether it was taken from words that end another, see {@link FactRelation#isEnd}. */
    boolean isEnd() {
        return FactRelation.isEnd(fact);
    }

    /** Returns whether it may end another of its line that has another value. */
    boolean endsOthers() {
        Statement statement = fact.statement();
        boolean isState = statement == null || statement.kind() == StatementKind.STATE && !statement.negated();
        return isSingleValued && isState && isFirm() && !isEnd();
    }

    /** Returns whether two facts are valid at one time. */
    static boolean overlap(Fact one, Fact other) {
        return beginsBeforeEnd(one, other) && beginsBeforeEnd(other, one);
    }

    private static boolean beginsBeforeEnd(Fact one, Fact other) {
        return other.validUntil() == null || one.validFrom().isBefore(other.validUntil());
    }

    /** Tests whether it ends an earlier statement of its line, from its own start on. */
    boolean ends(FactStatement earlier) {
        return mayEnd(earlier) && opposes(earlier);
    }

    /** Returns whether it has as much trust as the end of another statement takes. */
    boolean mayEnd(FactStatement other) {
        return AccessRules.mayEnd(fact.trust(), other.fact.trust());
    }

    /** Tests whether an earlier statement of its line cannot hold beside it, whatever the trust of both. */
    boolean opposes(FactStatement earlier) {
        if (!isFirm() || earlier.isEnd() || !meets(earlier)) {
            return false;
        }
        boolean isSame = isSameValue(earlier);
        boolean isOpposite = relation.isOpposite() != earlier.relation.isOpposite();
        if (isEnd()) {
            return isSame && !isOpposite;
        }
        return isOpposite ? isSame : endsOthers() && !isSame && covers(earlier);
    }

    /** An event that is planned or wished has not happened, and what is only inferred may not have: it ends nothing. */
    boolean isFirm() {
        Statement statement = fact.statement();
        return statement == null
                || statement.kind() != StatementKind.PLAN
                        && statement.kind() != StatementKind.WISH
                        && statement.grounding() != GroundingClass.INFERRED;
    }

    /** Facts of callers are about one thing only if their words are the same. */
    private boolean meets(FactStatement other) {
        return !isGiven(fact)
                || !isGiven(other.fact)
                || fact.subject().equals(other.fact.subject())
                        && fact.predicate().equals(other.fact.predicate());
    }

    /** A caller's word that a relation has one object is about the caller's predicate, not about its synonyms. */
    private boolean covers(FactStatement earlier) {
        return relation.isSingleValued()
                || PredicateSynonyms.form(fact.predicate()).equals(PredicateSynonyms.form(earlier.fact.predicate()));
    }

    private boolean isSameValue(FactStatement other) {
        return isGiven(fact) && isGiven(other.fact)
                ? fact.object().equals(other.fact.object())
                : relation.value().equals(other.relation.value());
    }

    /**
     * Tests whether it states again what an earlier statement of its line says and goes on saying. A fact of a caller is
     * never a repetition: the caller has its id. One that is trusted more than the earlier one stands for itself.
     */
    boolean repeats(FactStatement earlier) {
        return !isGiven(fact)
                && !isEnd()
                && !earlier.isEnd()
                && Objects.equals(fact.validUntil(), earlier.fact.validUntil())
                && relation.equals(earlier.relation)
                && isOfSameKind(earlier)
                && !earlier.fact.trust().isBelow(fact.trust());
    }

    private boolean isOfSameKind(FactStatement earlier) {
        Statement mine = fact.statement();
        Statement other = earlier.fact.statement();
        return mine == null
                || other == null
                || mine.kind() == other.kind()
                        && mine.negated() == other.negated()
                        && other.grounding().compareTo(mine.grounding()) <= 0;
    }

    /**
     * Returns whether a repetition is a source of its own. What an assistant or a tool says may come from the context
     * that showed the statement to the assistant, so it proves nothing.
     */
    boolean isIndependent() {
        return fact.trust() != Trust.ASSISTANT && fact.trust() != Trust.TOOL;
    }

    static boolean isGiven(Fact fact) {
        return fact.method() == SummaryMethod.GIVEN;
    }
}
