package dev.daybook.extract;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Detects passwords, keys and payment card numbers by their form. A secret that looks like a word is not detected: the
 * screen reduces the risk, but guarantees nothing.
 */
public final class SecretScreen {

    public static final String REDACTED = "[redacted]";

    /** Key formats published by their issuers, and common ways to write down a password. */
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

    /** Card numbers as printed. Tried first, because a date or a check number may follow. */
    private static final Pattern PRINTED = Pattern.compile(
            "\\b(?<!\\+)(?:\\d{13,19}|\\d{4}([ -])\\d{4}\\1\\d{4}\\1\\d{4}|\\d{4}([ -])\\d{6}\\2\\d{5})\\b");

    /** Matched as a whole: its digits alone would pass for a card number once in six thousand times. */
    private static final Pattern UUID = Pattern.compile("\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

    private static final Pattern DIGITS = Pattern.compile("\\b(?:" + UUID + "|(?<!\\+)(?:\\d[ -]?){12,18}\\d)\\b");

    private static final Pattern NO_DIGIT = Pattern.compile("\\D");

    private SecretScreen() {}

    /** Returns whether a text contains a possible secret. */
    public static boolean finds(String text) {
        return FORMS.stream().anyMatch(form -> form.matcher(text).find())
                || PRINTED.matcher(text).results().anyMatch(run -> isCardNumber(run.group()))
                || DIGITS.matcher(text).results().anyMatch(run -> isCardNumber(run.group()));
    }

    /** Replaces each match with {@link #REDACTED}. */
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

    /** Checks Luhn's check digit (ISO/IEC 7812-1) and the first digits of the card networks. */
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
