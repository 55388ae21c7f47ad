package dev.daybook.internal.extract;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the sentences that propose what a later sentence rejects: "we rent a van" before "no van, then". A rejection names its
 * object close to a word such as "no", "forget" or "off"; proposals of that object in the turns before are rejected with it.
 */
final class RejectedPlans {

    /** Between a proposal and its rejection there is a discussion, and not half of a talk. */
    private static final int MAX_DISTANCE = 60;

    /** Stands before what is rejected. */
    private static final String BEFORE =
            "goodbye|skip|drop|scrap|cancel(?:ling)?|without|(?:do|will|would|are|is) not|don't|won't|instead of|rather than";

    /** Stands behind what is rejected. */
    private static final String BEHIND = "(?:is|was|are) (?:off|dead|out|closed|full|gone|sold|cancelled"
            + "|impossible|no option|too [a-z]+|not)(?![\\w'])";

    private static final String LAUGHED_AT = "laughed at";

    private static final Pattern REJECTION = Pattern.compile(
            "(?iu)(?=[a-z])(?<![\\w'])(?:(?:(?:so|then|okay|ok|fine|and|,)[,:]? )?no|forget(?: about)?|" + BEFORE + ")"
                    + " (?:the |a |an |any |keep |take |do |use )*((?:[\\p{L}-]{2,30} ?){1,3})"
                    + "|(?<![\\w'])([\\p{L}-]{3,30}) " + BEHIND
                    + "|(?<![\\w'])" + LAUGHED_AT + " (?:the )?(?:word )?([\\p{L}-]{3,30})");

    /** The words without which no sentence is a {@link #REJECTION}. */
    private static final CueWords REJECTING =
            PlainStatements.words("no|forget|" + BEFORE + "|" + BEHIND + "|" + LAUGHED_AT);

    private static final CueWords PROPOSAL = PlainStatements.words(
            "we|let us|let's|shall|proposal|propose|plan(?:ned)?|could|would"
                    + "|I (?:thought|come|rent|drive|want)|thought|thinking|how about|what about|of course|the simplest");

    private RejectedPlans() {}

    /** Returns the indexes of the sentences that propose what another one rejects. */
    static Set<Integer> in(List<CandidateSentence> sentences) {
        Set<Integer> rejected = new HashSet<>();
        for (int i = 1; i < sentences.size(); i++) {
            if (!REJECTING.isIn(sentences.get(i).text())) {
                continue;
            }
            Matcher rejection = REJECTION.matcher(sentences.get(i).text());
            while (rejection.find()) {
                String object = rejection.group(1) != null
                        ? rejection.group(1)
                        : rejection.group(2) != null ? rejection.group(2) : rejection.group(3);
                addProposals(new HashSet<>(SentenceContent.of(object).terms()), sentences, i, rejected);
            }
        }
        return rejected;
    }

    private static void addProposals(
            Set<String> object, List<CandidateSentence> sentences, int rejection, Set<Integer> rejected) {
        if (object.isEmpty()) {
            return;
        }
        for (int i = Math.max(0, rejection - MAX_DISTANCE); i < rejection; i++) {
            CandidateSentence sentence = sentences.get(i);
            boolean isAbout = sentence.wording().terms().stream().anyMatch(object::contains);
            if (isAbout && !sentence.wording().negated() && PROPOSAL.isIn(sentence.text())) {
                rejected.add(i);
            }
        }
    }
}
