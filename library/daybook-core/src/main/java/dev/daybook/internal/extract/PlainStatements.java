package dev.daybook.internal.extract;

import dev.daybook.internal.text.PlainForm;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Selects the sentences in which speakers plainly state something about themselves that is true now. */
final class PlainStatements {

    /** Marks a message about a text or a role, in which "I" may be anybody. */
    private static final CueWords NOT_ABOUT_ONESELF = words("translat\\w*|rewrite|rephrase|paraphrase|proofread"
            + "|(?:check|correct|fix|improve) (?:my|the|this) (?:grammar|spelling)|(?:grammar"
            + "|spelling)[^.?!]{0,80}\\?|pretend\\w*|role[ -]?play\\w*|act as|fiction\\w*|(?<!long |favourite "
            + "|favorite )(?:character|novel|story|poem|song)|stories|lyrics|essay|letter|cover letter"
            + "|screenplay|script|dialogue|monologue|joke|example|sample|template|persona|prompt|e\\.g|imagine|suppose"
            + "|quote|quotes|sentence|sentences|caption|tweet|write (?:me )?(?:a|an|the)|in (?:french|german|spanish"
            + "|portuguese|italian|english|japanese|chinese)");

    /** Marks a message that is not meant: irony, laughter, a song. */
    private static final CueWords IN_JEST =
            new CueWords(Pattern.compile("(?iu)(?<![\\p{L}0-9])(?:la la|oh sure|yeah right"
                    + "|just kidding|jk|sarcasm|haha yeah|said nobody|said no one)(?!\\p{L})"));

    private static final Pattern SIGN_OF_JEST =
            Pattern.compile("[\uD83D\uDE02\uD83E\uDD23\uD83D\uDE44\uD83D\uDE0F\uD83C\uDFB5\uD83C\uDFB6\u266A\u266B]"
                    + "|(?iu)(?<!\\p{L})/s(?!\\p{L})");

    private static final char FIRST_NOTE = '\u266A';

    private static final CueWords LAUGHTER = words("lol|lmao|rofl|haha\\w*|hehe\\w*");

    private static final String FENCE = "```";

    /** A line with text of others: in the form of a quotation or of preformatted text, or the head of a forwarded message. */
    private static final Pattern QUOTED_LINE =
            Pattern.compile("(?m)^(?:[\\p{Zs}\\t\\x0B\\f]*+(?:[>\uFF1E\u203A\u276F\u2502\u2503\u258C]|~~~)"
                    + "|(?:\\t| {4})[\\p{Zs}\\t]*+\\S|[\\p{Zs}\\t]*+-{2,}+[^-\\n]{1,80}+-{2,})");

    /** An item of a list or a row of a table: what is listed is rarely said of oneself. */
    private static final Pattern LISTED = Pattern.compile(
            "(?m)^[\\p{Zs}\\t]*+(?:[-*+\u2022\u2013\u25AA\u25E6\u2043][\\p{Zs}\\t]|\\d{1,3}[.)][\\p{Zs}\\t]|\\|).*+$");

    /** The words before a colon, behind which stands another's text or a list; a time or an address is none. */
    private static final Pattern BEFORE_COLON = Pattern.compile("^([^:]{0,200}+):(?:\\s|$)");

    /** The words before a colon with which speakers announce a statement of their own. */
    private static final Pattern ANNOUNCEMENT = Pattern.compile(
            "(?iu)(?:ps|p\\.s\\.?|(?:quick |small |short )?(?:update|note|news|correction|reminder|intro"
                    + "|introduction|question|context)|about me|fun fact|fact|good news|bad news|big news|thing is|long story short"
                    + "|ok context|(?:my )?(?:full )?name|(?:my |new )*address|(?:my )?(?:phone|mobile|number|e-?mail)"
                    + "|(?:note )?for (?:the|my|your|any)(?: [\\w-]{1,20}){1,3})");

    private static final CueWords OPENING =
            words("hi|hello|hey|hiya|well|so|oh|yes|yeah|sure|ok|okay|actually|also|thanks"
                    + "|by the way|btw|fyi|for the record|anyway|honestly|hi there|hello there");

    private static final CueWords FIRST_PERSON = words("I|I'm|I've|my");

    private static final CueWords SPEECH = words(
            "said|says|saying|say|wrote|writes|write|tells?|told|asked|asks|replied|answered|texted|mailed"
                    + "|posted|messaged|sent|sends|received|reads?|starts?|opens?|begins?|goes|ends?|found|following|below|this|these");

    private static final String QUOTATION_MARKS = "\"“”„«»";

    private PlainStatements() {}

    /** Returns the sentences of a message about its speaker, plain or not. */
    static List<String> of(String message) {
        String plain = PlainForm.of(message);
        if (plain.contains(FENCE)
                || hasQuotedLine(plain)
                || isInJest(plain)
                || NOT_ABOUT_ONESELF.isIn(straight(plain))) {
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

    /** Matches at line starts only: a search tries each character, a tenth of the time of a message. */
    private static boolean hasQuotedLine(String text) {
        Matcher matcher = QUOTED_LINE.matcher(text);
        for (int i = 0; i < text.length(); i++) {
            if (beginsLine(text, i) && matcher.region(i, text.length()).lookingAt()) {
                return true;
            }
        }
        return false;
    }

    private static boolean beginsLine(String text, int at) {
        char before = at == 0 ? '\n' : text.charAt(at - 1);
        return before == '\n'
                || before == '\r' && text.charAt(at) != '\n'
                || before == '\u0085'
                || before == '\u2028'
                || before == '\u2029';
    }

    private static boolean isInJest(String text) {
        return text.chars().anyMatch(character -> character == '/' || character >= FIRST_NOTE)
                        && SIGN_OF_JEST.matcher(text).find()
                || IN_JEST.isIn(text);
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
        boolean isOwn = OPENING.pattern().matcher(before).matches()
                || ANNOUNCEMENT
                        .matcher(before.substring(before.lastIndexOf(',') + 1).strip())
                        .matches()
                || FIRST_PERSON.isIn(before);
        return !isOwn || SPEECH.isIn(before);
    }

    static boolean isPlain(String sentence) {
        return sentence.indexOf('?') < 0 && !LAUGHTER.isIn(sentence);
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

    static CueWords words(String alternatives) {
        return words("a-z", alternatives);
    }

    static CueWords words(String first, String alternatives) {
        // Trying all alternatives at every other letter takes seconds in a long text.
        return new CueWords(Pattern.compile("(?iu)(?=[" + first + "])(?<![\\w'])(?:" + alternatives + ")(?![\\w'])"));
    }
}
