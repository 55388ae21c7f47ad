package dev.daybook.internal.extract;

import dev.daybook.internal.text.LetterCase;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

    private static final Pattern DATE = Pattern.compile("\\b(\\d{4})-(\\d{2})-(\\d{2})(?!\\d)");
    private static final Pattern DIGITS = Pattern.compile("\\d++(?:[.,:]\\d++)*+");
    private static final Pattern STANDING_ALONE = Pattern.compile("(?<![\\p{L}\\d.,:])\\d++(?:[.,:]\\d++)*+(?!\\p{L})");
    private static final Pattern WORDS = Pattern.compile("\\p{L}++");
    private static final Pattern THOUSANDS = Pattern.compile("\\d{1,3}+(?:,\\d{3})++(?:\\.\\d++)?+");

    private static final Pattern NO_MINUTES = Pattern.compile(":00$");
    private static final Pattern NO_FRACTION = Pattern.compile("(?<=\\d)\\.0++$");
    private static final Pattern LEADING_ZEROS = Pattern.compile("^0+(?=\\d)");

    private NormalizedNumbers() {}

    /** Returns the numbers of one of {@link SentenceSplitter}. */
    public static Set<String> of(String sentence) {
        Set<String> numbers = new LinkedHashSet<>();
        String rest = DATE.matcher(sentence).replaceAll(date -> {
            int month = Integer.parseInt(date.group(2));
            if (month < 1 || month > MONTHS.size()) {
                return "$0";
            }
            numbers.add(MONTHS.get(month - 1));
            return "$1 $3 ";
        });
        Matcher digits = DIGITS.matcher(rest);
        while (digits.find()) {
            numbers.add(normal(digits.group()));
        }
        addWords(rest, numbers);
        return numbers;
    }

    /** Returns the sentence without numbers and months, to compare words alone; "v2" and "B12" are words. */
    public static String without(String sentence) {
        String rest = STANDING_ALONE.matcher(sentence).replaceAll(" ");
        return WORDS.matcher(rest).replaceAll(word -> isNumber(word.group()) ? " " : "$0");
    }

    private static boolean isNumber(String word) {
        String lower = LetterCase.lower(word);
        return UNITS.indexOf(lower) > 1 || TENS.indexOf(lower) > 0 || isMonth(word, lower);
    }

    private static String normal(String digits) {
        String plain = THOUSANDS.matcher(digits).matches() ? digits.replace(",", "") : digits;
        String hours = NO_MINUTES.matcher(plain).replaceFirst("");
        String whole = NO_FRACTION.matcher(hours).replaceFirst("");
        return LEADING_ZEROS.matcher(whole).replaceFirst("");
    }

    private static void addWords(String sentence, Set<String> numbers) {
        int tens = 0;
        Matcher word = WORDS.matcher(sentence);
        while (word.find()) {
            String lower = LetterCase.lower(word.group());
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
            if (isMonth(word.group(), lower)) {
                numbers.add(lower);
            }
        }
    }

    private static boolean isMonth(String word, String lower) {
        boolean isVerbToo = lower.equals("may") || lower.equals("march");
        return MONTHS.contains(lower) && (!isVerbToo || Character.isUpperCase(word.charAt(0)));
    }
}
