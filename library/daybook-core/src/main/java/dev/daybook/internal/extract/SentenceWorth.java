package dev.daybook.internal.extract;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The worth of a sentence to a later reader: decisions, amounts, dates, constraints, open ends. Centrality does not
 * see them, because each is said once. The cues are function words of English and numbers of any language.
 */
final class SentenceWorth {

    private static final double DECISION = 0.6;
    private static final double AMOUNT = 0.55;
    private static final double DATE = 0.5;
    private static final double CONSTRAINT = 0.5;
    private static final double OPEN_END = 0.8;
    private static final double COURTESY = -0.4;
    private static final double NARRATIVE = -0.3;

    /** Decisions: "So we take the train", "Agreed", "I will call them", "we have booked". */
    private static final CueWords DECIDED = PlainStatements.words(
            "(?:so|then|ok|okay|fine|good|all right|alright|exactly|instead|therefore|from now on)[,:]? (?:so )?(?:we|I|let us|let's|no|[a-z]+ it is)"
                    + "|(?:we|I)(?:'ll| will| shall)(?: not)?|we(?:'re| are) going (?:to|with|for)|I(?:'m| am) going (?:with|for)"
                    + "|(?:we|I)(?:'ve| have)? (?:just )?(?:agreed|decided|booked|chose|chosen|settled|ordered|signed|picked|took)"
                    + "|agreed|decided|decision|settled|it(?: is|'s) final|we (?:go|take|use|do|keep|serve|send|ship|build|pay|drop|leave|meet|start)"
                    + "|I (?:vote|propose|suggest)|go with|let [a-z]+ (?:do|take|make|have)|is (?:booked|done|fixed|off|dead)|stays?|book|order");

    /** Limits of a choice. */
    private static final CueWords LIMITED = PlainStatements.words(
            "must(?: not|n't)?|may (?:not|only)|can(?:not|'t)(?! imagine| believe| wait)|can only|have to|has to|only (?:on|in|at|for|if)"
                    + "|at (?:most|least)|no more than|not more than|nothing [a-z]+ (?:above|below|before|after)"
                    + "|not (?:be )?(?:higher|lower|more|less|later|earlier|above|below|fit)"
                    + "|maximum|minimum|limit(?:ed)?|allergic|intolerant|forbidden|(?:not )?allowed|allows|required?|requires|deadline|expires"
                    + "|(?:does|do) not (?:fit|work|eat|drink)|(?:doesn't|don't) (?:fit|work|eat|drink)|never|no later than"
                    + "|not before|until the end of|before the end of");

    /** Open ends. */
    private static final CueWords UNSETTLED = PlainStatements.words(
            "(?:still|yet) (?:open|unclear|to be|unknown|undecided|waiting|pending)|(?:is|are) (?:still )?(?:unclear|open|undecided|pending)"
                    + "|(?:not|n't|nobody|no one|none)\\b[^.!?]{0,60}\\byet|nobody (?:knows|has)|no one (?:knows|has)"
                    + "|(?:do not|don't|does not|doesn't) know (?:yet )?(?:whether|if|who|when|how|what)"
                    + "|not sure (?:yet )?(?:whether|if|who|when|how|what)|(?:not|n't) (?:yet )?(?:decided|confirmed"
                    + "|answered|replied|heard back|settled|told|said|applied)|waiting for"
                    + "|remains? to be|to be decided|open question|no answer");

    /** Dates and times of day. */
    private static final CueWords DATED = PlainStatements.words(
            "a-z\\d",
            "(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:\\d{1,2}(?:st|nd|rd|th)?(?: of)? )?(?:january"
                    + "|february|march|april|june|july|august|september|october|november|december)(?: \\d{1,2})?"
                    + "|\\d{1,2}(?:st|nd|rd|th)|(?:half past|quarter past|quarter to) [a-z]+|\\d{1,2} ?(?:am|pm)|tomorrow|next (?:week|month|year)");

    private static final String CURRENCIES = "$€£¥";

    /** Sums, shares and measures; a plain small number is said about anything. */
    private static final Pattern AMOUNTS = Pattern.compile("(?iu)[" + CURRENCIES
            + "]\\s?\\d|(?<![\\p{L}\\d.,])\\d[\\d.,]*+\\s?(?:[$€£¥%]|percent|euros?|dollars?|pounds?"
            + "|kroner|francs|yen|cents?|k|kilos?|kg|grams?|g|litres?|liters?|metres?|meters?|m|km|kilometres?"
            + "|miles?|cm|mm|cubic|square|degrees?|hours?|minutes?|days?|weeks?|months?|people|guests|persons"
            + "|per )(?![\\p{L}])|(?<![\\p{L}\\d.,])\\d{3,}+(?![\\p{L}\\d])|(?<![\\d.,])\\d++[.,]\\d");

    /** Company: feelings, memories, courtesy. */
    private static final CueWords COMPANY = PlainStatements.words(
            "lovely|wonderful|sorry|thanks?|thank you|congratulations|poor|haha|ha|love that|good luck|welcome"
                    + "|bye|good (?:night|morning|evening|afternoon)"
                    + "|hello|hi|wish you|imagine|dream(?:s|ed|t)?|remember when|reminds me|like a|as if|kiss|darling|funny|joke|hope");

    /** Narrative: past events are seldom needed later, and their consequences are said in the present. */
    private static final CueWords NARRATED = PlainStatements.words(
            "(?:I|we|he|she|they|it) (?:was|were|had|did|went|came|saw|sat|told|said|asked|thought|looked|got"
                    + "|gave|tried|met|put|made|held|felt|heard|laughed|cried|[a-z]{3,12}ed)|last (?:time|week|night|year"
                    + "|summer|winter)|yesterday|always|nobody has ever|once");

    private SentenceWorth() {}

    static double of(String sentence) {
        double worth = 0;
        worth += UNSETTLED.isIn(sentence) ? OPEN_END : 0;
        worth += DECIDED.isIn(sentence) ? DECISION : 0;
        worth += LIMITED.isIn(sentence) ? CONSTRAINT : 0;
        worth += hasAmount(sentence) ? AMOUNT : 0;
        worth += DATED.isIn(sentence) ? DATE : 0;
        worth += COMPANY.isIn(sentence) ? COURTESY : 0;
        worth += NARRATED.isIn(sentence) ? NARRATIVE : 0;
        return worth;
    }

    /** Matches where an amount may begin: a search tries each character. */
    private static boolean hasAmount(String sentence) {
        Matcher amount = null;
        for (int i = 0; i < sentence.length(); i++) {
            char first = sentence.charAt(i);
            if (first >= '0' && first <= '9' || CURRENCIES.indexOf(first) >= 0) {
                amount = amount == null
                        ? AMOUNTS.matcher(sentence).useTransparentBounds(true).useAnchoringBounds(false)
                        : amount;
                if (amount.region(i, sentence.length()).lookingAt()) {
                    return true;
                }
            }
        }
        return false;
    }
}
