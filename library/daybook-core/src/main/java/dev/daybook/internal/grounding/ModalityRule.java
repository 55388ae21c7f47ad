package dev.daybook.internal.grounding;

import dev.daybook.internal.grounding.CheckedStatement.Part;
import dev.daybook.spi.GroundingPolicy.ContentKind;
import dev.daybook.spi.GroundingPolicy.MissingContent;
import java.util.Collections;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A plan is no event: a clause in the past tense is not grounded if the nearest clause of the sources tells a plan, a wish
 * or a possibility. English only, because the tense is read from endings.
 */
final class ModalityRule implements GroundingRule {

    /** From this share of content on the source is about the same event. */
    private static final double SAME_EVENT = 0.6;

    private static final Pattern PAST = Pattern.compile(
            "(?iu)^\\W*(?:(?:and|then|but|the|she|he|they) )*+(?:\\p{L}++ )(?:also |recently |already )?(?:"
                    + "(?:has|have|had) (?:\\p{L}+ed|been|bought|made|taken|gone|done|seen|got|won|sold|started)|\\p{L}{2,}ed|bought|made|took"
                    + "|went|did|saw|got|won|sold|began|met|read|wrote|built|came|found|gave|ran|spent)\\b");

    private static final Pattern POSSIBLE =
            Pattern.compile("(?iu)\\b(?:going to|gonna|will|plan|plans|planned|planning|want|wants"
                    + "|wanted|hope|hopes|hoping|hoped|wish|would|could|should|might|may|maybe|perhaps|if|consider|considering|thinking (?:of|about)"
                    + "|intend|intends|dream|looking forward|can['’]?t wait|interested)\\b|['’]ll\\b");

    /** An act of speech or of the mind happened, whatever became of its object. */
    private static final Pattern ACT =
            Pattern.compile("(?iu)\\b(?:agreed|promised|decided|offered|asked|expected|scheduled"
                    + "|invited|proposed|needed|confirmed|requested|recommended|suggested)\\b");

    /** A clause that has both tells an event: "I wanted to tell you that I just joined". */
    private static final Pattern HAPPENED =
            Pattern.compile("(?iu)\\b(?:just|already|finally|yesterday|last (?:week|weekend|month|night|year))\\b");

    @Override
    public Optional<MissingContent> check(CheckedStatement statement) {
        return statement.parts().stream()
                .filter(part -> part.person() != null
                        && !part.denies()
                        && PAST.matcher(part.text()).find()
                        && !POSSIBLE.matcher(part.text()).find()
                        && !isAct(part.text())
                        && isPossibleOnly(statement, part))
                .map(part -> new MissingContent(ContentKind.MODALITY, part.text()))
                .findFirst();
    }

    private static boolean isAct(String text) {
        Matcher past = PAST.matcher(text);
        return ACT.matcher(text).find()
                || past.find() && !Collections.disjoint(ContentWords.terms(past.group()), ContentWords.REPORTING);
    }

    private static boolean isPossibleOnly(CheckedStatement statement, Part part) {
        double best = 0;
        boolean isPossible = false;
        for (int i = 0; i < statement.sources().turns().size(); i++) {
            SourceTurn turn = statement.sources().turns().get(i);
            for (ClaimClause clause : turn.clauses()) {
                double share = statement.sources().share(part.content(), clause.terms(), SourceConversation.RELATED);
                boolean counts = statement.mayRestOn(i) && !clause.asks() && turn.isBy(part.person());
                if (counts && share >= best) {
                    boolean clausePossible = POSSIBLE.matcher(clause.text()).find()
                            && !HAPPENED.matcher(clause.text()).find();
                    isPossible = share > best ? clausePossible : isPossible && clausePossible;
                    best = share;
                }
            }
        }
        return best >= SAME_EVENT && isPossible;
    }
}
