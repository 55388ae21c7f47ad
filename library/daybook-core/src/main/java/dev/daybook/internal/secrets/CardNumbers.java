package dev.daybook.internal.secrets;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Detects payment card numbers. */
final class CardNumbers {

    /** The digits of the shortest card number. */
    private static final int MIN_DIGITS = 13;

    /** Card numbers as printed. Tried first, because a date or a check number may follow. */
    static final Pattern PRINTED = Pattern.compile(
            "\\b(?<!\\+)(?:\\d{13,19}|\\d{4}([ -])\\d{4}\\1\\d{4}\\1\\d{4}|\\d{4}([ -])\\d{6}\\2\\d{5})\\b");

    /** Matched as a whole: its digits alone would pass for a card number once in six thousand times. */
    private static final Pattern UUID = Pattern.compile("\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

    static final Pattern DIGITS = Pattern.compile("\\b(?:" + UUID + "|(?<!\\+)(?:\\d[ -]?){12,18}\\d)\\b");

    /** The first digits and the lengths of the card networks; a serial number of a telephone (IMEI) passes Luhn's check, too. */
    private static final Pattern NETWORKS = Pattern.compile(
            "3[47]\\d{13}|3(?:0[0-5]|[689]\\d)\\d{11}|35\\d{14}"
                    + "|4\\d{12}(?:\\d{3}){0,2}|5[0-8]\\d{14}|(?:222[1-9]|22[3-9]\\d|2[3-6]\\d\\d|27[01]\\d|2720)\\d{12}|6\\d{15,18}");

    private static final Pattern NO_DIGIT = Pattern.compile("\\D");

    private CardNumbers() {}

    static boolean finds(String text) {
        return hasRun(text) && (finds(PRINTED, text) || finds(DIGITS, text));
    }

    static boolean finds(Pattern form, String text) {
        return form.matcher(text).results().map(MatchResult::group).anyMatch(CardNumbers::isCardNumber);
    }

    static String redact(String text) {
        return hasRun(text) ? redact(DIGITS, redact(PRINTED, text)) : text;
    }

    static String redact(Pattern form, String text) {
        return form.matcher(text)
                .replaceAll(run ->
                        Matcher.quoteReplacement(isCardNumber(run.group()) ? SecretScreen.REDACTED : run.group()));
    }

    /**
     * Tests whether a text has as many digits in a run as a card number, with at most one space or hyphen between two.
     * Most texts have not, and this pass is far cheaper than the patterns.
     */
    private static boolean hasRun(String text) {
        int digits = 0;
        boolean separated = false;
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character >= '0' && character <= '9') {
                separated = false;
                if (++digits == MIN_DIGITS) {
                    return true;
                }
            } else if (!separated && (character == ' ' || character == '-')) {
                separated = true;
            } else {
                digits = 0;
            }
        }
        return false;
    }

    /** Checks the network and Luhn's check digit (ISO/IEC 7812-1). */
    private static boolean isCardNumber(String run) {
        if (UUID.matcher(run).matches()) {
            return false;
        }
        String digits = NO_DIGIT.matcher(run).replaceAll("");
        if (!NETWORKS.matcher(digits).matches()) {
            return false;
        }
        int sum = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(digits.length() - 1 - i) - '0';
            int doubled = i % 2 == 0 ? digit : 2 * digit;
            sum += doubled > 9 ? doubled - 9 : doubled;
        }
        return sum % 10 == 0;
    }
}
