package dev.daybook.internal.extract;

import dev.daybook.internal.text.PlainForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Selects the sentences in which speakers plainly state something about themselves that is true now. */
final class PlainStatements {

    /** Statements about oneself are short; longer sentences are stories. */
    private static final int MAX_LENGTH = 200;

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

    /**
     * Marks a message with text of others: a fence, a line in the form of a quotation or of preformatted text, the head of a
     * forwarded message.
     */
    private static final Pattern CODE_OR_QUOTE =
            Pattern.compile("(?m)```|^[\\p{Zs}\\t\\x0B\\f]*+(?:[>\uFF1E\u203A\u276F\u2502\u2503\u258C]|~~~)"
                    + "|^(?:\\t| {4})[\\p{Zs}\\t]*+\\S|^[\\p{Zs}\\t]*+-{2,}+[^-\\n]{1,80}+-{2,}");

    /** An item of a list or a row of a table: what is listed is rarely said of oneself. */
    private static final Pattern LISTED = Pattern.compile(
            "(?m)^[\\p{Zs}\\t]*+(?:[-*+\u2022\u2013\u25AA\u25E6\u2043][\\p{Zs}\\t]|\\d{1,3}[.)][\\p{Zs}\\t]|\\|).*+$");

    /** The words before a colon, behind which stands another's text or a list; a time or an address is none. */
    private static final Pattern BEFORE_COLON = Pattern.compile("^([^:]{0,200}+):(?:\\s|$)");

    /** The words before a colon with which speakers announce a statement of their own. */
    private static final Pattern ANNOUNCEMENT = Pattern.compile(
            "(?iu)(?:ps|p\\.s\\.?|(?:quick |small |short )?(?:update|note|news|correction|reminder|intro"
                    + "|introduction|question)|about me|fun fact|fact|good news|bad news|big news|thing is)");

    private static final Pattern FIRST_PERSON = words("I|I'm|I've|my");

    private static final Pattern SPEECH =
            words("said|says|saying|say|wrote|writes|write|tells?|told|asked|asks|replied|answered|texted|mailed"
                    + "|posted|messaged|sent|sends|received|reads?|found|following|below|this|these");

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
        String plain = PlainForm.of(message);
        if (CODE_OR_QUOTE.matcher(plain).find()
                || NOT_ABOUT_ONESELF.matcher(straight(plain)).find()) {
            return List.of();
        }
        String own = LISTED.matcher(withoutQuotations(plain)).replaceAll("");
        List<String> sentences = new ArrayList<>();
        for (String sentence : SentenceSplitter.of(own)) {
            if (introducesOther(straight(sentence))) {
                break;
            }
            sentences.add(sentence);
        }
        return sentences;
    }

    /** Returns whether a colon in a sentence introduces quoted speech, a pasted text or a list. */
    private static boolean introducesOther(String sentence) {
        if (sentence.endsWith(":")) {
            return true;
        }
        Matcher colon = BEFORE_COLON.matcher(sentence);
        if (!colon.find()) {
            return false;
        }
        String before = colon.group(1).strip();
        boolean isOwn = FactPattern.isOpening(before)
                || ANNOUNCEMENT.matcher(before).matches()
                || FIRST_PERSON.matcher(before).find();
        return !isOwn || SPEECH.matcher(before).find();
    }

    private static Optional<String> replacement(String sentence) {
        Matcher over = ENDED.matcher(FactPattern.withoutOpening(straight(sentence)));
        return over.lookingAt()
                ? Optional.of(over.replaceFirst("")).filter(PlainStatements::isPlain)
                : Optional.empty();
    }

    private static boolean isPlain(String sentence) {
        return sentence.length() <= MAX_LENGTH
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
        // Each alternative begins with a letter of ASCII, and trying them all at every other letter takes seconds in a
        // long text.
        return Pattern.compile("(?iu)(?=[a-z])(?<![\\w'])(?:" + alternatives + ")(?![\\w'])");
    }
}
