package dev.daybook.internal.extract;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A pattern for a fact that speakers state of themselves. It must match from the beginning of a clause to its end,
 * except for a phrase of time or company: "I live in Lisbon with Ana", but not "I live in Lisbon Street".
 */
record FactPattern(FactPredicate predicate, Pattern pattern) {

    /** A fact found in a sentence. */
    record Match(FactPredicate predicate, String object) {}

    private static final String CAPITALISED = "\\p{Lu}[\\p{L}\\p{N}'.&-]*+";

    private static final String CALENDAR =
            "(?!(?i:mon|tues|wednes|thurs|fri|satur|sun)day|(?i:january|february|march|april"
                    + "|may|june|july|august|september|october|november|december|christmas|easter|today|tomorrow|tonight|later|back"
                    + "|mom|dad|I)\\b)";

    /** The name of a person: up to three words. */
    private static final String PERSON = CALENDAR + "(" + CAPITALISED + "(?: " + CAPITALISED + "){0,2})";

    /** The name of a place or a firm: "the Netherlands", "Rio de Janeiro", "Portland, Oregon", "Johnson and Sons". */
    static final String NAMED = CALENDAR + "((?:the )?" + CAPITALISED + "(?:(?:,| (?:de|da|do|dos|del|la|le|of|on|upon"
            + "|and|&))? " + CAPITALISED + "){0,4})";

    /** Occupations with their modifiers. Not any noun, because "I'm a mess" is no job. */
    static final String JOB = "((?:[\\p{L}-]+ ){0,3}(?:accountant|actor|actress|analyst|architect|artist|baker|barista"
            + "|biologist|bookkeeper|builder|butcher|carpenter|cashier|chef|chemist|cook|consultant|dentist|designer"
            + "|developer|director|doctor|driver|economist|editor|electrician|engineer|farmer|firefighter|florist|gardener"
            + "|geologist|hairdresser|historian|illustrator|journalist|lawyer|lecturer|librarian|manager|mechanic|midwife"
            + "|musician|nurse|optician|paramedic|pharmacist|photographer|physicist|physiotherapist|pilot|plumber"
            + "|police officer|programmer|psychologist|receptionist|researcher|scientist|secretary|surgeon|surveyor|tailor"
            + "|teacher|technician|therapist|translator|vet|veterinarian|waiter|waitress|welder|writer))";

    /** Trailing phrases that do not change the fact. */
    private static final String TIME =
            " (?:now|nowadays|today|currently|alone|since|recently|last|this|these days|together|"
                    + "with|for (?:the|a|an|about|over|almost|two|three|four|five|six|seven|eight|nine|ten|many|\\d)|"
                    + "in (?:\\d|early|late|spring|summer|autumn|winter|January|February|March|April|May|June|July|August|September|October|November|December)"
                    + "|(?:a|two|three|four|five|six|seven|eight|nine|ten|\\d+|a few|some) (?:\\w+ )?(?:days?|weeks?|months?|years?) ago)\\b.*";

    private static final String END = "(?: too| as well)?(?:" + TIME + "|[.!;,…)].*|)$";

    /** Things, without "it", "this", "you" or "the way you…", which have no meaning outside their session. */
    private static final String THING =
            "(?!(?:it|its|this|that|these|those|him|her|his|them|their|you|your|us|our|the|both|all"
                    + "|how|what|where|who|why|one|ones|something|anything|everything|everyone|someone|here|there|so|such|some"
                    + "|another|each|neither|to (?:see|hear|know|think|say|point)|a lot|very much|myself|and|or)\\b)";

    private static final String LIKED =
            THING + "([\\p{L}\\p{N}][\\p{L}\\p{N}'&+#.-]*+(?: [\\p{L}\\p{N}][\\p{L}\\p{N}'&+#.-]*+){0,7})"
                    + "(?<!\\b(?i:it|this|that|you|the|a|so|too|because|and|or|of|to|for|with|in|on|at|by))[.!;,…]*$";

    private static final String STRONGLY =
            "(?:(?:really|absolutely|especially|particularly|always|truly|also|still) )?";

    private static final List<FactPattern> PATTERNS = List.of(
            of(FactPredicate.NAME_IS, "my name(?: is|'s) ", PERSON + END),
            of(
                    FactPredicate.NAME_IS,
                    "(?:please |you can |just |people |my friends )?call me |everyone calls me ",
                    PERSON + END),
            of(FactPredicate.NAME_IS, "I (?:go by|am called) |I'm called ", PERSON + END),
            of(
                    FactPredicate.LIVES_IN,
                    "I (?:currently |now |still )?live in |I(?:'m| am) (?:currently |now )?(?:living|based) in ",
                    NAMED + END),
            of(
                    FactPredicate.LIVES_IN,
                    "I(?:'ve| have)? (?:just |recently |finally )?(?:moved|relocated) (?:from [^,;.]{1,40}? )?to ",
                    NAMED + END),
            of(FactPredicate.LIVES_IN, "I(?:'ve| have) (?:lived|been living) in ", NAMED + " (?:for|since) .*"),
            of(
                    FactPredicate.WORKS_AS,
                    "I (?:currently |now )?work as an? ",
                    "([\\p{L}-]+(?: [\\p{L}-]+){0,3}?)(?: (?:at|for|in) .*)?" + END),
            of(
                    FactPredicate.WORKS_AS,
                    "I(?:'m| am) an? ",
                    JOB + "(?: (?:at (?!heart)|for|by (?:trade|profession)) ?.*)?" + END),
            of(
                    FactPredicate.WORKS_AT,
                    "I (?:currently |now )?work (?:at|for) |I(?:'m| am) (?:currently |now )?working (?:at|for) ",
                    NAMED + END),
            of(
                    FactPredicate.WORKS_AT,
                    "I (?:currently |now )?work as an? (?:[\\p{L}-]+ ){1,4}(?:at|for) ",
                    NAMED + END),
            of(FactPredicate.WORKS_AT, "I(?:'m| am) an? (?:[\\p{L}-]+ ){1,4}(?:at|for) ", NAMED + END),
            of(
                    FactPredicate.WORKS_AT,
                    "I(?:'ve| have) (?:worked|been working) (?:at|for) ",
                    NAMED + " (?:for|since) .*"),
            of(FactPredicate.LIKES, "I " + STRONGLY + "(?:like|love|enjoy|adore) ", LIKED),
            of(FactPredicate.DISLIKES, "I " + STRONGLY + "(?:hate|dislike|detest|loathe) ", LIKED),
            of(FactPredicate.PREFERS, "I " + STRONGLY + "prefer ", LIKED));

    private static final Pattern FAVOURITE =
            Pattern.compile("(?iu:my favou?rite ([\\p{L}-]+(?: [\\p{L}-]+){0,2}) is )" + LIKED);

    /** Openings before the statement. */
    private static final Pattern OPENING =
            Pattern.compile("(?iu)(?:(?:hi|hello|hey|hiya|well|so|oh|yes|yeah|yep|sure|ok|okay|actually|also"
                    + "|and|thanks|thank you|nice to meet you|good morning|good evening|by the way|btw|fyi|for the record|anyway"
                    + "|honestly|hi there|hello there|hey there)(?:[,!.:–—-]+)? )");

    private static final Pattern CLAUSE =
            Pattern.compile("(?:,|;|,? and) (?=(?:I|I'm|I've|my|call me)\\b)", Pattern.CASE_INSENSITIVE);

    private static final int MAX_OPENINGS = 3;

    private static FactPattern of(FactPredicate predicate, String opening, String rest) {
        return new FactPattern(predicate, Pattern.compile("(?iu:" + opening + ")" + rest));
    }

    /** Returns the facts in one of {@link PlainStatements}. */
    static List<Match> matches(String sentence) {
        List<Match> matches = new ArrayList<>();
        for (String part : CLAUSE.split(PlainStatements.straight(sentence))) {
            String clause = withoutOpening(part);
            for (FactPattern form : PATTERNS) {
                Matcher matcher = form.pattern.matcher(clause);
                if (matcher.lookingAt()) {
                    matches.add(new Match(form.predicate, withoutStop(matcher.group(1))));
                }
            }
            Matcher favourite = FAVOURITE.matcher(clause);
            if (favourite.lookingAt()) {
                matches.add(new Match(
                        FactPredicate.FAVOURITE, favourite.group(1) + ": " + withoutStop(favourite.group(2))));
            }
        }
        return matches;
    }

    /** Returns whether words before a colon are an opening of a statement only. */
    static boolean isOpening(String words) {
        return OPENING.matcher(words + ": ").matches();
    }

    static String withoutOpening(String part) {
        String clause = part.strip();
        for (int i = 0; i < MAX_OPENINGS; i++) {
            Matcher opening = OPENING.matcher(clause);
            if (!opening.lookingAt()) {
                break;
            }
            clause = clause.substring(opening.end()).strip();
        }
        return clause;
    }

    static String withoutStop(String object) {
        int end = object.length();
        while (end > 0 && ".-&'".indexOf(object.charAt(end - 1)) >= 0) {
            end--;
        }
        return object.substring(0, end);
    }
}
