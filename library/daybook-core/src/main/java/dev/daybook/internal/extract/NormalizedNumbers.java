package dev.daybook.internal.extract;

import dev.daybook.internal.text.LetterCase;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Numbers in a normal form: "1,200", "1200" and "1200.00" are equal, and "twenty-five" is 25. Months count as numbers:
 * 2026-03-09 and 9 March 2026 both contain 2026, 9 and march. "One" is left out, because it is usually a pronoun; "may"
 * and "march" count only with a capital letter.
 */
public final class NormalizedNumbers {

    private static final List<String> UNITS = List.of(
            ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
                            + " seventeen eighteen nineteen")
                    .split(" "));

    private static final List<String> TENS =
            List.of("zero ten twenty thirty forty fifty sixty seventy eighty ninety".split(" "));

    private static final List<String> MONTHS =
            List.of("january february march april may june july august september october november december".split(" "));

    /** All of them. Most words are none, and are not looked for in each list. */
    private static final Set<String> WORDS =
            Stream.of(UNITS, TENS, MONTHS).flatMap(List::stream).collect(Collectors.toUnmodifiableSet());

    private static final int SHORTEST_WORD = 3;
    private static final int LONGEST_WORD = 9;

    private static final Pattern DATE = Pattern.compile("\\b(\\d{4})-(\\d{2})-(\\d{2})(?!\\d)");
    private static final Pattern DIGITS = Pattern.compile("\\d++(?:[.,:]\\d++)*+");
    private static final Pattern STANDING_ALONE = Pattern.compile("(?<![\\p{L}\\d.,:])\\d++(?:[.,:]\\d++)*+(?!\\p{L})");
    private static final Pattern THOUSANDS = Pattern.compile("\\d{1,3}+(?:,\\d{3})++(?:\\.\\d++)?+");

    private static final Pattern NO_MINUTES = Pattern.compile(":00$");
    private static final Pattern NO_FRACTION = Pattern.compile("(?<=\\d)\\.0++$");
    private static final Pattern LEADING_ZEROS = Pattern.compile("^0+(?=\\d)");

    private NormalizedNumbers() {}

    /** Returns the numbers of one of {@link SentenceSplitter}. */
    public static Set<String> of(String sentence) {
        Set<String> numbers = new LinkedHashSet<>();
        String rest = sentence.indexOf('-') < 0 ? sentence : withoutDates(sentence, numbers);
        if (nextDigit(rest, 0) < rest.length()) {
            Matcher digits = DIGITS.matcher(rest);
            while (digits.find()) {
                numbers.add(normal(digits.group()));
            }
        }
        addWords(rest, numbers);
        return numbers;
    }

    private static String withoutDates(String sentence, Set<String> numbers) {
        return DATE.matcher(sentence).replaceAll(date -> {
            int month = Integer.parseInt(date.group(2));
            if (month < 1 || month > MONTHS.size()) {
                return "$0";
            }
            numbers.add(MONTHS.get(month - 1));
            return "$1 $3 ";
        });
    }

    /** Returns the sentence without numbers and months, to compare words alone; "v2" and "B12" are words. */
    public static String without(String sentence) {
        String rest = withoutDigits(sentence);
        StringBuilder words = null;
        int copied = 0;
        int end;
        for (int begin = wordBegin(rest, 0); begin < rest.length(); begin = wordBegin(rest, end)) {
            end = wordEnd(rest, begin);
            if (isNumber(rest, begin, end)) {
                words = words == null ? new StringBuilder(rest.length()) : words;
                words.append(rest, copied, begin).append(' ');
                copied = end;
            }
        }
        return words == null ? rest : words.append(rest, copied, rest.length()).toString();
    }

    /** Matches at digits only: a search tries each character. */
    private static String withoutDigits(String sentence) {
        int begin = nextDigit(sentence, 0);
        if (begin == sentence.length()) {
            return sentence;
        }
        Matcher number =
                STANDING_ALONE.matcher(sentence).useTransparentBounds(true).useAnchoringBounds(false);
        StringBuilder rest = new StringBuilder(sentence.length());
        int copied = 0;
        while (begin < sentence.length()) {
            int end = begin + 1;
            if (number.region(begin, sentence.length()).lookingAt()) {
                end = number.end();
                rest.append(sentence, copied, begin).append(' ');
                copied = end;
            }
            begin = nextDigit(sentence, end);
        }
        return rest.append(sentence, copied, sentence.length()).toString();
    }

    /** Returns the index of the next digit of ASCII; the length if there is none. */
    private static int nextDigit(String text, int from) {
        int at = from;
        while (at < text.length() && (text.charAt(at) < '0' || text.charAt(at) > '9')) {
            at++;
        }
        return at;
    }

    private static int wordBegin(String text, int from) {
        int at = from;
        while (at < text.length() && !Character.isLetter(text.codePointAt(at))) {
            at += Character.charCount(text.codePointAt(at));
        }
        return at;
    }

    private static int wordEnd(String text, int from) {
        int at = from;
        while (at < text.length() && Character.isLetter(text.codePointAt(at))) {
            at += Character.charCount(text.codePointAt(at));
        }
        return at;
    }

    /** Returns a word in lower case if it is a number or a month in letters; else nothing. */
    private static String known(String text, int begin, int end) {
        if (end - begin < SHORTEST_WORD || end - begin > LONGEST_WORD) {
            return "";
        }
        String lower = LetterCase.lower(text.substring(begin, end));
        return WORDS.contains(lower) ? lower : "";
    }

    private static boolean isNumber(String text, int begin, int end) {
        String lower = known(text, begin, end);
        return UNITS.indexOf(lower) > 1 || TENS.indexOf(lower) > 0 || isMonth(text.charAt(begin), lower);
    }

    private static String normal(String digits) {
        if (digits.charAt(0) != '0' && digits.chars().allMatch(Character::isDigit)) {
            return digits;
        }
        String plain = THOUSANDS.matcher(digits).matches() ? digits.replace(",", "") : digits;
        String hours = NO_MINUTES.matcher(plain).replaceFirst("");
        String whole = NO_FRACTION.matcher(hours).replaceFirst("");
        return LEADING_ZEROS.matcher(whole).replaceFirst("");
    }

    private static void addWords(String sentence, Set<String> numbers) {
        int tens = 0;
        int end;
        for (int begin = wordBegin(sentence, 0); begin < sentence.length(); begin = wordBegin(sentence, end)) {
            end = wordEnd(sentence, begin);
            String lower = known(sentence, begin, end);
            int unit = UNITS.indexOf(lower);
            if (tens > 0 && unit > 0 && unit < 10) {
                numbers.remove(Integer.toString(tens));
                numbers.add(Integer.toString(tens + unit));
            } else if (unit > 1) {
                numbers.add(Integer.toString(unit));
            }
            tens = Math.max(0, TENS.indexOf(lower)) * 10;
            if (tens >= 20) {
                numbers.add(Integer.toString(tens));
            } else {
                tens = 0;
            }
            if (isMonth(sentence.charAt(begin), lower)) {
                numbers.add(lower);
            }
        }
    }

    private static boolean isMonth(char first, String lower) {
        boolean isVerbToo = lower.equals("may") || lower.equals("march");
        return MONTHS.contains(lower) && (!isVerbToo || Character.isUpperCase(first));
    }
}
