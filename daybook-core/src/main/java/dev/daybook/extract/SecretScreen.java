package dev.daybook.extract;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds what looks like a password, a key or the number of a payment card. By form only: a secret that looks like a word
 * is not found, and the screen is no promise, only a net.
 */
public final class SecretScreen {

    public static final String REDACTED = "[redacted]";

    /** Forms that issuers publish for their own keys, and the ways in which people write down a password. */
    private static final List<Pattern> FORMS = List.of(
            Pattern.compile("-----BEGIN [A-Z ]*PRIVATE KEY-----[\\s\\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|\\z)"),
            Pattern.compile("\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b"),
            Pattern.compile("\\bgh[pousr]_[A-Za-z0-9]{36,}\\b|\\bgithub_pat_[A-Za-z0-9_]{22,}\\b"),
            Pattern.compile("\\bglpat-[A-Za-z0-9_-]{20,}"),
            Pattern.compile("\\bxox[abeoprs]-[A-Za-z0-9-]{10,}"),
            Pattern.compile("\\bsk-[A-Za-z0-9_-]{20,}"),
            Pattern.compile("\\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}"),
            Pattern.compile("\\bAIza[A-Za-z0-9_-]{35}"),
            Pattern.compile("\\bhf_[A-Za-z0-9]{30,}\\b|\\bnpm_[A-Za-z0-9]{36}\\b|\\bpypi-[A-Za-z0-9_-]{32,}"),
            Pattern.compile("(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}+\\.[A-Za-z0-9_-]{8,}+\\.[A-Za-z0-9_-]{8,}"),
            Pattern.compile("(?i)\\bbearer\\s+[A-Za-z0-9._~+/-]{20,}=*"),
            Pattern.compile("(?<=://)[^\\s:/@]{1,64}:[^\\s:/@]{3,128}(?=@)"),
            Pattern.compile(
                    "(?i)(?<=\\b(?:password|passwd|passphrase|secret|api[ _-]?key|access[ _-]?key|auth[ _-]?token)"
                            + "(?: is|:|=| =|: )\\s{0,3}['\"]?)(?=\\S{0,100}[0-9!#$%^&*+=?@_-])[^\\s'\",;]{6,}+"));

    /** Numbers of cards as they are printed; looked for first, because a date or a check number may follow. */
    private static final Pattern PRINTED = Pattern.compile(
            "\\b(?<!\\+)(?:\\d{13,19}|\\d{4}([ -])\\d{4}\\1\\d{4}\\1\\d{4}|\\d{4}([ -])\\d{6}\\2\\d{5})\\b");

    /** Its digits alone would pass for a card's number once in six thousand times, so it is read as a whole. */
    private static final Pattern UUID = Pattern.compile("\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

    private static final Pattern DIGITS = Pattern.compile("\\b(?:" + UUID + "|(?<!\\+)(?:\\d[ -]?){12,18}\\d)\\b");

    private static final Pattern NO_DIGIT = Pattern.compile("\\D");

    private SecretScreen() {}

    /** Whether a text has something that looks like a secret. */
    public static boolean finds(String text) {
        return FORMS.stream().anyMatch(form -> form.matcher(text).find())
                || PRINTED.matcher(text).results().anyMatch(run -> isCardNumber(run.group()))
                || DIGITS.matcher(text).results().anyMatch(run -> isCardNumber(run.group()));
    }

    /** The text with {@link #REDACTED} in place of each finding. */
    public static String redact(String text) {
        String rest = text;
        for (Pattern form : FORMS) {
            rest = form.matcher(rest).replaceAll(Matcher.quoteReplacement(REDACTED));
        }
        return redactCards(DIGITS, redactCards(PRINTED, rest));
    }

    private static String redactCards(Pattern form, String text) {
        return form.matcher(text)
                .replaceAll(run -> Matcher.quoteReplacement(isCardNumber(run.group()) ? REDACTED : run.group()));
    }

    /** Luhn's check digit (ISO/IEC 7812-1), and a first digit that card networks use. */
    private static boolean isCardNumber(String run) {
        if (UUID.matcher(run).matches()) {
            return false;
        }
        String digits = NO_DIGIT.matcher(run).replaceAll("");
        boolean known = "3456".indexOf(digits.charAt(0)) >= 0
                || digits.length() == 16 && digits.compareTo("2221") >= 0 && digits.compareTo("2721") < 0;
        if (!known) {
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
