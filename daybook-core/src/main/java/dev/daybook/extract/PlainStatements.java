package dev.daybook.extract;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Selects the sentences in which speakers plainly state something about themselves that is true now. */
final class PlainStatements {

    /** Statements about oneself are short; longer sentences are stories. */
    private static final int LONGEST = 200;

    /** Marks a message about a text or a role, in which "I" may be anybody. */
    private static final Pattern NOT_ABOUT_ONESELF = words("translat\\w*|rewrite|rephrase|paraphrase|proofread|grammar"
            + "|spelling|pretend\\w*|role-?play\\w*|act as|character|fiction\\w*|novel|story|stories|poem|lyrics|song|essay|letter|cover letter"
            + "|screenplay|script|dialogue|monologue|joke|example|sample|template|persona|prompt|e\\.g|imagine|suppose"
            + "|quote|quotes|sentence|sentences|caption|tweet|write (?:me )?(?:a|an|the)|in (?:french|german|spanish"
            + "|portuguese|italian|english|japanese|chinese)");

    /** Marks a sentence that does not assert its content plainly. */
    private static final Pattern NOT_PLAIN = words(
            "not|no|never|none|nobody|nothing|neither|nor|without|hardly|barely|rarely"
                    + "|seldom|cannot|\\w+n't|dont|doesnt|didnt|cant|wont|isnt|arent|wasnt|anymore|any more|no longer"
                    + "|if|unless|whether|would|i'd|could|might|may be|maybe|perhaps|possibly|probably|wish|hope|hoping|want"
                    + "|wanted|dream\\w*|almost|nearly|supposed|as though|like a|lol|haha|jk|kidding|sarcas\\w*"
                    + "|say|says|said|saying|tell|tells|told|ask|asks|asked|think|thinks|thought|claim\\w*|heard|wrote|reads"
                    + "|but|though|although|until|till|before|then|when|while|once|back then|used to|formerly|previously"
                    + "|originally|temporarily|for now|than|as much as|instead|ago it|quit|quitting|left|stopped|fired");

    private static final Pattern CODE_OR_QUOTE = Pattern.compile("```|(?m)^[ \\t\\x0B\\f]*+>");

    /**
     * Matches a denial before a replacement: "I no longer live in Lisbon, I moved to Porto". Ends before the
     * replacement, which is read on its own and ends the old fact; nothing is read from the denial.
     */
    private static final Pattern ENDED = Pattern.compile("(?iu)I (?:no longer|don't|do not|dont|used to) (?:live|work)"
            + "[^,;.?]{0,80}?(?:[,;:] | [–—-] | and | but | because | since )(?:and |but |because |since |so )?(?:now,? )?"
            + "(?=(?:I|my)\\b)");

    private static final String QUOTATION_MARKS = "\"“”„«»";

    private PlainStatements() {}

    static List<String> of(String message) {
        List<String> statements = new ArrayList<>();
        for (String sentence : sentences(message)) {
            if (isPlain(straight(sentence))) {
                statements.add(sentence);
            } else {
                replacement(sentence).ifPresent(statements::add);
            }
        }
        return statements;
    }

    /** Returns the sentences of a message about its speaker, plain or not. */
    static List<String> sentences(String message) {
        if (CODE_OR_QUOTE.matcher(message).find()
                || NOT_ABOUT_ONESELF.matcher(straight(message)).find()) {
            return List.of();
        }
        List<String> sentences = new ArrayList<>();
        for (String sentence : SentenceSplitter.of(withoutQuotations(message))) {
            // A colon at the end of a sentence introduces quoted speech or a list.
            if (sentence.endsWith(":")) {
                break;
            }
            sentences.add(sentence);
        }
        return sentences;
    }

    private static Optional<String> replacement(String sentence) {
        Matcher over = ENDED.matcher(FactPattern.withoutOpening(straight(sentence)));
        return over.lookingAt()
                ? Optional.of(over.replaceFirst("")).filter(PlainStatements::isPlain)
                : Optional.empty();
    }

    private static boolean isPlain(String sentence) {
        return sentence.length() <= LONGEST
                && sentence.indexOf('?') < 0
                && !NOT_PLAIN.matcher(sentence).find();
    }

    /** Removes everything from the first quotation mark to the last, or to the end after a single one. */
    private static String withoutQuotations(String message) {
        int first = -1;
        int last = -1;
        for (int i = 0; i < message.length(); i++) {
            if (QUOTATION_MARKS.indexOf(message.charAt(i)) >= 0) {
                first = first < 0 ? i : first;
                last = i;
            }
        }
        if (first < 0) {
            return message;
        }
        // Leaves a mark, so that a sentence with a quotation matches no pattern.
        return message.substring(0, first) + " \" " + (last > first ? message.substring(last + 1) : "");
    }

    static String straight(String text) {
        return text.replace('’', '\'');
    }

    private static Pattern words(String alternatives) {
        return Pattern.compile("(?iu)(?<![\\w'])(?:" + alternatives + ")(?![\\w'])");
    }
}
